"""Refusals about granting and revoking control."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class ControlCodes(Codes):
    """The codes about control of elements and characters."""

    NOT_IN_CONTROL = ReasonCode(
        "not_in_control",
        "Another seat has to grant this",
        "{seat_name} does not control “{element_label}” by right.",
        "Leave the grant to the seat that controls the element by right.",
    )
    ALREADY_GRANTED = ReasonCode(
        "already_granted",
        "Control is granted already",
        "{seat_name} has control of “{element_label}” by this grant already.",
        "Go on playing: the grant holds until it is taken back.",
    )
    NOT_GRANTED = ReasonCode(
        "not_granted",
        "No such grant",
        "No grant of this seat gives {seat_name} control of “{element_label}”.",
        "Leave it to the seat that granted control.",
    )
