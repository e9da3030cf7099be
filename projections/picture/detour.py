"""Detours: the shortest route with corners around the boxes between two others."""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import dist

from verger.projections.picture.ground import Ground, Point

NEAR, FARTHER = 6, 5
"""The distance between a box and the corner of a route around it, and the extra distance for each
further route between the same boxes."""
_STUCK = 4000
"""The cost of running through a box if there is no other route, in units of distance."""
_MOST = 120
"""The maximum number of boxes whose corners a search tries."""

Way = Sequence[Point]


def detour(ground: Ground, ends: tuple[str, str], others: int = 0) -> tuple[Point, ...]:
    """Return the corners of a route between two boxes.

    `others` is the number of earlier routes between the same boxes. The search adds the corners of
    each box that it finds in the way, until the route is free.
    """
    search, known = _Search(ground, ends), dict.fromkeys(ends)
    while True:
        corners = [spot for id in known for spot in _corners(ground, id, NEAR + FARTHER * others)]
        way = search.shortest(corners)
        met = {id: None for piece in pairwise(way) for id in search.met(*piece)}
        blocking = [id for id in met if id not in known] or [
            id for id in search.seen if id not in known
        ]
        if not met or not blocking or len(known) > _MOST:
            return tuple(way[1:-1])
        known.update(dict.fromkeys(blocking))


def _corners(ground: Ground, id: str, near: int) -> Iterator[Point]:
    (x, y), (across, down) = ground.places[id], ground.sizes[id]
    for side in (-1, 1):
        for level in (-1, 1):
            yield x + side * (across + near), y + level * (down + near)


class _Search:
    """Searches for routes between two boxes, and remembers the boxes in the way."""

    def __init__(self, ground: Ground, ends: tuple[str, str]) -> None:
        self._ground, self._ends = ground, ends
        self._start, self._goal = (ground.places[id] for id in ends)
        self.seen: dict[str, None] = {}
        """The boxes that were in the way of at least one tried route."""
        self.met = cache(self._met)

    def _met(self, start: Point, other: Point) -> Mapping[str, None]:
        """Return the boxes that a piece of a route runs through, except the boxes at its ends."""
        own = [
            id
            for id, may in zip(self._ends, (start == self._start, other == self._goal), strict=True)
            if may
        ]
        boxes = self._ground.met(start, other, own)
        self.seen.update(boxes)
        return boxes

    def shortest(self, corners: Way) -> Way:
        """Return the shortest route over these corners around the known boxes (A*).

        A piece of a route is checked for boxes only when it is the next best piece.
        """
        goal, before = self._goal, dict[Point, Point]()
        waiting = [(0.0, 0.0, self._start, self._start, True)]
        while goal not in before:
            _, far, here, source, is_seen = heapq.heappop(waiting)
            if here in before:
                continue
            if not is_seen and (met := self.met(source, here)):
                far += _STUCK * len(met)
                heapq.heappush(waiting, (far + dist(here, goal), far, here, source, True))
                continue
            before[here] = source
            for corner in (goal, *corners):
                if corner not in before:
                    least = far + dist(here, corner)
                    entry = least + dist(corner, goal), least, corner, here, False
                    heapq.heappush(waiting, entry)
        way = [goal]
        while way[-1] != self._start:
            way.append(before[way[-1]])
        return way[::-1]
