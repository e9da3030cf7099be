"""Routes of ties between placed boxes, and places for labels, around boxes in the way."""

import math
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from verger.projections.picture.detour import detour
from verger.projections.picture.entry import Box, Places, Tie
from verger.projections.picture.ground import Ground, Point

BENDS = (
    0,
    30,
    -30,
    60,
    -60,
    90,
    -90,
    130,
    -130,
    180,
    -180,
    240,
    -240,
)
"""The possible sideways bends of a tie, beginning with the straight line."""
LEANS = (50, 20, 80)
"""The possible positions of the bend along the line, in hundredths of its length."""
LOOP = 26
"""The distance that the first loop of a box reaches beyond the box. Each further loop reaches
farther."""
_SPOTS = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73)
"""The possible positions of a label on a route, the middle first."""
_CELL = 180
_EVERY = 50
"""The length of the pieces of a divided curve."""
_DETOUR = 10_000
"""Stands for a route with corners in the list of bends between the same two boxes."""

Spot = tuple[float, float]
Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class TieRoute(msgspec.Struct, frozen=True):
    """The route of a tie: its bend or its corners, and the middle of its label."""

    bend: int
    lean: int
    x: int
    y: int
    corners: tuple[Point, ...] = ()


class Taken:
    """The occupied room, indexed by place."""

    def __init__(self) -> None:
        self._cells: dict[Point, list[tuple[str, Rectangle]]] = {}

    def add(self, name: str, room: Rectangle) -> None:
        """Occupy a rectangle."""
        for cell in _cells(room):
            self._cells.setdefault(cell, []).append((name, room))

    def share(self, room: Rectangle, but: Sequence[str] = ()) -> float:
        """Return the area of a rectangle that is occupied, without the occupied areas named in `but`."""
        left, top, right, bottom = room
        shares: dict[str, float] = {}
        for cell in _cells(room):
            for name, (west, north, east, south) in self._cells.get(cell, ()):
                across, down = (
                    min(right, east) - max(left, west),
                    min(bottom, south) - max(top, north),
                )
                if across > 0 and down > 0 and name not in but:
                    shares[name] = across * down
        return sum(shares.values())


def _cells(room: Rectangle) -> Iterator[Point]:
    left, top, right, bottom = room
    for across in range(int(left // _CELL), int(right // _CELL) + 1):
        for down in range(int(top // _CELL), int(bottom // _CELL) + 1):
            yield across, down


def routes(
    boxes: Mapping[str, Box], ties: Mapping[str, Tie], places: Places, late: Container[str] = ()
) -> dict[str, TieRoute]:
    """Return the route of each tie, in the order of creation. Late ties are always straight."""
    ground, labels = Ground(), Taken()
    for id, place in places.items():
        ground.stand(id, boxes[id].size, place)
        labels.add(id, room(*place, boxes[id].width, boxes[id].height))
    used: dict[tuple[str, ...], list[int]] = {}
    routes_by_name: dict[str, TieRoute] = {}
    for name, tie in ties.items():
        if name in late:
            x, y = middle(places[tie.source], places[tie.target])
            routes_by_name[name] = TieRoute(0, 50, round(x), round(y))
            continue
        pair = tuple(sorted((tie.source, tie.target)))
        others = used.setdefault(pair, [])
        if tie.source == tie.target:
            routes_by_name[name] = _loop(tie, boxes[tie.source], places[tie.source], len(others))
            others.append(0)
        else:
            way = routes_by_name[name] = _way(tie, ground, labels, others)
            turned = way.bend if tie.source < tie.target else -way.bend
            others.append(_DETOUR if way.corners else turned)
        spot = routes_by_name[name]
        labels.add(name, room(spot.x, spot.y, tie.width, tie.height))
    return routes_by_name


def room(x: float, y: float, width: float, height: float) -> Rectangle:
    """Return the rectangle of this size around a point."""
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def middle(start: Point, end: Point, bend: int = 0, lean: int = 50) -> Spot:
    """Return the control point of the quadratic curve with this bend."""
    across, down = end[0] - start[0], end[1] - start[1]
    far = math.hypot(across, down) or 1.0
    x, y = start[0] + across * lean / 100, start[1] + down * lean / 100
    return x - down / far * bend, y + across / far * bend


def curve_point(start: Spot, end: Spot, control: Spot, part: float) -> Spot:
    """Return the point of a quadratic Bézier curve at a parameter from 0 (start) to 1 (end).

    All points are in the units of the picture.
    """
    rest = 1 - part
    return (
        rest * rest * start[0] + 2 * rest * part * control[0] + part * part * end[0],
        rest * rest * start[1] + 2 * rest * part * control[1] + part * part * end[1],
    )


def _loop(tie: Tie, box: Box, place: Point, many: int) -> TieRoute:
    up = box.height // 2 + LOOP * (many + 1) + tie.height // 2
    return TieRoute(LOOP * (many + 1), 50, place[0] + box.width // 4, place[1] - up)


def line(start: Point, end: Point, way: TieRoute) -> Iterator[Spot]:
    """Yield the ends of the straight pieces of a route, from the middle of one box to that of the other."""
    if way.corners or not way.bend:
        yield from (start, *way.corners, end)
        return
    aside = middle(start, end, way.bend, way.lean)
    many = max(6, int(math.dist(start, end) / _EVERY))
    for step in range(many + 1):
        yield curve_point(start, end, aside, step / many)


def _way(tie: Tie, ground: Ground, labels: Taken, others: Sequence[int]) -> TieRoute:
    """Return the least bent route that runs through no box and whose label covers little."""
    turned = 1 if tie.source < tie.target else -1
    start, end = ground.places[tie.source], ground.places[tie.target]
    best, least = None, math.inf
    for bend in BENDS:
        if abs(bend) * 2 >= least:
            break
        if bend * turned in others:
            continue
        for lean in LEANS if bend else LEANS[:1]:
            way, cost = TieRoute(bend, lean, 0, 0), abs(bend) * 2.0 + abs(lean - 50)
            if cost < least and ground.is_clear(_pieces(start, end, way), (tie.source, tie.target)):
                route, covered = _labelled(tie, list(line(start, end, way)), way, labels)
                if cost + covered < least:
                    best, least = route, cost + covered
    return best or _detour(tie, ground, labels, others)


def _detour(tie: Tie, ground: Ground, labels: Taken, others: Sequence[int]) -> TieRoute:
    """Return a route with corners, if every curve runs through a box."""
    ends = tie.source, tie.target
    corners = detour(ground, ends, others.count(_DETOUR))
    way = TieRoute(bend=0, lean=50, x=0, y=0, corners=corners)
    spots = list(line(ground.places[tie.source], ground.places[tie.target], way))
    return _labelled(tie, spots, way, labels)[0]


def _pieces(start: Point, end: Point, way: TieRoute) -> Iterator[Point]:
    return ((round(x), round(y)) for x, y in line(start, end, way))


def _labelled(
    tie: Tie, spots: Sequence[Spot], way: TieRoute, labels: Taken
) -> tuple[TieRoute, float]:
    """Return the route with the best place for its label, and the area that the label covers there."""
    best, least = (0.0, 0.0), math.inf
    for part in _SPOTS:
        x, y = _after(spots, part)
        taken = labels.share(room(x, y, tie.width + 4, tie.height + 2))
        if taken < least:
            best, least = (x, y), taken
        if not taken:
            break
    return replace(way, x=round(best[0]), y=round(best[1])), least


def _after(spots: Sequence[Spot], part: float) -> Spot:
    """Return the point of a route after this part of its length."""
    remaining = part * sum(math.dist(*piece) for piece in pairwise(spots))
    for start, other in pairwise(spots):
        far = math.dist(start, other)
        if remaining <= far:
            share = remaining / far if far else 0
            return start[0] + (other[0] - start[0]) * share, start[1] + (
                other[1] - start[1]
            ) * share
        remaining -= far
    return spots[-1]
