"""Random networks, as the entries that the events of a whole evening or of a Load write."""

import random
from collections.abc import Iterator

from verger.domain.core.identifier import SeatId
from verger.domain.games.verge.effects import CashedOut, RunStarted, TurnStarted
from verger.domain.games.verge.model.network import EdgeAdded, EdgeId, ElementId, NodeAdded, NodeId
from verger.projections.picture.entry import Entries, Tidy
from verger.projections.picture.written import GROWTH
from verger.projections.verge.network_paper import NetworkReader

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


def _noted(size: int, seed: int) -> Iterator[Entries]:
    """Yield the entries of each event of an evening: a Load, where nodes and edges alternate, and a Run."""
    paper, chance = _Paper(seed), random.Random(seed)  # noqa: S311, no secret
    yield paper.written(*(paper.node() for _ in range(4)), TurnStarted(1, _SEAT))
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
    """Yield the entries of each event of an evening. The network is tidied only after it has grown enough."""
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
    """A growing network with random names and edges."""

    def __init__(self, seed: int) -> None:
        self._chance, self._reader = random.Random(seed + 100), NetworkReader()  # noqa: S311
        self._beside: dict[int, set[int]] = {}
        self._edges = 0

    @property
    def last(self) -> int:
        """The number of the newest node."""
        return len(self._beside)

    def written(self, *effects: object) -> Entries:
        """Return the entries that an event with these effects writes."""
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
        """Choose a node for a new edge, as players do: a new node, or a node with many edges."""
        nodes = [one for one in self._beside if one != but]
        if self._chance.random() < 0.5:
            return self._chance.choice(nodes[-12:])
        return self._chance.choices(nodes, [1 + len(self._beside[one]) for one in nodes])[0]

    def tied(self, *, twice: bool) -> Iterator[NodeAdded | EdgeAdded]:
        """Add a node with one edge, or with two edges to nodes that are themselves joined."""
        other = self.known()
        also = sorted(self._beside[other])
        yield self.node()
        yield self.edge(self.last, other)
        if twice and also:
            yield self.edge(self.last, self._chance.choice(also))

    def nearby(self) -> EdgeAdded:
        """Return an edge to a node that is two edges away."""
        one = self.known()
        near = {far for through in self._beside[one] for far in self._beside[through]}
        near -= {one, *self._beside[one]}
        return self.edge(one, self._chance.choice(sorted(near)) if near else self.known(one))


def load(size: int, seed: int) -> Iterator[Entries]:
    """Return the entries that the phases of a random Load write, with about this number of nodes."""
    paper, chance = _Paper(seed), random.Random(seed)  # noqa: S311, no secret
    seats = max(2, round(size / 5))
    for phase in range(1, 5):
        yield paper.written(TurnStarted(phase, _SEAT))
        for _ in range(seats):
            yield paper.written(paper.node())
            if phase > 1:
                yield paper.written(paper.edge(paper.last, chance.randrange(1, paper.last)))
    people = range(paper.last - seats + 1, paper.last + 1)
    for phase in (5, 6):
        yield paper.written(TurnStarted(phase, _SEAT))
        for person in people:
            if chance.random() < 0.5 and paper.last < size:
                yield paper.written(paper.node(), paper.edge(person, paper.last))
            else:
                others = [number for number in range(1, paper.last) if number != person]
                yield paper.written(paper.edge(person, chance.choice(others)))
    yield paper.written(CashedOut())
