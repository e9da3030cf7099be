"""Layout: the places of boxes and lines.

A layout grows with the elements. Existing boxes move as little as possible.

The elements and their order determine the layout, so all processes and all readers get the same
layout. A new box gets a place near its tied boxes, so that its ties cross and cover as little as
possible. Existing boxes do not move for it, except a box without ties: it moves when it gets its
first tie. When a part of play ends (`Tidy`), the layout is tidied, and boxes in bad places move.
Everything is drawn again only if the result is much better.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence

import msgspec

from verger.projections.picture.entry import Box, Entries, Entry, Pin, Places, Tidy, Tie
from verger.projections.picture.ground import CROSSED, Ground, Point
from verger.projections.picture.part import components
from verger.projections.picture.placing import GAP, ROW_HIGH, Paper, around

Draw = Callable[[Sequence[str], Mapping[str, Box], Sequence[Tie], Places, bool], Places]
"""A function that finds places for connected boxes. They do not overlap, and are near their old places.
If the last argument is true, the drawing is higher than wide."""

LIMIT = 1_000
"""The maximum number of arranged elements. All further boxes (late boxes) are in rows below them."""
_ROW = 1_600
_SOME, _AT_LEAST = 0.15, 6
"""If a layout has more crossings per tie than the first number, and more crossings than the second,
it is drawn again at once. Moving single boxes would not help enough."""
_FEW = 30
"""A layout with less than one crossing per this number of ties is not drawn again."""
_PAIR = 2
"""A connected part is drawn again only if it has more boxes than this."""
_WORTH = 1.3
"""A new drawing must be better than the old one by this factor."""


class Placement(msgspec.Struct, frozen=True, array_like=True):
    """The places of all boxes of the first events of a layout."""

    events: int
    """The number of these events."""
    places: Places
    """The middle of each box, in the order of placing."""
    rows: tuple[int, Point] | None
    """The left end of the rows of late boxes, and the place of the next late box."""


class LayoutBuilder(Paper):
    """A layout that is being built from the entries of events, in their order."""

    def __init__(self, draw: Draw, *, is_tall: bool = False) -> None:
        super().__init__(is_tall=is_tall)
        self._draw = draw
        self.late: set[str] = set()
        """The ties above the limit. Their lines are always straight."""
        self.rows: tuple[int, Point] | None = None
        """The left end of the rows of late boxes, and the place of the next late box."""

    @classmethod
    def resumed(
        cls, draw: Draw, events: Sequence[Entries], known: Placement, *, is_tall: bool = False
    ) -> "LayoutBuilder":
        """Return the layout of those first events that are in a known placement."""
        layout = cls(draw, is_tall=is_tall)
        for entries in events[: known.events]:
            layout._gather(entries)
        layout._stand(known.places)
        layout.rows = known.rows
        return layout

    def take(self, events: Sequence[Entries]) -> None:
        """Add the entries of further events."""
        for entries in events:
            self._settle(*self._gather(entries))
            if any(isinstance(entry, Tidy) for entry in entries) and not self._is_full:
                self._tidy()
            self._pin(entries)

    @property
    def _is_full(self) -> bool:
        return len(self.boxes) + len(self.ties) >= LIMIT

    def _gather(self, entries: Entries) -> tuple[list[str], list[Tie], list[str]]:
        """Record the entries of an event. Return the new boxes, the new ties and the late boxes."""
        boxes: list[str] = []
        ties: list[Tie] = []
        late: list[str] = []
        for entry in entries:
            match entry:
                case Tidy() | Pin():
                    pass
                case _ if self._is_full:
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
        """Place the new boxes, add the ties, and place the late boxes.

        New boxes that are tied to placed boxes come first.
        """
        fresh = set(new)
        while new:
            id = next((box for box in new if self._anchors(box)), new[0])
            new.remove(id)
            self._put(id, self._place_for(id))
        for tie in ties:
            self._follow(tie, fresh)
            self._run([tie])
        for id in late:
            self._put_in_row(id)

    def _follow(self, tie: Tie, fresh: Container[str]) -> None:
        """If a box of the tie has no other tie, move it near the box at the other end.

        If neither box has another tie, move the newer box. Do not move boxes in `fresh`: they got
        their places with regard to this tie.
        """
        loose = [
            id
            for id in (tie.source, tie.target)
            if self._beside[id] == [tie.route] and not self.boxes[id].in_rows
        ]
        newer = max(loose, key=list(self.places).index, default=None)
        if newer and newer not in fresh and not tie.is_wanted:
            self._ground.lift(newer)
            self._put(newer, self._place_for(newer))

    def _pin(self, entries: Entries) -> None:
        """Move boxes as a reader has moved them, even over other boxes."""
        for entry in entries:
            if isinstance(entry, Pin) and entry.id in self.places:
                (x, y), ties = self.places[entry.id], self._lift(entry.id)
                self._put(entry.id, (x + entry.across, y + entry.down))
                self._run(ties)

    def _grow(self, box: Box) -> None:
        """Give a box its new size at its place. If it would cover another box there, move it."""
        old = self.boxes[box.id]
        wide, high = max(box.width, old.width), max(box.height, old.height)
        self.boxes[box.id] = Box(box.id, wide, high, box.in_rows)
        if box.id not in self.places or self.boxes[box.id] == old:
            return
        at, ties = self.places[box.id], self._lift(box.id)
        free = self._ground.is_free(self.boxes[box.id].size, at, 0)
        self._put(box.id, at if free else self._place_for(box.id))
        self._run(ties)

    def _tidy(self) -> None:
        """Give better places to boxes in bad places, or draw all boxes again if the result is much better."""
        cost, few = self._total(), CROSSED * max(1, len(self.ties) // _FEW)
        if not cost:
            return
        if cost <= CROSSED * max(_AT_LEAST, len(self.ties) * _SOME):
            for _ in range(2):
                self._mend()
            cost = self._total()
        if cost > few:
            before = dict(self.places)
            self._draw_again()
            if self._total() * _WORTH + few // 2 > cost:
                self._stand(before)

    def _draw_again(self) -> None:
        """Draw connected parts with a box in a bad place again, the largest first. Then mend the result."""
        before, bad = dict(self.places), {id for id, cost in self._costs().items() if cost}
        self._ground = Ground()
        if any(box.in_rows for box in self.boxes.values()):
            ties = [tie for tie in self.ties.values() if tie.source != tie.target]
            self._settle(list(self.boxes), ties)
            return
        parts = components(self.boxes, [(tie.source, tie.target) for tie in self.ties.values()])
        for part in sorted(parts, key=len, reverse=True):
            routes = dict.fromkeys(route for id in part for route in self._beside.get(id, ()))
            ties = [self.ties[route] for route in routes]
            known = {id: before[id] for id in part}
            is_drawn = len(part) > _PAIR and not bad.isdisjoint(part)
            draw = self._draw(part, self.boxes, ties, known, self.is_tall) if is_drawn else known
            self._pack(draw)
            self._run(ties)
        self._mend()

    def _pack(self, drawn: Places) -> None:
        """Place a connected part in free room, as near to its drawn place as possible."""
        rooms = [(id, self.boxes[id].size, at) for id, at in drawn.items()]
        best, least, ground = (0, 0), float("inf"), self._ground
        for far, (x, y) in around((0, 0), self.wider):
            if far >= least:
                break
            if all(ground.is_free(size, (a + x, b + y), GAP) for _, size, (a, b) in rooms):
                cost = far + sum(ground.covered(id, z, (a + x, b + y)) for id, z, (a, b) in rooms)
                if cost < least:
                    best, least = (x, y), cost
        for id, (a, b) in drawn.items():
            self._put(id, (a + best[0], b + best[1]))

    def _stand(self, places: Places) -> None:
        """Put all boxes at these places, in this order."""
        self._ground = Ground()
        for id, at in places.items():
            self._put(id, at)
        self._run(tie for tie in self.ties.values() if tie.source != tie.target)

    def _gather_late(self, entry: Entry) -> list[str]:
        """Record an element above the limit. Return its id if it is a new box."""
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
        self.rows = left, ((left, y + ROW_HIGH) if x > left + _ROW else (x, y))
