"""Drawn lines lead from the border of one box to the border of another, around everything else."""

import math
import re
from itertools import pairwise

from verger.projections.picture.arrow import arrow
from verger.projections.picture.entry import Box, Places, Tie
from verger.projections.picture.routing import TieRoute, curve_point, routes
from verger.projections.picture.shape import PlacedShape, Spot

ONE, OTHER = PlacedShape("thing", 0, 0, 120, 44), PlacedShape("thing", 600, 0, 120, 44)
_STEPS = 24


def drawn(line: str) -> list[Spot]:
    """The points of a drawn line of straight pieces and curves."""
    spots: list[Spot] = []
    for sort, told in re.findall(r"([MLQ])([-\d. ]+)", line.split('"')[3]):
        x, y, *end = (float(one) for one in told.split())
        if sort == "Q":
            start, last = spots[-1], (end[0], end[1])
            spots += [
                curve_point(start, last, (x, y), step / _STEPS) for step in range(1, _STEPS + 1)
            ]
        else:
            spots.append((x, y))
    return spots


def meets(spots: list[Spot], box: PlacedShape) -> bool:
    return any(
        abs(x - box.x) * 2 < box.width and abs(y - box.y) * 2 < box.height
        for (a, b), (c, d) in pairwise(spots)
        for x, y in (((a + (c - a) * step / 8), b + (d - b) * step / 8) for step in range(9))
    )


def test_a_curve_is_drawn_through_its_free_place() -> None:
    spots = drawn(arrow(ONE, OTHER, TieRoute(240, 50, 0, 0), forth=False))
    assert abs(max(y for _, y in spots) - 120) <= 2
    assert not any(meets(spots[1:-1], one) for one in (ONE, OTHER))


def test_corners_are_turned_without_touching_the_obstacle() -> None:
    wall = {f"w{number}": Box(f"w{number}", 60, 240) for number in range(5)}
    boxes = {"n1": Box("n1", 120, 44), "n2": Box("n2", 120, 44), **wall}
    places: Places = {"n1": (0, 0), "n2": (600, 0)}
    places |= {id: (300, (number - 2) * 264) for number, id in enumerate(wall)}
    (way,) = routes(boxes, {"e1": Tie("e1", "n1", "n2", 48, 15)}, places).values()
    assert way.corners
    spots = drawn(arrow(ONE, OTHER, way))
    assert not any(
        meets(spots, PlacedShape("thing", *places[id], box.width, box.height))
        for id, box in wall.items()
    )
    assert sum(math.dist(*piece) for piece in pairwise(spots)) < 900
