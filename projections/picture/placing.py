"""Search for the best free place of a box: the place where its ties cross and cover least."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from verger.projections.picture.entry import Box, Places, Tie
from verger.projections.picture.ground import Ground, Point, Size
from verger.projections.picture.lattice import cells

GAP = 18
"""The minimum distance between boxes."""
ROW_HIGH = 130
"""The height of a row of late boxes."""
_TURNS, _RINGS = 16, 12
_WIDER = 1.6
"""The preferred ratio of a picture's width to its height."""
_NARROW = 1.6
"""The cost of a unit of horizontal distance, if a picture should be higher than wide."""
_AROUND, _STEP = 80, 60
"""The number of rings around a point that the search tries, and the distance between two rings."""
_AWAY = tuple(
    ((1 + ring / 3) * math.cos(angle), (1 + ring / 3) * math.sin(angle))
    for ring in range(_RINGS)
    # Every second ring is turned by half a step.
    for angle in [math.tau * (turn + ring % 2 / 2) / _TURNS for turn in range(_TURNS)]
)
"""Places around a box, in units of the distance that a tie needs."""
_ENDS = 2
"""The number of tied boxes around which the search tries places for a box, the most central
first."""
_TRIED = 12
"""The number of places that the search tries for a box in a bad place."""
_STILL = 0.5
"""The cost of each unit of distance that a box is moved away from a bad place."""

Anchors = Sequence[tuple[str, Tie]]
"""The placed boxes that a box is tied to, with the ties."""


class Paper:
    """Placed boxes and their ties."""

    def __init__(self, *, is_tall: bool = False) -> None:
        self.is_tall = is_tall
        """Whether the paper is for a screen that is higher than wide."""
        self.wider = 1 / _WIDER if is_tall else _WIDER
        self._far = _upright if is_tall else math.dist
        """The cost of the distance between two points."""
        self.boxes: dict[str, Box] = {}
        self.ties: dict[str, Tie] = {}
        self._beside: dict[str, list[str]] = {}
        """The routes of the ties of each box that has ties."""
        self._ground = Ground()

    @property
    def places(self) -> Places:
        """The middle of each box."""
        return self._ground.places

    def _put(self, id: str, at: Point) -> None:
        self._ground.stand(id, self.boxes[id].size, at)

    def _run(self, ties: Iterable[Tie]) -> None:
        for tie in ties:
            self._ground.run(tie.route, (tie.source, tie.target))

    def _anchors(self, id: str) -> Anchors:
        ties = [self.ties[route] for route in self._beside.get(id, ())]
        ends = [(tie.target if tie.source == id else tie.source, tie) for tie in ties]
        return [(other, tie) for other, tie in ends if other in self.places]

    def _place_for(self, id: str) -> Point:
        """Return the best free place for an unplaced box, near its tied boxes."""
        anchors = self._anchors(id)
        if self.boxes[id].in_rows:
            ends = [self.places[other] for other, _ in anchors]
            return self._best(id, cells(self.places.values(), ends), anchors) or self._below()
        near = self.places[anchors[0][0]] if anchors else self._middle()
        spots = self._spots(self.boxes[id].size, anchors)
        return (
            self._best(id, spots, anchors)
            or self._best(id, around(near, self.wider), ())
            or self._below()
        )

    def _best(
        self, id: str, spots: Iterable[tuple[float, Point]], anchors: Anchors
    ) -> Point | None:
        """Return the free place with the lowest cost, or None if no place is free."""
        best, least, size = None, math.inf, self.boxes[id].size
        for far, spot in spots:
            if far >= least:
                break
            if self._ground.is_free(size, spot, GAP):
                cost = far + self._cost(id, spot, anchors, least - far)
                if cost < least:
                    best, least = spot, cost
        return best

    def _cost(self, id: str, at: Point, anchors: Anchors, most: float = math.inf) -> int:
        """Return the cost of a place, without the cost of its distance.

        Counting stops at `most`.
        """
        cost = self._ground.covered(id, self.boxes[id].size, at)
        for other, _ in anchors:
            if cost >= most:
                break
            cost += self._ground.crossed(id, at, other)
        return cost

    def _spots(self, size: Size, anchors: Anchors) -> list[tuple[float, Point]]:
        """Return places for a box, the nearest first, with their distances from its tied boxes."""
        ends = [self.places[other] for other, _ in anchors]
        middle = [sum(axis) / len(ends) for axis in zip(*ends, strict=True)]
        near = sorted(anchors, key=lambda anchor: math.dist(self.places[anchor[0]], middle))[:_ENDS]
        spots = {spot for other, tie in near for spot in self._rings(size, other, tie)}
        far = self._far
        return sorted((sum([far(spot, end) for end in ends]), spot) for spot in spots)

    def _rings(self, size: Size, other: str, tie: Tie) -> list[Point]:
        """Return places around a box, at the distance that their tie needs and farther."""
        (x, y), room = self.places[other], self._ground.sizes[other]
        across = size.across + room.across + GAP + tie.width
        down = size.down + room.down + GAP * 2 + tie.height
        return [(x + round(across * right), y + round(down * below)) for right, below in _AWAY]

    def _lift(self, id: str) -> Sequence[Tie]:
        """Remove a box with its ties, and return the ties."""
        ties = [tie for _, tie in self._anchors(id)]
        for tie in ties:
            self._ground.rub(tie.route, (tie.source, tie.target))
        self._ground.lift(id)
        return ties

    def _costs(self) -> dict[str, int]:
        """Return the cost of each box's place."""
        return {id: self._cost(id, at, self._anchors(id)) for id, at in self.places.items()}

    def _total(self) -> float:
        """Return the cost of all crossings and covered lines. Each crossing counts once."""
        # Two lines that cross have four boxes at their ends. The cost of each box contains the crossing.
        return sum(self._costs().values()) / 4

    def _mend(self) -> None:
        """Find better places for boxes whose ties cross others or run through boxes.

        Boxes with the highest cost come first.
        """
        costs = self._costs()
        for id in sorted(costs, key=costs.__getitem__, reverse=True):
            if costs[id] and self._beside.get(id):
                self._move(id)

    def _move(self, id: str) -> None:
        """Move a box to the best of the nearest free places, if that is better than its current place."""
        old, size, anchors = self.places[id], self.boxes[id].size, self._anchors(id)
        best = old
        ties = self._lift(id)
        far = sum(self._far(best, self.places[other]) for other, _ in anchors)
        least = far + self._cost(id, best, anchors)
        free = (
            (far, spot)
            for far, spot in self._spots(size, anchors)
            if self._ground.is_free(size, spot, GAP * 2 // 3)
        )
        for far, spot in islice(free, _TRIED):
            if far >= least:
                break
            away = far + math.dist(old, spot) * _STILL
            cost = away + self._cost(id, spot, anchors, least - away)
            if cost < least:
                best, least = spot, cost
        self._put(id, best)
        self._run(ties)

    def _below(self) -> Point:
        """Return the left end of the placed boxes, below all of them."""
        xs, ys = zip(*self.places.values(), strict=True)
        return min(xs), max(ys) + ROW_HIGH

    def _middle(self) -> Point:
        if not self.places:
            return 0, 0
        xs, ys = zip(*self.places.values(), strict=True)
        return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def _upright(spot: Sequence[float], end: Sequence[float]) -> float:
    """Return the cost of a distance if a picture should be higher than wide."""
    return math.hypot((spot[0] - end[0]) * _NARROW, spot[1] - end[1])


def around(middle: Point, wider: float) -> Iterator[tuple[int, Point]]:
    """Yield places around a point, ring by ring, with their distance from it."""
    x, y = middle
    yield 0, middle
    for ring in range(1, _AROUND):
        far, many = ring * _STEP, 6 + ring * 2
        for turn in range(many):
            angle = math.tau * turn / many
            yield (
                far,
                (x + round(far * wider * math.cos(angle)), y + round(far * math.sin(angle))),
            )
