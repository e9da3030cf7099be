"""A lattice: where boxes stand that are to stand in rows and columns, as a map's zones do."""

from collections.abc import Iterable, Sequence
from math import hypot

from verger.projections.picture.ground import Point

ACROSS, DOWN = 312, 330
"""How far columns and rows are apart: room for a zone, and for what it takes to cross to the next."""
COLUMNS = 4
"""The most columns, as long as there is room in them."""
_REACH = 6
_LOWER = 1.6
"""How much farther below counts than beside: what is tied stands in one row."""
_WIDE = 2_000
"""What another column costs beyond the most."""


def cells(places: Iterable[Point], ends: Sequence[Point]) -> list[tuple[float, Point]]:
    """The cells around what stands, each with what it costs, the cheapest first.

    They are counted from these ends, or where there are none, from what stands since last.
    """
    there = list(places) or [(0, 0)]
    columns = [x // ACROSS for x, _ in there]
    left, right = min(columns), max(columns)
    near = ends or there[-1:]
    found = {
        (x + column * ACROSS, y + row * DOWN)
        for x, y in near
        for column in range(-_REACH, _REACH + 1)
        for row in range(-_REACH, _REACH + 1)
    }
    return sorted((_cost(cell, near, left, right), cell) for cell in found)


def _cost(cell: Point, ends: Sequence[Point], left: int, right: int) -> float:
    column = cell[0] // ACROSS
    many = max(right, column) - min(left, column) + 1
    far = sum(hypot(cell[0] - x, (cell[1] - y) * _LOWER) for x, y in ends)
    # What is new goes to the right and down, as one reads.
    back = (cell[0] < ends[0][0]) * 40 + (cell[1] < ends[0][1]) * 20
    return far + back + _WIDE * max(0, many - max(COLUMNS, right - left + 1))
