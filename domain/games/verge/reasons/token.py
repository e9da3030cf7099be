"""Refusals about boosts and bribes."""

from verger.domain.core.reason import Reason
from verger.domain.games.verge.reason import Code as Own

REASONS: dict[Own, Reason] = {
    Own.BOOSTS_OUT: Reason(
        "The seat's boost is in play",
        "The bank holds no boost that could go with {seat_name}'s seat.",
        "Wait until a boost is back in the bank.",
    ),
    Own.NO_BOOSTS: Reason(
        "The bank has no boost",
        "There is no boost in the bank.",
        "Wait until the GM spends one, or somebody takes a bribe back.",
    ),
    Own.BRIBE_ACTIVE: Reason(
        "A bribe is out already",
        "{seat_name} has a bribe on “{element_label}” and may have one at a time.",
        "Award it or take it back first.",
    ),
    Own.NO_BRIBE: Reason(
        "No bribe is out",
        "{seat_name} has no active bribe.",
        "Only who has a bribe out awards it or takes it back.",
    ),
}
