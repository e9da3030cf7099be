"""Ways between boxes: ties and their labels go around the obstacles."""

import pytest

from verger.projections.picture.entry import Box, Places, Tie
from verger.projections.picture.ground import Point
from verger.projections.picture.routing import BENDS, routes

BOXES = {"n1": Box("n1", 120, 44), "n2": Box("n2", 120, 44), "n3": Box("n3", 120, 44)}


def tie(number: int, width: int) -> Tie:
    return Tie(f"e{number}", "n1", "n2", width, 15)


@pytest.mark.parametrize("width", [60, 96, 132])
def test_a_label_that_has_no_room_between_two_boxes_is_led_around_them(width: int) -> None:
    places: Places = {"n1": (0, 0), "n2": (200, 0)}
    (way,) = routes(BOXES, {"e1": tie(1, width)}, places).values()
    clear = [abs(way.y) >= (44 + 15) / 2 or abs(way.x - x) >= (120 + width) / 2 for x in (0, 200)]
    assert all(clear)
    assert (way.bend == 0) == (width == 60)


@pytest.mark.parametrize("between", [(200, 0), (200, 10)])
def test_a_tie_goes_around_the_boxes_that_it_does_not_join(between: Point) -> None:
    places: Places = {"n1": (0, 0), "n2": (400, 0), "n3": between}
    (way,) = routes(BOXES, {"e1": tie(1, 48)}, places).values()
    assert way.bend != 0


def test_a_label_still_stands_between_its_ends_if_no_way_is_left() -> None:
    places: Places = {"n1": (0, 0), "n2": (400, 0)}
    ties = {f"e{number}": tie(number, 48) for number in range(len(BENDS) + 1)}
    assert all(100 < way.x < 300 for way in routes(BOXES, ties, places).values())
