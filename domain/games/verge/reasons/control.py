"""Refusals about granting and revoking control."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class ControlCodes(Codes):
    """The codes about control of elements and characters."""

    NOT_IN_CONTROL = ReasonCode(
        "not_in_control",
        "It is another seat's to grant",
        "{seat_name} does not control “{element_label}” by right.",
        "Only who controls it by right grants it; what was granted cannot be granted on.",
    )
    ALREADY_GRANTED = ReasonCode(
        "already_granted",
        "It is granted already",
        "{seat_name} has control of “{element_label}” by this grant already.",
        "It holds until it is taken back.",
    )
    NOT_GRANTED = ReasonCode(
        "not_granted",
        "No such grant",
        "There is no grant of this seat's that gives {seat_name} control of “{element_label}”.",
        "Only who granted control takes it back.",
    )
