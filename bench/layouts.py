"""The quality of network pictures: crossings, overlaps, moved nodes, height of letters, CPU time."""

import resource
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from math import dist
from typing import NamedTuple

from bench.networks import invented, load
from verger.projections.picture.arrangement import Arrangement, arranged
from verger.projections.picture.entry import Entries, Places, Tidy
from verger.projections.picture.layout import LayoutBuilder
from verger.projections.picture.routing import Rectangle, line, room
from verger.service.layout.drawing import drawn

SIZES = {load: (11, 24, 40, 104, 281), invented: (20, 70, 300)}
SEEDS = (1, 2, 3)
BOARD = 955, 558
"""The size of a picture in a window of 1,440 by 900 pixels."""
FONT = 14
FAR = 80
"""A box that moves by more pixels counts as moved."""

Spot = tuple[float, float]


class Seen(NamedTuple):
    """The measures of a picture that its readers notice."""

    crossings: int
    through: int
    """The number of edges that run through boxes."""
    labels: int
    """The number of labels that cover other labels."""
    over: int
    """The number of labels that cover boxes."""
    lines: int
    """The number of labels that lines of other edges run through."""
    mean: int
    """The mean length of edges between the middles of their boxes, in the picture's units."""
    letters: float
    """The height of letters, in pixels, if the whole picture is visible."""


class Grown(NamedTuple):
    """The measures of a picture that grows event by event."""

    seen: Seen
    before: int
    """The highest number of crossings just before a tidying."""
    moved: float
    """The mean share of the boxes that a tidying moves on the screen, from 0 to 1."""
    whole: float
    """CPU milliseconds for all events at once, including the drawing."""
    more: float
    """CPU milliseconds for one more event, if the rest of the layout is known."""


def report() -> None:
    """Print the measures of several sizes of networks: drawn event by event, and drawn at once."""
    print("\npictures of invented networks, each figure the mean of", len(SEEDS), "of them")
    print(f"letters in pixels at {BOARD[0]} x {BOARD[1]}, CPU in milliseconds\n")
    print("                        crossings   through  labels over labels, boxes, lines   mean")
    print(
        "                    live (most)                                            length  letters  moved    CPU  one more"
    )
    for invention, sizes in SIZES.items():
        for size in sizes:
            networks = [list(invention(size, seed)) for seed in SEEDS]
            _print(f"{invention.__name__} {size}", "live", [_grown(events) for events in networks])
            _print("", "at once", [_grown(_at_once(events)) for events in networks])


def _at_once(events: Sequence[Entries]) -> list[Entries]:
    """Return two events: one that writes the whole network, and one that tidies it."""
    written = tuple(entry for event in events for entry in event if not isinstance(entry, Tidy))
    return [written, (Tidy(),)]


def _print(name: str, how: str, found: Sequence[Grown]) -> None:
    def mean(of: Callable[[Grown], float]) -> float:
        return sum(of(one) for one in found) / len(found)

    print(
        f"{name:13} {how:8} {mean(lambda one: one.seen.crossings):5.1f} ({mean(lambda one: one.before):3.0f})"
        f" {mean(lambda one: one.seen.through):7.1f}   {mean(lambda one: one.seen.labels):12.1f}"
        f" {mean(lambda one: one.seen.over):6.1f} {mean(lambda one: one.seen.lines):6.1f}"
        f" {mean(lambda one: one.seen.mean):12.0f} {mean(lambda one: one.seen.letters):8.1f}"
        f" {mean(lambda one: one.moved):6.2f} {mean(lambda one: one.whole):6.0f} {mean(lambda one: one.more):8.0f}"
    )


def _grown(events: Sequence[Entries]) -> Grown:
    growing, most, moved = LayoutBuilder(drawn), 0, list[float]()
    for event in events:
        old: dict[str, Spot] = {}
        is_tidied = any(isinstance(entry, Tidy) for entry in event) and len(growing.places) > 1
        if is_tidied:
            old = _on_screen(growing.places, arranged(growing))
            most = max(most, seen(growing).crossings)
        growing.take([event])
        if is_tidied:
            new = _on_screen(growing.places, arranged(growing))
            moved.append(sum(dist(old[id], new[id]) > FAR for id in old) / len(old))
    began, again = _spent(), LayoutBuilder(drawn)
    again.take(events)
    arranged(again)
    whole, began = _spent() - began, _spent()
    again.take([()])
    arranged(again)
    more = _spent() - began
    return Grown(
        seen=seen(growing),
        before=most,
        moved=sum(moved) / max(1, len(moved)),
        whole=whole * 1e3,
        more=more * 1e3,
    )


def _spent() -> float:
    """Return the CPU seconds of this process and of its ended child processes."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def _unit(frame: Arrangement) -> float:
    """Return the pixels of a unit if the whole picture is visible."""
    return min(1.6, BOARD[0] / frame.width, BOARD[1] / frame.height)


def _on_screen(places: Places, frame: Arrangement) -> dict[str, Spot]:
    """Return the places of boxes, in pixels from the middle of the picture."""
    x, y, unit = frame.left + frame.width / 2, frame.top + frame.height / 2, _unit(frame)
    return {id: ((a - x) * unit, (b - y) * unit) for id, (a, b) in places.items()}


def seen(growing: LayoutBuilder) -> Seen:
    """Return the measures of a layout."""
    frame = arranged(growing)
    ways: dict[str, list[Spot]] = {}
    for name, route in frame.routes.items():
        start, end = (growing.places[id] for id in name.split()[1:])
        ways[name] = list(line(start, end, route))
    labels = {
        name: room(route.x, route.y, growing.ties[name].width, growing.ties[name].height)
        for name, route in frame.routes.items()
    }
    boxes = [room(one.x, one.y, one.width, one.height) for one in frame.stands.values()]
    return Seen(
        crossings=_crossings(ways),
        through=sum(
            any(_runs_through(way, frame, id) for id in frame.stands if id not in name.split())
            for name, way in ways.items()
        ),
        labels=sum(_overlap(*pair) for pair in combinations(labels.values(), 2)),
        over=sum(_overlap(label, box) for label in labels.values() for box in boxes),
        lines=sum(
            any(_enters(piece, label) for piece in pairwise(way))
            for one, label in labels.items()
            for other, way in ways.items()
            if one != other
        ),
        mean=round(sum(_length(way) for way in ways.values()) / max(1, len(ways))),
        letters=FONT * _unit(frame),
    )


def _length(way: Sequence[Spot]) -> float:
    return sum(dist(*piece) for piece in pairwise(way))


def _crossings(ways: dict[str, list[Spot]]) -> int:
    return sum(
        _crosses(*one, *other)
        for (name, way), (fellow, across) in combinations(ways.items(), 2)
        if not {*name.split()[1:]} & {*fellow.split()[1:]} and _near(way, across)
        for one in pairwise(way)
        for other in pairwise(across)
    )


def _overlap(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _enters(piece: tuple[Spot, Spot], label: Rectangle) -> bool:
    """Return whether a line runs through a label."""
    left, top, right, bottom = label
    corners = (left, top), (right, bottom), (right, top), (left, bottom)
    return _crosses(*piece, *corners[:2]) or _crosses(*piece, *corners[2:])


def _near(way: Sequence[Spot], other: Sequence[Spot]) -> bool:
    return all(
        max(min(spot[axis] for spot in one) for one in (way, other))
        <= min(max(spot[axis] for spot in one) for one in (way, other))
        for axis in (0, 1)
    )


def _crosses(p: Spot, q: Spot, r: Spot, s: Spot) -> bool:
    def side(a: Spot, b: Spot, c: Spot) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0


def _runs_through(way: Sequence[Spot], frame: Arrangement, id: str) -> bool:
    stand = frame.stands[id]
    corners = [
        (stand.x + across * (stand.width / 2 - 2), stand.y + down * (stand.height / 2 - 2))
        for across, down in ((-1, -1), (1, 1), (-1, 1), (1, -1))
    ]
    diagonals = (corners[0], corners[1]), (corners[2], corners[3])
    return any(_crosses(*piece, *line) for piece in pairwise(way) for line in diagonals)
