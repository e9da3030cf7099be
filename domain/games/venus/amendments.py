"""The amendments of the Venus Engine: what is judged otherwise since when, and why."""

from domain.core.amendment import RuleAmendment
from domain.core.identifier import RuleId

SPECIAL_TURNED = RuleAmendment(
    1,
    "2026-11-27",
    (RuleId("task.subvert"),),
    "special consequences may be turned too",
    "The FC may turn a special secondary consequence of the actor's sheet that nobody bought. Until "
    "then only the four that every task has could be turned; but the text has the FC turn “a "
    "secondary consequence that you did not choose”, calls the special ones secondary too, and "
    "leaves none out.",
)

AMENDMENTS = (SPECIAL_TURNED,)
