"""The amendments of Afterverse: what is judged otherwise since when, and why."""

from domain.core.amendment import RuleAmendment
from domain.core.identifier import RuleId

LOWER_POOLS = RuleAmendment(
    1,
    "2026-12-15",
    (RuleId("team.teamwork"),),
    "after a glitch in leading the lower pools count",
    "After a glitch in a test of Leadership the rolls of the smallest pools count; of equal ones those "
    "with fewer hits. Until then it was the rolls with the fewest hits, whatever was rolled for them; "
    "but where the text has results count it says so, and after a glitch it has “the lower dice pools” "
    "used instead.",
)

AMENDMENTS = (LOWER_POOLS,)
