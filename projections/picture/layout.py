"""Layout: a picture that grows as its elements are written, and keeps their places.

A layout is a function of what was written, in order. A new element is put where there is room
beside what it is tied to, and nothing else moves; after each growth by a quarter, everything is
relaxed from where it stands. So one more element leaves a picture that people have learnt by heart
as it is, and computing it from the start gives the same.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

Point = tuple[int, int]
Places = dict[str, Point]


class Box(msgspec.Struct, frozen=True, tag=True):
    """What takes up room; the same id again has grown."""

    id: str
    width: int
    height: int


class Tie(msgspec.Struct, frozen=True, tag=True):
    """What joins two boxes, with the room that its label takes."""

    id: str
    source: str
    target: str
    width: int
    height: int

    @property
    def route(self) -> str:
        """The key of its route: on another branch of play its id may have other ends."""
        return f"{self.id} {self.source} {self.target}"


Entry = Box | Tie

Relax = Callable[[Mapping[str, Box], Sequence[Tie], Places], Places]
"""A function that finds better places for boxes, near to the old ones, without overlap."""

GAP = 24
"""Between boxes, at least."""
FIRST, GROWTH = 4, 1.25
"""How many elements there are when everything is first relaxed, and the factor to the next time."""
LIMIT = 1_000
"""The most elements that are arranged; boxes that come later stand in rows below."""
_ROW, _ROW_HIGH = 1_600, 130
_TURNS = 16
_RINGS = 60


class Growing:
    """A layout in the making: takes entries in their order."""

    def __init__(self, relax: Relax) -> None:
        self._relax = relax
        self.boxes: dict[str, Box] = {}
        self.ties: dict[str, Tie] = {}
        self.places: Places = {}
        self._beside: dict[str, list[Tie]] = {}
        self._due = FIRST
        self.late: set[str] = set()
        """Ties that nothing is arranged for: they go straight."""
        self._rows: tuple[int, Point] | None = None
        """Where the rows begin on the left, and where the next box of them does."""

    def copy(self) -> "Growing":
        """A copy, to grow in another way."""
        other = Growing(self._relax)
        other.boxes, other.ties, other.places = dict(self.boxes), dict(self.ties), dict(self.places)
        other._beside = {id: list(ties) for id, ties in self._beside.items()}
        other._due, other._rows, other.late = self._due, self._rows, set(self.late)
        return other

    def take(self, entry: Entry) -> None:
        """Take one more entry in."""
        many = len(self.boxes) + len(self.ties)
        match entry:
            case _ if many >= LIMIT:
                self._take_late(entry)
            case Box():
                self._take_box(entry)
            case Tie():
                self._take_tie(entry)
        if self._due <= len(self.boxes) + len(self.ties) <= LIMIT:
            self._due = math.ceil(self._due * GROWTH)
            self.places = self._relax(self.boxes, list(self.ties.values()), self.places)

    def _take_late(self, entry: Entry) -> None:
        """Place an element beyond the limit: in rows, and nothing moves for it."""
        match entry:
            case Box(id) if id not in self.boxes:
                if self._rows is None:
                    below = self._below()
                    self._rows = below[0], below
                left, (x, y) = self._rows
                self.boxes[id], self.places[id] = entry, (x + entry.width // 2, y)
                x += entry.width + GAP
                self._rows = left, ((left, y + _ROW_HIGH) if x > left + _ROW else (x, y))
            case Tie():
                if entry.route not in self.ties:
                    self.late.add(entry.route)
                self.ties[entry.route] = entry
            case _:
                pass

    def _below(self) -> Point:
        """The left end of what stands, and below all of it."""
        xs, ys = zip(*self.places.values(), strict=True)
        return min(xs), max(ys) + _ROW_HIGH

    def _take_box(self, box: Box) -> None:
        old = self.boxes.get(box.id)
        if old:
            box = Box(box.id, max(box.width, old.width), max(box.height, old.height))
        self.boxes[box.id] = box
        near = self.places.pop(box.id, None) or self._middle()
        room = box.width + GAP, box.height + GAP
        self.places[box.id] = near if self._is_free(box, near) else self._free(box, near, room)

    def _take_tie(self, tie: Tie) -> None:
        is_new = tie.route not in self.ties
        self.ties[tie.route] = tie
        if not is_new or tie.source == tie.target:
            return
        # Of two boxes that had no ties yet, the later one comes to the other.
        loose = [end for end in (tie.target, tie.source) if end not in self._beside]
        for end in (tie.source, tie.target):
            self._beside.setdefault(end, []).append(tie)
        if loose:
            moved = max(loose, key=lambda end: int(end[1:]))
            self._bring(moved, tie.target if moved == tie.source else tie.source, tie)

    def _bring(self, id: str, other: str, tie: Tie) -> None:
        del self.places[id]
        box, there = self.boxes[id], self.boxes[other]
        across = (box.width + there.width) // 2 + GAP + tie.width
        down = (box.height + there.height) // 2 + GAP * 2 + tie.height
        self.places[id] = self._free(box, self.places[other], (across, down))

    def _middle(self) -> Point:
        if not self.places:
            return 0, 0
        xs, ys = zip(*self.places.values(), strict=True)
        return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2

    def _free(self, box: Box, near: Point, far: Point) -> Point:
        """A free place around a point, this far across and down, rather outwards than inwards."""
        middle = self._middle()
        outwards = math.atan2(near[1] - middle[1], near[0] - middle[0]) if near != middle else 0.4
        for ring in range(_RINGS):
            for turn in range(_TURNS):
                # From outwards to both sides in turn.
                angle = outwards + math.pi * 2 * ((turn + 1) // 2) / _TURNS * (-1) ** turn
                x = near[0] + round(far[0] * (1 + ring / 3) * math.cos(angle))
                y = near[1] + round(far[1] * (1 + ring / 3) * math.sin(angle))
                if self._is_free(box, (x, y)):
                    return x, y
        return self._below()

    def _is_free(self, box: Box, at: Point) -> bool:
        for id, (x, y) in self.places.items():
            other = self.boxes[id]
            if (
                abs(x - at[0]) * 2 < box.width + other.width + GAP * 2
                and abs(y - at[1]) * 2 < box.height + other.height + GAP * 2
            ):
                return False
        return True


def components(boxes: Iterable[str], ties: Iterable[Tie]) -> list[list[str]]:
    """Connected components of the boxes, in the order of writing."""
    parent = {id: id for id in boxes}

    def root(id: str) -> str:
        while parent[id] != id:
            parent[id] = id = parent[parent[id]]
        return id

    for tie in ties:
        parent[root(tie.target)] = root(tie.source)
    found: dict[str, list[str]] = {}
    for id in parent:
        found.setdefault(root(id), []).append(id)
    return list(found.values())
