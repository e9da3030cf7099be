"""Layout: a picture that grows with its elements, and keeps their places.

A layout is a function of the written elements, in order. A new box gets the place near its tied
boxes that crosses and covers least, and existing boxes never move for it. The whole picture is
tidied only at certain points: between scenes, or at a version that a reader chose. So a new element
does not change a picture that people know, and a layout computed from the start is the same.
Tidying depends only on the existing elements. So nothing before the last tidying must be placed.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

import msgspec

from verger.projections.picture.ground import Ground, Point, Size
from verger.projections.picture.lattice import cells
from verger.projections.picture.part import components, turned

Places = dict[str, Point]


class Box(msgspec.Struct, frozen=True, tag=True):
    """An element with a size. If an id is written again, its box has grown."""

    id: str
    width: int
    height: int
    in_rows: bool = False
    """Whether it belongs in rows and columns with others of its kind."""

    @property
    def size(self) -> Size:
        """The half width and half height."""
        return Size(self.width // 2, self.height // 2)


class Tie(msgspec.Struct, frozen=True, tag=True):
    """A line between two boxes, with the size of its label."""

    id: str
    source: str
    target: str
    width: int
    height: int

    @property
    def route(self) -> str:
        """The key of its route. On another branch of play, the same id can have other ends."""
        return f"{self.id} {self.source} {self.target}"


class Tidy(msgspec.Struct, frozen=True, tag=True):
    """A tidying: all elements get better places, after the entries of its event."""


class Pin(msgspec.Struct, frozen=True, tag=True):
    """A box that a reader has moved, by this distance from its place."""

    id: str
    across: int
    down: int


Entry = Box | Tie | Tidy
"""An entry of a game."""
Entries = tuple[Entry | Pin, ...]
"""The entries of one event, and the boxes that a reader has moved after it. They are placed
together."""

Draw = Callable[[Sequence[str], Mapping[str, Box], Sequence[Tie]], Places]
"""A function that finds places, without overlap, for connected boxes."""

GAP = 24
"""The minimum distance between boxes."""
LIMIT = 1_000
"""The maximum number of arranged elements. Later boxes are in rows below."""
_ROW, _ROW_HIGH = 1_600, 130
_TURNS, _RINGS = 16, 12
_WIDER = 1.6
"""The preferred ratio of a picture's width to its height."""
_AROUND, _STEP = 80, 60
"""The number of rings around a point that are tried, and their distance."""
_AWAY = tuple(
    ((1 + ring / 3) * math.cos(angle), (1 + ring / 3) * math.sin(angle))
    for ring in range(_RINGS)
    # Every second ring is turned by half a step.
    for angle in [math.tau * (turn + ring % 2 / 2) / _TURNS for turn in range(_TURNS)]
)
"""Places around a box, in units of the distance that a tie needs."""
_ENDS = 2
"""The number of tied boxes around which places are tried for a box, the most central first."""
_TRIED = 12
"""The number of places that are tried for a box in a bad one."""

Anchors = Sequence[tuple[str, Tie]]
"""The placed boxes that a box is tied to, with the ties."""


class Placement(msgspec.Struct, frozen=True, array_like=True):
    """The places of all boxes of the first events of a layout."""

    events: int
    """The number of these events."""
    places: Places
    """The middle of each box, in the order of placing."""
    rows: tuple[int, Point] | None
    """The left end of the rows of late boxes, and the place of the next one."""


class LayoutBuilder:
    """A layout that is being built from the entries of events, in their order."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self.boxes: dict[str, Box] = {}
        self.ties: dict[str, Tie] = {}
        self._beside: dict[str, list[str]] = {}
        """The routes of the ties of each box that has some."""
        self._ground = Ground()
        self.late: set[str] = set()
        """Ties above the limit: they are straight."""
        self.rows: tuple[int, Point] | None = None
        """The left end of the rows of late boxes, and the place of the next one."""

    @property
    def places(self) -> Places:
        """The middle of each box."""
        return self._ground.places

    @classmethod
    def resumed(cls, draw: Draw, events: Sequence[Entries], known: Placement) -> "LayoutBuilder":
        """Return the layout of the first of these events, at their known places."""
        layout = cls(draw)
        for entries in events[: known.events]:
            layout._gather(entries)
        for id, at in known.places.items():
            layout._put(id, at)
        layout._run(tie for tie in layout.ties.values() if tie.source != tie.target)
        layout.rows = known.rows
        return layout

    def take(self, events: Sequence[Entries]) -> None:
        """Add the entries of further events."""
        tidy = self._last_tidy(events)
        if tidy:
            for entries in events[:tidy]:
                self._gather(entries)
            self._tidy()
            self._pin(events[tidy - 1])
        for entries in events[tidy:]:
            self._settle(*self._gather(entries))
            self._pin(entries)

    def _last_tidy(self, events: Sequence[Entries]) -> int:
        """Return the number of events before the last tidying."""
        known, last = {*self.boxes, *self.ties}, 0
        for number, entries in enumerate(events, 1):
            known.update(entry.id for entry in entries if isinstance(entry, Box))
            known.update(entry.route for entry in entries if isinstance(entry, Tie))
            if len(known) <= LIMIT and any(isinstance(entry, Tidy) for entry in entries):
                last = number
        return last

    def _gather(self, entries: Entries) -> tuple[list[str], list[Tie], list[str]]:
        """Record the entries of an event. Return the new boxes, the new ties and the late boxes."""
        boxes: list[str] = []
        ties: list[Tie] = []
        late: list[str] = []
        for entry in entries:
            match entry:
                case Tidy() | Pin():
                    pass
                case _ if len(self.boxes) + len(self.ties) >= LIMIT:
                    late += self._gather_late(entry)
                case Box(id):
                    if id in self.boxes:
                        self._grow(entry)
                    else:
                        self.boxes[id] = entry
                        boxes.append(id)
                case Tie():
                    if entry.route not in self.ties and entry.source != entry.target:
                        ties.append(entry)
                        for end in (entry.source, entry.target):
                            self._beside.setdefault(end, []).append(entry.route)
                    self.ties[entry.route] = entry
        return boxes, ties, late

    def _settle(self, new: list[str], ties: Iterable[Tie], late: Iterable[str] = ()) -> None:
        """Place new boxes, those tied to placed boxes first, and late boxes, and route the ties."""
        while new:
            id = next((box for box in new if self._anchors(box)), new[0])
            new.remove(id)
            self._put(id, self._place_for(id))
        self._run(ties)
        for id in late:
            self._put_in_row(id)

    def _pin(self, entries: Entries) -> None:
        """Move boxes as a reader has, regardless of other boxes."""
        for entry in entries:
            if isinstance(entry, Pin) and entry.id in self.places:
                (x, y), ties = self.places[entry.id], self._lift(entry.id)
                self._put(entry.id, (x + entry.across, y + entry.down))
                self._run(ties)

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
        return self._best(id, spots, anchors) or self._best(id, _around(near), ()) or self._below()

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
        """Return the cost of a place without its distance. Counting stops at the maximum."""
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
        return sorted((sum([math.dist(spot, end) for end in ends]), spot) for spot in spots)

    def _rings(self, size: Size, other: str, tie: Tie) -> list[Point]:
        """Return places around a box, at the distance that their tie needs and farther."""
        (x, y), room = self.places[other], self._ground.sizes[other]
        across = size.across + room.across + GAP + tie.width
        down = size.down + room.down + GAP * 2 + tie.height
        return [(x + round(across * right), y + round(down * below)) for right, below in _AWAY]

    def _grow(self, box: Box) -> None:
        """Give a box more room at its place, unless it would cover another one there."""
        old = self.boxes[box.id]
        wide, high = max(box.width, old.width), max(box.height, old.height)
        self.boxes[box.id] = Box(box.id, wide, high, box.in_rows)
        if box.id not in self.places or self.boxes[box.id] == old:
            return
        at, ties = self.places[box.id], self._lift(box.id)
        free = self._ground.is_free(self.boxes[box.id].size, at, 0)
        self._put(box.id, at if free else self._place_for(box.id))
        self._run(ties)

    def _lift(self, id: str) -> Sequence[Tie]:
        """Remove a box with its ties, and return the ties."""
        ties = [tie for _, tie in self._anchors(id)]
        for tie in ties:
            self._ground.rub(tie.route, (tie.source, tie.target))
        self._ground.lift(id)
        return ties

    def _tidy(self) -> None:
        """Place all boxes again, the largest part in the middle."""
        self._ground = Ground()
        if any(box.in_rows for box in self.boxes.values()):
            self._settle(
                list(self.boxes), [tie for tie in self.ties.values() if tie.source != tie.target]
            )
            return
        parts = components(self.boxes, [(tie.source, tie.target) for tie in self.ties.values()])
        for part in sorted(parts, key=len, reverse=True):
            routes = dict.fromkeys(route for id in part for route in self._beside.get(id, ()))
            ties = [self.ties[route] for route in routes]
            drawn = self._draw(part, self.boxes, ties) if len(part) > 1 else {part[0]: (0, 0)}
            self._pack(turned(drawn))
            self._run(ties)
        self._mend()

    def _pack(self, drawn: Places) -> None:
        """Place a connected part in free room, as near to the middle as possible."""
        rooms = [(id, self.boxes[id].size, at) for id, at in drawn.items()]
        best, least, ground = (0, 0), math.inf, self._ground
        for far, (x, y) in _around(self._middle()):
            if far >= least:
                break
            if all(ground.is_free(size, (a + x, b + y), GAP) for _, size, (a, b) in rooms):
                cost = far + sum(ground.covered(id, z, (a + x, b + y)) for id, z, (a, b) in rooms)
                if cost < least:
                    best, least = (x, y), cost
        for id, (a, b) in drawn.items():
            self._put(id, (a + best[0], b + best[1]))

    def _mend(self) -> None:
        """Find better places for boxes whose ties cross others or run through boxes.

        The worst come first.
        """
        costs = {id: self._cost(id, at, self._anchors(id)) for id, at in self.places.items()}
        for id in sorted(costs, key=costs.__getitem__, reverse=True):
            if costs[id] and self._beside.get(id):
                self._move(id)

    def _move(self, id: str) -> None:
        """Move a box to the best of the nearest free places, if that is better than its own."""
        best, size, anchors = self.places[id], self.boxes[id].size, self._anchors(id)
        ties = self._lift(id)
        far = sum(math.dist(best, self.places[other]) for other, _ in anchors)
        least = far + self._cost(id, best, anchors)
        free = (
            (far, spot)
            for far, spot in self._spots(size, anchors)
            if self._ground.is_free(size, spot, GAP // 2)
        )
        for far, spot in islice(free, _TRIED):
            if far >= least:
                break
            cost = far + self._cost(id, spot, anchors, least - far)
            if cost < least:
                best, least = spot, cost
        self._put(id, best)
        self._run(ties)

    def _gather_late(self, entry: Entry) -> list[str]:
        """Record an element above the limit. Return its box if it is a new one."""
        match entry:
            case Box(id) if id not in self.boxes:
                self.boxes[id] = entry
                return [id]
            case Tie():
                if entry.route not in self.ties:
                    self.late.add(entry.route)
                self.ties[entry.route] = entry
            case _:
                pass
        return []

    def _put_in_row(self, id: str) -> None:
        """Place a late box in the rows below all others. No other box moves for it."""
        if self.rows is None:
            below = self._below()
            self.rows = below[0], below
        left, (x, y) = self.rows
        width = self.boxes[id].width
        self._put(id, (x + width // 2, y))
        x += width + GAP
        self.rows = left, ((left, y + _ROW_HIGH) if x > left + _ROW else (x, y))

    def _below(self) -> Point:
        """Return the left end of the placed boxes, below all of them."""
        xs, ys = zip(*self.places.values(), strict=True)
        return min(xs), max(ys) + _ROW_HIGH

    def _middle(self) -> Point:
        if not self.places:
            return 0, 0
        xs, ys = zip(*self.places.values(), strict=True)
        return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def _around(middle: Point) -> Iterator[tuple[int, Point]]:
    """Yield places around a point, ring by ring, with their distance from it."""
    x, y = middle
    yield 0, middle
    for ring in range(1, _AROUND):
        far, many = ring * _STEP, 6 + ring * 2
        for turn in range(many):
            angle = math.tau * turn / many
            yield (
                far,
                (x + round(far * _WIDER * math.cos(angle)), y + round(far * math.sin(angle))),
            )
