"""Refusals of declarations, payments and answers."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class ChangeCodes(Codes):
    """The codes about changes to the network."""

    WRONG_PAYMENT = ReasonCode(
        "wrong_payment",
        "The payment does not fit the price",
        "The price is {tokens_needed}, and {tokens_offered} does not pay it.",
        "Pay exactly the price. A boost stands in for one story or one development token.",
    )
    CLAIMED_CHARACTER = ReasonCode(
        "claimed_character",
        "A claimed character cannot be struck",
        "“{element_label}” is {seat_name}'s character.",
        "Talk to {seat_name}, or strike something that nobody has claimed.",
    )
    WEAKENED = ReasonCode(
        "weakened",
        "The element is weakened",
        "“{element_label}” cannot be strengthened. Its number of question marks (`?`) is"
        " {weak_marks}.",
        "Repair the element first. A repair takes one question mark away. It can be an"
        " earlier action in the same plan.",
    )
    NOTHING_TO_REPAIR = ReasonCode(
        "nothing_to_repair",
        "There is nothing to repair",
        "“{element_label}” has no question mark (`?`).",
        "Choose a weakened element.",
    )
    DECLARATION_OPEN = ReasonCode(
        "declaration_open",
        "The seat's own declaration is open",
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
        "Name a declaration that is open, or wait for one.",
    )
    NOT_THE_MOVER = ReasonCode(
        "not_the_mover",
        "Another seat made this declaration",
        "{seat_name} made this declaration, so only {seat_name} can do this.",
        "Leave it to {seat_name}.",
        ways={
            "raise_override": "Raise the price with `raise_override`.",
            "pass_raise": "Leave the price as it is with `pass_raise`.",
        },
    )
    UNKNOWN_RESULT = ReasonCode(
        "unknown_result",
        "No earlier action wrote this",
        "No earlier action of this declaration writes {result_reference}.",
        "Name an element of the network, or the result of an earlier action: a1.node or a1.edge for action 1.",
    )
