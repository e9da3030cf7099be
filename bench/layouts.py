"""What pictures of invented networks are like: what crosses, what moves, and how long they take."""

import random
import resource
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import dist
from typing import NamedTuple

from verger.domain.core.identifier import SeatId
from verger.domain.games.verge.effects import LoadStarted, RunStarted
from verger.domain.games.verge.model.network import EdgeAdded, EdgeId, ElementId, NodeAdded, NodeId
from verger.projections.picture.arrangement import Arrangement, arranged
from verger.projections.picture.layout import Entries, LayoutBuilder, Tidy
from verger.projections.picture.routing import line
from verger.projections.picture.written import GROWTH
from verger.projections.verge.network_paper import NetworkReader
from verger.service.layout.drawing import drawn

SIZES = (20, 70, 300)
SEEDS = (1, 2, 3)
_SEAT = SeatId("s1")
_NAMES = (
    "rain", "harbour", "night", "market", "glass", "clerk", "captain", "marrow", "wren", "lantern",
    "quay", "debt", "letter", "salt", "union", "watch", "bishop", "river", "ghost", "engine",
    "promise", "knife", "sister", "archive", "tide", "oath", "bridge", "signal",
)  # fmt: skip
_TIES = (
    "owes", "hides from", "loves", "once taught", "works for", "fears", "watches", "pays", "lies to",
    "knows the secret of", "wants to leave", "built", "guards", "is the sister of", "never forgave",
)  # fmt: skip

Spot = tuple[float, float]


class Seen(NamedTuple):
    """What somebody sees of a picture."""

    crossings: int
    through: int
    """Ties that run through boxes."""
    longest: int
    """The longest tie from border to border, roughly, in the picture's units."""
    wide: int
    high: int


def report() -> None:
    """Print what pictures are like as they grow, and once tidied, for networks of several sizes."""
    print("\npictures of invented networks, each figure the mean of", len(SEEDS), "of them\n")
    print(
        "nodes           ties  crossings  through  longest  size         moved  CPU ms  one more ms"
    )
    for size in SIZES:
        networks = [list(invented(size, seed)) for seed in SEEDS]
        _print(size, "as it grows", [_grown(events) for events in networks])
        tidied = [[*events, (Tidy(),)] for events in networks]
        _print(size, "tidied", [_grown(events) for events in tidied])


class Grown(NamedTuple):
    """A picture that has grown, event by event."""

    seen: Seen
    ties: int
    moved: int
    """Events that moved anything that stood there, other than those that tidy."""
    whole: float
    """Processor milliseconds for all but the last event at once, up to what is drawn."""
    more: float
    """Processor milliseconds for the last one, if all else is known."""


def _print(size: int, how: str, found: Sequence[Grown]) -> None:
    def mean(of: Sequence[float]) -> float:
        return sum(of) / len(of)

    seen = [mean([one.seen[place] for one in found]) for place in range(5)]
    print(
        f"{size:4} {how:11} {mean([one.ties for one in found]):4.0f}  {seen[0]:9.0f}  {seen[1]:7.1f}"
        f"  {seen[2]:7.0f}  {seen[3]:.0f} x {seen[4]:.0f}  {mean([one.moved for one in found]):5.1f}"
        f"  {mean([one.whole for one in found]):6.0f}  {mean([one.more for one in found]):11.0f}"
    )


def _grown(events: Sequence[Entries]) -> Grown:
    moved, growing = 0, LayoutBuilder(drawn)
    for event in events:
        before = dict(growing.places)
        growing.take([event])
        if not any(isinstance(entry, Tidy) for entry in event):
            moved += not before.items() <= growing.places.items()
    began, growing = _spent(), LayoutBuilder(drawn)
    growing.take(events[:-1])
    arranged(growing)
    whole, began = _spent() - began, _spent()
    growing.take(events[-1:])
    frame = arranged(growing)
    more = _spent() - began
    return Grown(
        seen=_seen(growing, frame),
        ties=len(growing.ties),
        moved=moved,
        whole=whole * 1e3,
        more=more * 1e3,
    )


def _spent() -> float:
    """The processor seconds of this process and of those that it has waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def _seen(growing: LayoutBuilder, frame: Arrangement) -> Seen:
    ways: dict[str, list[Spot]] = {}
    for name, route in frame.routes.items():
        start, end = (growing.places[id] for id in name.split()[1:])
        ways[name] = list(line(start, end, route))
    crossings = sum(
        _crosses(*one, *other)
        for (name, way), (fellow, across) in combinations(ways.items(), 2)
        if not {*name.split()[1:]} & {*fellow.split()[1:]} and _near(way, across)
        for one in pairwise(way)
        for other in pairwise(across)
    )
    through = sum(
        any(_runs_through(way, frame, id) for id in frame.stands if id not in name.split())
        for name, way in ways.items()
    )
    longest = max(sum(dist(*piece) for piece in pairwise(way)) for way in ways.values())
    return Seen(
        crossings=crossings,
        through=through,
        longest=round(longest),
        wide=frame.width,
        high=frame.height,
    )


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


def _noted(size: int, seed: int) -> Iterator[Entries]:
    """A Load, node and edge in turn, and then a Run."""
    paper, chance = _Paper(seed), random.Random(seed)  # noqa: S311, no secret
    yield paper.written(*(paper.node() for _ in range(4)), LoadStarted(()))
    while paper.last < min(20, size // 2):
        yield paper.written(paper.node())
        if chance.random() < 0.85:
            yield paper.written(paper.edge(paper.last, paper.known(paper.last)))
    yield paper.written(RunStarted())
    while paper.last < size:
        if chance.random() < 0.1:
            yield (Tidy(),)
        sort = chance.random()
        if sort < 0.68:
            yield paper.written(*paper.tied(twice=sort < 0.12))
        elif sort < 0.96:
            yield paper.written(paper.nearby())
        else:
            yield paper.written(paper.node())


def invented(size: int, seed: int) -> Iterator[Entries]:
    """What the events of an evening write, tidied where a session would be: where enough is new."""
    known = last = 0
    for entries in _noted(size, seed):
        written = tuple(entry for entry in entries if not isinstance(entry, Tidy))
        known += len(written)
        if written == entries or known < last * GROWTH:
            yield written
        else:
            last = known
            yield entries


class _Paper:
    """A network in the making: its names and ties are chance's."""

    def __init__(self, seed: int) -> None:
        self._chance, self._reader = random.Random(seed + 100), NetworkReader()  # noqa: S311
        self._beside: dict[int, set[int]] = {}
        self._edges = 0

    @property
    def last(self) -> int:
        """The number of the newest node."""
        return len(self._beside)

    def written(self, *effects: object) -> Entries:
        """What an event of these effects writes."""
        found = (entry for one in effects for entry in self._reader.read(one))
        return tuple(entry for entry in found if not isinstance(entry, str))

    def node(self) -> NodeAdded:
        """A node with a name."""
        self._beside[self.last + 1] = set()
        label = " ".join(self._chance.sample(_NAMES, self._chance.choice((1, 2, 2, 3)))).title()
        return NodeAdded(NodeId(ElementId(f"n{self.last}")), label, None, _SEAT)

    def edge(self, one: int, other: int) -> EdgeAdded:
        """An edge between two nodes."""
        self._edges += 1
        self._beside[one].add(other)
        self._beside[other].add(one)
        source, target = (NodeId(ElementId(f"n{number}")) for number in (one, other))
        id = EdgeId(ElementId(f"e{self._edges}"))
        return EdgeAdded(
            edge=id, label=self._chance.choice(_TIES), source=source, target=target, creator=_SEAT
        )

    def known(self, but: int = 0) -> int:
        """A node that somebody would tie to: a new one, or one that many are tied to."""
        nodes = [one for one in self._beside if one != but]
        if self._chance.random() < 0.5:
            return self._chance.choice(nodes[-12:])
        return self._chance.choices(nodes, [1 + len(self._beside[one]) for one in nodes])[0]

    def tied(self, *, twice: bool) -> Iterator[NodeAdded | EdgeAdded]:
        """A new node and its edge, or its two edges to nodes that are tied to each other."""
        other = self.known()
        also = sorted(self._beside[other])
        yield self.node()
        yield self.edge(self.last, other)
        if twice and also:
            yield self.edge(self.last, self._chance.choice(also))

    def nearby(self) -> EdgeAdded:
        """An edge to what is two edges away."""
        one = self.known()
        near = {far for through in self._beside[one] for far in self._beside[through]}
        near -= {one, *self._beside[one]}
        return self.edge(one, self._chance.choice(sorted(near)) if near else self.known(one))
