"""Refusals of corrections to the network."""

from verger.domain.core.reason import Reason
from verger.domain.games.verge.reason import Code as Own

REASONS: dict[Own, Reason] = {
    Own.NO_SUCH_MARK: Reason(
        "There is no such mark",
        "“{element_label}” has no {mark}.",
        "Only a mark that it has can be removed.",
    ),
    Own.NOT_ELIMINATED: Reason(
        "It is not eliminated",
        "“{element_label}” takes part in play.",
        "Only what was eliminated can be restored.",
    ),
    Own.WOULD_FALL: Reason(
        "It would be eliminated again at once",
        "“{element_label}” with the marks {marks} is eliminated by the rules.",
        "Remove strikes or add ratifications first, in the same amendment.",
    ),
    Own.NEEDED_NOW: Reason(
        "The turn under way needs it",
        "“{element_label}” is about to be joined in the turn under way.",
        "Wait until it is joined.",
    ),
}
