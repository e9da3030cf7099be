"""Refusals of corrections to the network."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class CorrectionCodes(Codes):
    """The codes about corrections."""

    NO_SUCH_MARK = ReasonCode(
        "no_such_mark",
        "The element has no such mark",
        "“{element_label}” has no {mark}.",
        "Choose a mark that the element has.",
    )
    NOT_ELIMINATED = ReasonCode(
        "not_eliminated",
        "The element is not eliminated",
        "“{element_label}” takes part in play.",
        "Choose an element that was eliminated.",
    )
    WOULD_FALL = ReasonCode(
        "would_fall",
        "The element would be eliminated again",
        "With the marks {marks}, the rules would eliminate “{element_label}”.",
        "Remove strikes or add ratifications first, in the same amendment.",
    )
    NEEDED_NOW = ReasonCode(
        "needed_now",
        "The present turn needs this element",
        "The next step of the present turn needs “{element_label}”.",
        "Wait until this step is done.",
    )
