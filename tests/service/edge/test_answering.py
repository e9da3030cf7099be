"""What a stale move is told: as much as an answer holds, and where the rest is."""

from datetime import UTC, datetime
from uuid import UUID

from verger.domain.core.since import OLDEST
from verger.service.edge.answering import SINCE_BYTES, problem_of
from verger.service.log.row import Row
from verger.service.play.answer import Stale

SESSION = UUID(int=1)
HUGE = f'"{"x" * SINCE_BYTES}"'


def row(version: int, data: str) -> Row:
    now = datetime.now(UTC)
    return Row(SESSION, version, "seal_note", "s1", None, None, data, None, b"", b"", OLDEST, now)


def test_an_event_that_fills_an_answer_alone_is_told_alone() -> None:
    problem = problem_of(Stale(SESSION, 4, 6, [row(5, HUGE), row(6, HUGE)]))
    assert len(problem.events) == 1
    assert problem.facts == {"version_expected": 4, "head": 6, "next_after": 5}


def test_what_an_answer_just_holds_is_told_whole() -> None:
    problem = problem_of(Stale(SESSION, 4, 6, [row(5, "{}"), row(6, "{}")]))
    assert len(problem.events) == 2
    assert problem.facts == {"version_expected": 4, "head": 6}
