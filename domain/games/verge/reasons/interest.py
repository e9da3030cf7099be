"""Refusals about buying or losing controlling interest."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class InterestCodes(Codes):
    """The codes about controlling interest."""

    INTEREST_OFF = ReasonCode(
        "interest_off",
        "There is no controlling interest here",
        "This table plays without controlling interest.",
        "Only the table can change this, by a house rule.",
        ways={
            "choose_house_rule": "Propose `choose_house_rule` with `controlling_interest`: `on`.",
        },
    )
    INTEREST_FULL = ReasonCode(
        "interest_full",
        "Its power covers no more interest",
        "“{element_label}” has power {element_power}, and all points that it covers are bought.",
        "Only more power covers more points.",
    )
    INTEREST_COVERED = ReasonCode(
        "interest_covered",
        "Nobody has to lose interest",
        "The power of “{element_label}” covers the points in it.",
        "Nothing needs to be done.",
    )
    NOT_YOURS_TO_SAY = ReasonCode(
        "not_yours_to_say",
        "It is another seat's to say",
        "{seat_name} says who loses.",
        "Wait for {seat_name}.",
    )
    NOTHING_NARRATED = ReasonCode(
        "nothing_narrated",
        "There is no narration to doubt",
        "There is no narration of {seat_name} in this conflict that this seat could doubt.",
        "Only another participant that has rolled has a narration to doubt.",
    )
    NOTHING_DOUBTED = ReasonCode(
        "nothing_doubted",
        "Nobody doubts this narration",
        "Nobody doubts the narration of {seat_name}.",
        "Only a doubted narration can be reworded or accepted.",
    )
    NO_INTEREST = ReasonCode(
        "no_interest",
        "This seat has no interest in it",
        "{seat_name} has no point in “{element_label}”.",
        "Only a seat that has interest in it can lose some.",
    )
