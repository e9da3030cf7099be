"""Refusals about buying or losing controlling interest."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class InterestCodes(Codes):
    """The codes about controlling interest."""

    INTEREST_OFF = ReasonCode(
        "interest_off",
        "The table plays without controlling interest",
        "The house rule for controlling interest is off.",
        "Go on without controlling interest, or have the table choose it as a house rule.",
        ways={
            "choose_house_rule": "Propose `choose_house_rule` with `controlling_interest`: `on`.",
        },
    )
    INTEREST_FULL = ReasonCode(
        "interest_full",
        "The element's power covers no more interest",
        "“{element_label}” has power {element_power}, and all points that this power covers are bought.",
        "Wait until the element has more power.",
    )
    INTEREST_COVERED = ReasonCode(
        "interest_covered",
        "Nobody has to lose interest",
        "The power of “{element_label}” covers all points of interest in it.",
        "Go on playing: the power covers all points.",
    )
    NOT_YOURS_TO_SAY = ReasonCode(
        "not_yours_to_say",
        "Another seat chooses who loses",
        "{seat_name} chooses who loses interest.",
        "Wait for {seat_name}.",
    )
    NOTHING_NARRATED = ReasonCode(
        "nothing_narrated",
        "There is no narration to doubt",
        "There is no narration of {seat_name} in this conflict that this seat could doubt.",
        "Choose another participant that has rolled, or wait until another participant rolls.",
    )
    NOTHING_DOUBTED = ReasonCode(
        "nothing_doubted",
        "Nobody doubts this narration",
        "Nobody doubts the narration of {seat_name}.",
        "Leave the narration as it is.",
    )
    NO_INTEREST = ReasonCode(
        "no_interest",
        "The seat has no interest in this element",
        "{seat_name} has no point in “{element_label}”.",
        "Choose a seat that has interest in it.",
    )
