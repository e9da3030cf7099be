"""Refusals about buying or losing controlling interest."""

from verger.domain.core.reason import Reason
from verger.domain.games.verge.reason import Code as Own

REASONS: dict[Own, Reason] = {
    Own.INTEREST_OFF: Reason(
        "There is no controlling interest here",
        "This table plays without controlling interest.",
        "The table can agree on the house rule controlling_interest: on.",
    ),
    Own.INTEREST_FULL: Reason(
        "Its power covers no more interest",
        "“{element_label}” has power {element_power}, and all points that it covers are bought.",
        "Only more power covers more points.",
    ),
    Own.INTEREST_COVERED: Reason(
        "Nobody has to lose interest",
        "The power of “{element_label}” covers the points in it.",
        "Nothing needs to be done.",
    ),
    Own.NOT_YOURS_TO_SAY: Reason(
        "It is another seat's to say", "{seat_name} says who loses.", "Wait for {seat_name}."
    ),
    Own.NO_INTEREST: Reason(
        "This seat has no interest in it",
        "{seat_name} has no point in “{element_label}”.",
        "Only a seat that has interest in it can lose some.",
    ),
}
