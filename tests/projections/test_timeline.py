"""The timeline: the current line of play, branches that were left, and the targets of undo and redo."""

import pytest
from hypothesis import given

from tests.support.rewinding import REWINDS, Rewinds, after
from verger.domain.core.identifier import SeatId
from verger.domain.core.past import THE_ACTION, Deed
from verger.domain.core.timeline import Timeline
from verger.projections.timeline import TimelineView, timeline

ANN = SeatId("s1")
Spans = list[tuple[int, int]]


def shown(version: int, *rewinds: tuple[int, int]) -> TimelineView:
    """Show the timeline at a version, after these rewinds."""
    deeds = {at: Deed(ANN, f"Move {at}.", at > 1, has_dice=False) for at in range(1, version + 1)}
    return timeline(after(*rewinds), version, deeds)


def branches(view: TimelineView) -> list[tuple[int, int, int, int]]:
    """Return for each branch its first and last version, the version before it, and the rewind that left it."""
    return [(one.first, one.last, one.after, one.undone_by) for one in view.branches]


def test_play_without_a_rewind_is_one_line() -> None:
    view = shown(9)
    assert (view.current, view.undo, view.redo, branches(view)) == (9, 8, None, [])


def test_at_the_start_there_is_nothing_to_undo() -> None:
    view = shown(1)
    assert (view.undo, view.actions) == (None, ())


def test_undone_play_is_a_branch_and_redo_follows_it() -> None:
    view = shown(10, (10, 7))
    assert (view.current, view.undo, view.redo) == (7, 6, 8)
    assert branches(view) == [(8, 9, 7, 10)]


def test_undone_step_by_step_it_is_one_branch() -> None:
    view = shown(12, (10, 8), (11, 7), (12, 6))
    assert (view.current, view.undo, view.redo) == (6, 5, 7)
    assert branches(view) == [(7, 9, 6, 10)]


def test_redone_it_is_the_line_again() -> None:
    view = shown(11, (10, 7), (11, 9))
    assert (view.current, view.undo, view.redo, branches(view)) == (9, 8, None, [])


def test_moves_after_an_undo_leave_the_undone_ones_as_a_branch() -> None:
    view = shown(12, (10, 7))
    assert [(span.first, span.last) for span in view.line] == [(1, 7), (11, 12)]
    assert (view.undo, view.redo) == (11, None)
    assert branches(view) == [(8, 9, 7, 10)]


def test_the_first_move_after_an_undo_is_undone_to_where_it_began() -> None:
    assert shown(11, (10, 7)).undo == 7


def test_two_undone_ways_are_two_branches_the_oldest_first() -> None:
    view = shown(13, (10, 7), (13, 7))
    assert branches(view) == [(8, 9, 7, 10), (11, 12, 7, 13)]
    assert view.redo == 11


@pytest.mark.parametrize(("to", "line"), [(9, [(1, 9)]), (12, [(1, 7), (11, 12)])])
def test_any_branch_may_be_gone_back_to(to: int, line: Spans) -> None:
    view = shown(14, (10, 7), (13, 7), (14, to))
    assert [(span.first, span.last) for span in view.line] == line
    assert len(view.branches) == 1


def test_a_branch_that_left_a_branch_names_it_as_its_parent() -> None:
    view = shown(16, (10, 7), (14, 12), (16, 7))
    assert branches(view) == [(8, 9, 7, 10), (11, 13, 7, 14), (15, 15, 12, 16)]
    assert [branch.parent for branch in view.branches] == [None, None, 11]


def test_the_rewind_that_undid_a_branch_is_the_last_one_that_left_it() -> None:
    assert branches(shown(12, (10, 7), (11, 9), (12, 7))) == [(8, 9, 7, 12)]


def test_a_branch_after_a_rewind_to_a_rewind_goes_on_from_its_target() -> None:
    assert branches(shown(14, (10, 7), (11, 10), (14, 7)))[-1] == (12, 13, 7, 14)


@given(REWINDS)
def test_the_line_the_branches_and_the_rewinds_are_the_whole_log(rewinds: Rewinds) -> None:
    head = rewinds[-1][0] if rewinds else 1
    view = shown(head, *rewinds)
    parts = [version for at in view.branches for version in range(at.first, at.last + 1)]
    parts += [version for at in view.line for version in range(at.first, at.last + 1)]
    assert sorted([*parts, *(version for version, _ in rewinds)]) == list(range(1, head + 1))


def test_a_move_is_undone_with_its_whole_action_and_events_of_the_table_are_not() -> None:
    own, plain = frozenset({"d1"}), Deed(ANN, "Limit.", is_of_play=False, has_dice=False)
    declared = Deed(ANN, "Declared.", is_of_play=True, has_dice=False, actions=own)
    deeds = {2: declared, 3: declared, 4: plain._replace(is_of_play=True), 5: declared, 6: plain}
    view = timeline(Timeline(), 6, deeds)
    assert (view.undo, view.actions[0].versions) == (1, (2, 3, 5))
    assert [action.version for action in view.actions] == [2, 4]


def test_an_action_of_a_game_with_one_action_at_a_time_ends_before_the_next() -> None:
    one = Deed(ANN, "Go.", is_of_play=True, has_dice=True, actions=frozenset({THE_ACTION}))
    deeds = {2: one._replace(begins=True), 3: one, 4: one._replace(begins=True), 5: one}
    found = timeline(Timeline(), 5, deeds).actions
    assert [(action.versions, action.throws) for action in found] == [
        ((4, 5), (4, 5)),
        ((2, 3), (2, 3)),
    ]
