"""The ground of a layout: the boxes and lines on it, and the cost of a place."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

Point = tuple[int, int]

CROSSED, PASSED, COVERED = 150, 400, 400
"""Costs in units of distance: a crossed line; a box that a new line runs through; an existing line
through a new box."""
_CELL = 160
_CLEAR = 3
"""The minimum distance between a line and a box."""


class Size(NamedTuple):
    """Half the width and half the height of a box."""

    across: int
    down: int


class CentreLine(NamedTuple):
    """A straight line between the middles of two boxes."""

    ends: tuple[str, str]
    start: Point
    end: Point


class Ground:
    """Boxes and lines, indexed by the squares that they touch."""

    def __init__(self) -> None:
        self.sizes: dict[str, Size] = {}
        self.places: dict[str, Point] = {}
        self._cleared: dict[str, Size] = {}
        """The sizes, including the space that lines should leave free."""
        self._boxes: dict[Point, dict[str, None]] = {}
        self._lines: dict[Point, dict[str, CentreLine]] = {}

    def stand(self, id: str, size: Size, at: Point) -> None:
        """Add a box."""
        self.sizes[id], self.places[id], self._cleared[id] = size, at, _cleared(size)
        for cell in _squares(at, size):
            self._boxes.setdefault(cell, {})[id] = None

    def lift(self, id: str) -> None:
        """Remove a box."""
        for cell in _squares(self.places.pop(id), self.sizes.pop(id)):
            del self._boxes[cell][id]

    def run(self, name: str, ends: tuple[str, str]) -> None:
        """Add a line between two placed boxes."""
        line = CentreLine(ends, self.places[ends[0]], self.places[ends[1]])
        for cell in _along(line.start, line.end):
            self._lines.setdefault(cell, {})[name] = line

    def rub(self, name: str, ends: tuple[str, str]) -> None:
        """Remove a line, before its boxes are removed."""
        for cell in _along(self.places[ends[0]], self.places[ends[1]]):
            del self._lines[cell][name]

    def is_free(self, size: Size, at: Point, gap: int) -> bool:
        """Return whether there is room for a box of this size, with a gap around it."""
        across, down = size.across + gap, size.down + gap
        for cell in _squares(at, Size(across, down)):
            for id in self._boxes.get(cell, ()):
                (x, y), other = self.places[id], self.sizes[id]
                if abs(x - at[0]) < across + other.across and abs(y - at[1]) < down + other.down:
                    return False
        return True

    def copy(self) -> "Ground":
        """Return a copy, to try another layout."""
        other = Ground()
        other.sizes, other.places = dict(self.sizes), dict(self.places)
        other._cleared = dict(self._cleared)
        other._boxes = {cell: dict(ids) for cell, ids in self._boxes.items()}
        other._lines = {cell: dict(lines) for cell, lines in self._lines.items()}
        return other

    def covered(self, id: str, size: Size, at: Point) -> int:
        """Return the cost of lines through a box, without its own lines."""
        wide = _cleared(size)
        lines = {
            name
            for cell in _squares(at, wide)
            for name, line in self._lines.get(cell, {}).items()
            if id not in line.ends and _meets(line.start, line.end, at, wide)
        }
        return COVERED * len(lines)

    def crossed(self, id: str, start: Point, other: str) -> int:
        """Return the cost of a line from a possible place of a box to a placed box."""
        end = self.places[other]
        lines = {
            name
            for cell in _along(start, end)
            for name, line in self._lines.get(cell, {}).items()
            if id not in line.ends
            and other not in line.ends
            and _cross(start, end, line.start, line.end)
        }
        return CROSSED * len(lines) + PASSED * self.passed((start, end), (id, other))

    def passed(self, way: Sequence[Point], but: Sequence[str]) -> int:
        """Return the number of boxes that a route runs through, except these."""
        return len({id for start, end in pairwise(way) for id in self.met(start, end, but)})

    def met(self, start: Point, end: Point, but: Sequence[str]) -> dict[str, None]:
        """Return the boxes that a line runs through, except these, in the order of the line."""
        near = dict.fromkeys(id for cell in _along(start, end) for id in self._boxes.get(cell, ()))
        return {
            id: None
            for id in near
            if id not in but and _meets(start, end, self.places[id], self._cleared[id])
        }


def _cleared(size: Size) -> Size:
    """Return the size of a box with the space that lines should leave free around it."""
    return Size(size.across + _CLEAR, size.down + _CLEAR)


def _squares(at: Point, size: Size) -> Iterator[Point]:
    """Yield the squares that a box touches."""
    (x, y), (across, down) = at, size
    for column in range((x - across) // _CELL, (x + across) // _CELL + 1):
        for row in range((y - down) // _CELL, (y + down) // _CELL + 1):
            yield column, row


def _along(start: Point, end: Point) -> Iterator[Point]:
    """Yield the squares that a line runs through."""
    (x, y), (a, b) = (start, end) if start <= end else (end, start)
    first, last = x // _CELL, a // _CELL
    for column in range(first, last + 1):
        left, right = max(x, column * _CELL), min(a, (column + 1) * _CELL)
        top = y + (b - y) * (left - x) // (a - x) if a > x else y
        bottom = y + (b - y) * (right - x) // (a - x) if a > x else b
        if top > bottom:
            top, bottom = bottom, top
        for row in range(top // _CELL, bottom // _CELL + 1):
            yield column, row


def _cross(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Return whether two lines cross."""
    (px, py), (qx, qy), (rx, ry), (sx, sy) = p, q, r, s
    ax, ay, bx, by = qx - px, qy - py, sx - rx, sy - ry
    if (ax * (ry - py) > ay * (rx - px)) == (ax * (sy - py) > ay * (sx - px)):
        return False
    return (bx * (py - ry) > by * (px - rx)) != (bx * (qy - ry) > by * (qx - rx))


def _meets(p: Point, q: Point, at: Point, size: Size) -> bool:
    """Return whether a line runs through a box."""
    (px, py), (qx, qy), (x, y), (across, down) = p, q, at, size
    if (
        (px < x - across and qx < x - across)
        or (px > x + across and qx > x + across)
        or (py < y - down and qy < y - down)
        or (py > y + down and qy > y + down)
    ):
        return False
    # Its corners are on both sides of the line if the corner farthest from the middle is.
    ax, ay = qx - px, qy - py
    return abs(ax * (y - py) - ay * (x - px)) <= abs(ax) * down + abs(ay) * across
