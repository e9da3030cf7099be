"""The answer to a stale move: as many events as fit, and the place of the others."""

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


def test_an_event_that_fills_an_answer_is_returned_separately() -> None:
    problem = problem_of(Stale(SESSION, 4, 6, [row(5, HUGE), row(6, HUGE)]))
    assert len(problem.events) == 1
    assert problem.facts == {"version_expected": 4, "head": 6, "next_after": 5}


def test_events_that_just_fit_into_an_answer_are_returned_whole() -> None:
    problem = problem_of(Stale(SESSION, 4, 6, [row(5, "{}"), row(6, "{}")]))
    assert len(problem.events) == 2
    assert problem.facts == {"version_expected": 4, "head": 6}
