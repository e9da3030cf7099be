"""A rewind undoes and redoes the difference between the timelines before and after it."""

from hypothesis import given
from hypothesis import strategies as some

from tests.support.rewinding import REWINDS, Rewinds, after
from verger.domain.core.timeline import shifts, spans

Spans = tuple[tuple[int, int], ...]


def versions(ranges: list[tuple[int, int]] | Spans) -> set[int]:
    """Return the versions in these ranges."""
    return {version for first, last in ranges for version in range(first, last + 1)}


@given(REWINDS)
def test_a_rewind_undoes_versions_that_leave_the_line_and_redoes_versions_that_come_back(
    rewinds: Rewinds,
) -> None:
    timeline = after(*rewinds)
    for shift in shifts(timeline):
        before, then = (versions(spans(timeline, at)) for at in (shift.version - 1, shift.version))
        assert versions(shift.undone) == before - then
        assert versions(shift.redone) == then - before


def test_two_thousand_undos_of_a_move_each_are_followed_back_one_branch() -> None:
    alternating = [(version, version - 2) for version in range(3, 4_003, 2)]
    assert {shift.undone for shift in shifts(after(*alternating))} == {
        ((version - 1, version - 1),) for version, _ in alternating
    }


@given(some.lists(some.tuples(some.integers(-9, 30), some.integers(-9, 30)), max_size=12))
def test_the_rewinds_of_a_forged_log_are_followed_to_an_end(rewinds: list[tuple[int, int]]) -> None:
    assert [shift.version for shift in shifts(after(*rewinds))] == [at for at, _ in rewinds]
