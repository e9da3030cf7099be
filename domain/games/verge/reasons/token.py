"""Refusals about boosts and bribes."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class TokenCodes(Codes):
    """The codes about tokens."""

    BOOSTS_OUT = ReasonCode(
        "boosts_out",
        "The seat's boost is in play",
        "The seat of {seat_name} cannot be removed without its boost, and the bank holds no boost.",
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
        "The seat has a bribe already",
        "{seat_name} has a bribe on “{element_label}”, and each seat has at most one bribe at a time.",
        "Take it back first with `take_back_bribe`.",
        ways={
            "award_bribe": "Award it first with `award_bribe`.",
            "take_back_bribe": "Take it back with `take_back_bribe`.",
        },
    )
    NO_BRIBE = ReasonCode(
        "no_bribe",
        "The seat has no active bribe",
        "{seat_name} has no active bribe.",
        "Wait until you can place a bribe.",
        ways={
            "place_bribe": "Place a bribe first, with `place_bribe`.",
        },
    )
