"""A lattice: places in rows and columns, for boxes such as a map's zones."""

from collections.abc import Iterable, Sequence
from math import hypot

from verger.projections.picture.ground import Point

ACROSS, DOWN = 312, 330
"""The distance of columns and rows: room for a zone, and for the texts at its borders."""
COLUMNS = 4
"""The preferred maximum number of columns."""
_REACH = 6
_LOWER = 1.6
"""The weight of vertical distance compared to horizontal distance, so that tied boxes are in one
row."""
_WIDE = 2_000
"""The cost of each column above the preferred maximum."""


def cells(places: Iterable[Point], ends: Sequence[Point]) -> list[tuple[float, Point]]:
    """Return the cells around the placed boxes, each with its cost, the cheapest first.

    The cost grows with the distance from `ends`. Without ends, it grows with the distance from the
    last placed box.
    """
    placed = list(places) or [(0, 0)]
    columns = [x // ACROSS for x, _ in placed]
    left, right = min(columns), max(columns)
    near = ends or placed[-1:]
    cells = {
        (x + column * ACROSS, y + row * DOWN)
        for x, y in near
        for column in range(-_REACH, _REACH + 1)
        for row in range(-_REACH, _REACH + 1)
    }
    return sorted((_cost(cell, near, left, right), cell) for cell in cells)


def _cost(cell: Point, ends: Sequence[Point], left: int, right: int) -> float:
    column = cell[0] // ACROSS
    many = max(right, column) - min(left, column) + 1
    far = sum(hypot(cell[0] - x, (cell[1] - y) * _LOWER) for x, y in ends)
    # New boxes go to the right and down, in the direction of reading.
    back = (cell[0] < ends[0][0]) * 40 + (cell[1] < ends[0][1]) * 20
    return far + back + _WIDE * max(0, many - max(COLUMNS, right - left + 1))
