"""Refusals of declarations, payments and answers."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class ChangeCodes(Codes):
    """The codes about changes to the network."""

    WRONG_PAYMENT = ReasonCode(
        "wrong_payment",
        "The payment does not fit the price",
        "The price is {tokens_needed}; {tokens_offered} does not pay it.",
        "Pay exactly the price; a boost stands in for one story or one development token.",
    )
    CLAIMED_CHARACTER = ReasonCode(
        "claimed_character",
        "A claimed character cannot be struck",
        "“{element_label}” is {seat_name}'s character.",
        "Talk to {seat_name}; only what nobody has claimed can be struck.",
    )
    WEAKENED = ReasonCode(
        "weakened",
        "It is weakened",
        "“{element_label}” has {weak_marks} ? and cannot be strengthened.",
        "Only what has no ? is strengthened. A repair takes one away, also earlier in the same plan.",
    )
    NOTHING_TO_REPAIR = ReasonCode(
        "nothing_to_repair",
        "There is nothing to repair",
        "“{element_label}” has no ?.",
        "Only a weakened element can be repaired.",
    )
    DECLARATION_OPEN = ReasonCode(
        "declaration_open",
        "An own declaration is open",
        "{seat_name} has declared changes that are still open.",
        "Wait until they are settled. Play waits for this: {pending_in_words}.",
        ways={
            "withdraw": "Take it back with `withdraw`, or wait until it is settled.",
            "give_up": "Give it up with `give_up`, or wait until it is settled.",
        },
    )
    UNKNOWN_DECLARATION = ReasonCode(
        "unknown_declaration",
        "No such open declaration",
        "There is no such open declaration.",
        "Only a declaration that is open can be named.",
    )
    NOT_THE_MOVER = ReasonCode(
        "not_the_mover",
        "It is another seat's declaration",
        "This is {seat_name}'s to do: {seat_name} declared it.",
        "Leave it to {seat_name}.",
        ways={
            "raise_override": "Raise the price with `raise_override`.",
            "pass_raise": "Let the price stand with `pass_raise`.",
        },
    )
    UNKNOWN_RESULT = ReasonCode(
        "unknown_result",
        "No earlier action wrote this",
        "No earlier action of this declaration writes {result_reference}.",
        "Name what stands on the network, or what an earlier action writes: a1.node or a1.edge for action 1.",
    )
