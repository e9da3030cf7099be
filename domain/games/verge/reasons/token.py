"""Refusals about boosts and bribes."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class TokenCodes(Codes):
    """The codes about tokens."""

    BOOSTS_OUT = ReasonCode(
        "boosts_out",
        "The seat's boost is in play",
        "The bank holds no boost that could go with {seat_name}'s seat.",
        "Wait until a boost is back in the bank.",
    )
    NO_BOOSTS = ReasonCode(
        "no_boosts",
        "The bank has no boost",
        "There is no boost in the bank.",
        "Wait until the GM spends a boost, or somebody takes a bribe back.",
    )
    BRIBE_ACTIVE = ReasonCode(
        "bribe_active",
        "A bribe is out already",
        "{seat_name} has a bribe on “{element_label}”, and each seat has at most one bribe at a time.",
        "Award it first with `award_bribe`, or take it back with `take_back_bribe`.",
    )
    NO_BRIBE = ReasonCode(
        "no_bribe",
        "No bribe is out",
        "{seat_name} has no active bribe.",
        "Wait until you can place a bribe.",
        ways={
            "place_bribe": "Place a bribe first, with `place_bribe`.",
        },
    )
