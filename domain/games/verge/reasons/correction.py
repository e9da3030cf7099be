"""Refusals of corrections to the network."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class CorrectionCodes(Codes):
    """The codes about corrections."""

    NO_SUCH_MARK = ReasonCode(
        "no_such_mark",
        "There is no such mark",
        "“{element_label}” has no {mark}.",
        "Only a mark that it has can be removed.",
    )
    NOT_ELIMINATED = ReasonCode(
        "not_eliminated",
        "It is not eliminated",
        "“{element_label}” takes part in play.",
        "Only what was eliminated can be restored.",
    )
    WOULD_FALL = ReasonCode(
        "would_fall",
        "It would be eliminated again at once",
        "“{element_label}” with the marks {marks} is eliminated by the rules.",
        "Remove strikes or add ratifications first, in the same amendment.",
    )
    NEEDED_NOW = ReasonCode(
        "needed_now",
        "The turn under way needs it",
        "“{element_label}” is about to be joined in the turn under way.",
        "Wait until it is joined.",
    )
