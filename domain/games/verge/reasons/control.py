"""Refusals about granting and revoking control."""

from verger.domain.core.reason import Reason
from verger.domain.games.verge.reason import Code as Own

REASONS: dict[Own, Reason] = {
    Own.NOT_IN_CONTROL: Reason(
        "It is another seat's to grant",
        "{seat_name} does not control “{element_label}” by right.",
        "Only who controls it by right grants it; what was granted cannot be granted on.",
    ),
    Own.ALREADY_GRANTED: Reason(
        "It is granted already",
        "{seat_name} has control of “{element_label}” by this grant already.",
        "It holds until it is taken back.",
    ),
    Own.NOT_GRANTED: Reason(
        "No such grant",
        "There is no grant of this seat's that gives {seat_name} control of “{element_label}”.",
        "Only who granted control takes it back.",
    ),
}
