"""The ground of a layout: the placed boxes and lines, and the cost of each possible place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

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


_Room = tuple[int, int, int, int]
"""The middle of a box, and half its width and height, with the space that lines leave free."""
_NOTHING: Mapping[str, Any] = {}
"""The contents of an empty square: no boxes and no lines."""


class Ground:
    """Boxes and lines, indexed by the squares that they touch."""

    def __init__(self) -> None:
        self.sizes: dict[str, Size] = {}
        self.places: dict[str, Point] = {}
        self._boxes: dict[Point, dict[str, _Room]] = {}
        self._lines: dict[Point, dict[str, CentreLine]] = {}

    def stand(self, id: str, size: Size, at: Point) -> None:
        """Add a box."""
        self.sizes[id], self.places[id] = size, at
        room = *at, size.across + _CLEAR, size.down + _CLEAR
        for cell in _squares(at, size):
            self._boxes.setdefault(cell, {})[id] = room

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
        """Remove a line. Its boxes must still be there."""
        for cell in _along(self.places[ends[0]], self.places[ends[1]]):
            del self._lines[cell][name]

    def is_free(self, size: Size, at: Point, gap: int) -> bool:
        """Return whether there is room for a box of this size, with a gap around it."""
        (a, b), across, down = at, size.across + gap, size.down + gap
        cells = _squares(at, (across, down))
        across, down = across - _CLEAR, down - _CLEAR
        for cell in cells:
            for x, y, wide, high in self._boxes.get(cell, _NOTHING).values():
                if abs(x - a) < across + wide and abs(y - b) < down + high:
                    return False
        return True

    def covered(self, id: str, size: Size, at: Point) -> int:
        """Return the cost of the lines that would run through a box at this place, without its own lines."""
        wide = size.across + _CLEAR, size.down + _CLEAR
        lines: set[str] = set()
        for cell in _squares(at, wide):
            for name, (ends, start, end) in self._lines.get(cell, _NOTHING).items():
                if name not in lines and id not in ends and _meets(start, end, (*at, *wide)):
                    lines.add(name)
        return COVERED * len(lines)

    def crossed(self, id: str, start: Point, other: str) -> int:
        """Return the cost of the crossings and covered boxes of a line from a possible place to a placed box."""
        end = self.places[other]
        lines: set[str] = set()
        for cell in _along(start, end):
            for name, (ends, first, last) in self._lines.get(cell, _NOTHING).items():
                if (
                    name not in lines
                    and id not in ends
                    and other not in ends
                    and _cross(start, end, first, last)
                ):
                    lines.add(name)
        return CROSSED * len(lines) + PASSED * len(self.met(start, end, (id, other)))

    def is_clear(self, way: Iterable[Point], but: Sequence[str]) -> bool:
        """Return whether a route runs through no box except the boxes in `but`."""
        return not any(True for piece in pairwise(way) for _ in self._meeting(*piece, but))

    def met(self, start: Point, end: Point, but: Sequence[str]) -> dict[str, None]:
        """Return the boxes that a line runs through, except those in `but`, in the order of the line."""
        return dict.fromkeys(self._meeting(start, end, but))

    def _meeting(self, start: Point, end: Point, but: Sequence[str]) -> Iterator[str]:
        """Yield the boxes that a line runs through, each once, except those in `but`, in the order of the line."""
        seen: set[str] = set(but)
        for cell in _along(start, end):
            for id, room in self._boxes.get(cell, _NOTHING).items():
                if id not in seen:
                    seen.add(id)
                    if _meets(start, end, room):
                        yield id


def _squares(at: Point, size: tuple[int, int]) -> list[Point]:
    """Return the squares that a box touches."""
    (x, y), (across, down) = at, size
    rows = range((y - down) // _CELL, (y + down) // _CELL + 1)
    columns = range((x - across) // _CELL, (x + across) // _CELL + 1)
    return [(column, row) for column in columns for row in rows]


def _along(start: Point, end: Point) -> list[Point]:
    """Return the squares that a line runs through."""
    (x, y), (a, b) = (start, end) if start <= end else (end, start)
    first, last = x // _CELL, a // _CELL
    squares: list[Point] = []
    top = y
    for column in range(first, last + 1):
        right = (column + 1) * _CELL
        bottom = y + (b - y) * (right - x) // (a - x) if column < last else b
        rows = (top, bottom) if top <= bottom else (bottom, top)
        squares += [(column, row) for row in range(rows[0] // _CELL, rows[1] // _CELL + 1)]
        top = bottom
    return squares


def _cross(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Return whether two lines cross."""
    (px, py), (qx, qy), (rx, ry), (sx, sy) = p, q, r, s
    ax, ay, bx, by = qx - px, qy - py, sx - rx, sy - ry
    if (ax * (ry - py) > ay * (rx - px)) == (ax * (sy - py) > ay * (sx - px)):
        return False
    return (bx * (py - ry) > by * (px - rx)) != (bx * (qy - ry) > by * (qx - rx))


def _meets(p: Point, q: Point, room: _Room) -> bool:
    """Return whether a line runs through a box."""
    (px, py), (qx, qy), (x, y, across, down) = p, q, room
    if (
        (px < x - across and qx < x - across)
        or (px > x + across and qx > x + across)
        or (py < y - down and qy < y - down)
        or (py > y + down and qy > y + down)
    ):
        return False
    # Corners of the box are on both sides of the line if the corner that reaches farthest towards
    # the line is beyond it.
    ax, ay = qx - px, qy - py
    return abs(ax * (y - py) - ay * (x - px)) <= abs(ax) * down + abs(ay) * across
