"""Layouts of whole networks: even with many nodes, no edge runs through a node that it does not join."""

import re
from itertools import pairwise

import pytest

from bench.layouts import seen
from bench.networks import invented, load
from tests.support.few import few
from verger.projections.picture.arrangement import Stand, arranged
from verger.projections.picture.arrow import arrow
from verger.projections.picture.entry import Tidy
from verger.projections.picture.ground import Ground, Point, Size
from verger.projections.picture.layout import LayoutBuilder
from verger.projections.picture.routing import TieRoute, curve_point
from verger.projections.picture.shape import PlacedShape
from verger.service.layout.drawing import drawn

NODES = 300
_STEPS = 40


def spots(line: str) -> list[Point]:
    """The points of a drawn line, with many points for each curve."""
    found: list[Point] = []
    for sort, told in re.findall(r"([MLQ])([-\d. ]+)", line.split('"')[3]):
        x, y, *end = (int(one) for one in told.split())
        if sort == "Q":
            start, last = found[-1], (end[0], end[1])
            bow = (curve_point(start, last, (x, y), step / _STEPS) for step in range(1, _STEPS + 1))
            found += [(round(a), round(b)) for a, b in bow]
        else:
            found.append((x, y))
    return found


@pytest.mark.parametrize("seed", few([1, 2, 3], 1))
def test_no_edge_of_three_hundred_nodes_is_drawn_through_another_node(seed: int) -> None:
    growing = LayoutBuilder(drawn)
    growing.take(list(invented(NODES, seed)))
    frame = arranged(growing)
    ground = Ground()
    for id, stand in frame.stands.items():
        size = Size(stand.width // 2 - 3, stand.height // 2 - 3)
        ground.stand(id, size, (stand.x, stand.y))
    through = {
        name: ground.met(*piece, ends)
        for name, route in frame.routes.items()
        for ends in [name.split()[1:]]
        for piece in pieces(route, *(frame.stands[id] for id in ends))
        if ground.met(*piece, ends)
    }
    assert through == {}
    assert any(route.corners for route in frame.routes.values())


def test_an_upright_layout_is_higher_for_its_width() -> None:
    shapes = []
    for is_tall in (False, True):
        growing = LayoutBuilder(drawn, is_tall=is_tall)
        growing.take(list(invented(40, 1)))
        frame = arranged(growing)
        shapes.append(frame.width / frame.height)
    assert shapes[0] > 1 > shapes[1]


def test_the_layout_of_an_evening_crosses_about_as_little_as_one_that_is_drawn_at_its_end() -> None:
    events = list(load(40, 2))
    growing, drawn_once = LayoutBuilder(drawn), LayoutBuilder(drawn)
    growing.take(events)
    drawn_once.take([tuple(entry for event in events for entry in event), (Tidy(),)])
    live, fresh = (seen(one).crossings for one in (growing, drawn_once))
    assert live <= max(2, 1.5 * fresh)


def pieces(route: TieRoute, start: Stand, end: Stand) -> list[tuple[Point, Point]]:
    """The pieces of a route as it is drawn between two nodes."""
    found = spots(
        arrow(PlacedShape("thing", *ends(start)), PlacedShape("thing", *ends(end)), route)
    )
    return list(pairwise(found))


def ends(stand: Stand) -> tuple[int, int, int, int]:
    """The position and the size of a box."""
    return stand.x, stand.y, stand.width, stand.height
