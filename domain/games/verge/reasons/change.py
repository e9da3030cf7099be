"""Refusals of declarations, payments and answers."""

from verger.domain.core.reason import Reason
from verger.domain.games.verge.reason import Code as Own

REASONS: dict[Own, Reason] = {
    Own.WRONG_PAYMENT: Reason(
        "The payment does not fit the price",
        "The price is {tokens_needed}; {tokens_offered} does not pay it.",
        "Pay exactly the price; a boost stands in for one story or one development token.",
    ),
    Own.CLAIMED_CHARACTER: Reason(
        "A claimed character cannot be struck",
        "“{element_label}” is {seat_name}'s character.",
        "Talk to {seat_name}; only what nobody has claimed can be struck.",
    ),
    Own.WEAKENED: Reason(
        "It is weakened",
        "“{element_label}” has {weak_marks} ? and cannot be strengthened.",
        "Only what has no ? is strengthened. A repair takes one away, also earlier in the same plan.",
    ),
    Own.NOTHING_TO_REPAIR: Reason(
        "There is nothing to repair",
        "“{element_label}” has no ?.",
        "Only a weakened element can be repaired.",
    ),
    Own.DECLARATION_OPEN: Reason(
        "An own declaration is open",
        "{seat_name} has declared changes that are still open.",
        "Wait until they are settled.",
    ),
    Own.UNKNOWN_DECLARATION: Reason(
        "No such open declaration",
        "There is no such open declaration.",
        "Only a declaration that is open can be named.",
    ),
    Own.NOT_THE_MOVER: Reason(
        "It is another seat's declaration",
        "This is {seat_name}'s to do: {seat_name} declared it.",
        "Leave it to {seat_name}.",
    ),
    Own.UNKNOWN_RESULT: Reason(
        "No earlier action wrote this",
        "No earlier action of this declaration writes {result_reference}.",
        "Name what stands on the network, or what an earlier action writes: a1.node or a1.edge for action 1.",
    ),
}
