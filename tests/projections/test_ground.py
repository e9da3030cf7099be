"""The ground of a layout knows the free places, and the costs of crossing lines and boxes."""

import pytest

from verger.projections.picture.ground import COVERED, CROSSED, PASSED, Ground, Point, Size

SMALL = Size(50, 20)


def ground() -> Ground:
    found = Ground()
    for id, at in {"n1": (-400, 0), "n2": (400, 0), "n3": (0, 300)}.items():
        found.stand(id, SMALL, at)
    found.run("e1", ("n1", "n2"))
    return found


@pytest.mark.parametrize(
    ("at", "is_free"),
    [((0, 0), True), ((-320, 0), False), ((-400, 50), True), ((-400, 49), False)],
)
def test_a_box_has_room_where_no_other_stands(at: Point, is_free: bool) -> None:
    assert ground().is_free(SMALL, at, 10) == is_free


def test_a_line_through_a_box_costs_unless_it_is_its_own() -> None:
    assert ground().covered("n4", SMALL, (0, 0)) == COVERED
    assert ground().covered("n4", SMALL, (0, 60)) == 0
    assert ground().covered("n1", SMALL, (-400, 0)) == 0


@pytest.mark.parametrize(
    ("start", "cost"), [((0, -300), CROSSED), ((0, 60), 0), ((0, 900), 0), ((-900, 0), 0)]
)
def test_crossing_a_line_costs(start: Point, cost: int) -> None:
    assert ground().crossed("n4", start, "n3") == cost


def test_running_through_a_box_costs() -> None:
    assert ground().crossed("n4", (900, 0), "n1") == PASSED


def test_removed_boxes_and_lines_leave_their_places_free() -> None:
    found = ground()
    found.rub("e1", ("n1", "n2"))
    assert found.covered("n4", SMALL, (0, 0)) == 0
    found.lift("n3")
    assert found.is_free(SMALL, (0, 300), 10)
