"""The network of Verge: nodes and edges with their marks, and the players' characters."""

from collections.abc import Iterator
from dataclasses import dataclass, field

THREE_STRIKES = 3


@dataclass
class Element:
    """A node, or an edge if it has `ends`."""

    id: str
    label: str
    creator: str
    kind: str | None = None
    ends: tuple[str, str] | None = None
    marks: str = ""
    gone: str | None = None
    thing: int | None = None
    person: str | None = None
    explanation: str | None = None

    @property
    def standing(self) -> int:
        """The number of ! less the number of X (`mark.power`)."""
        return self.marks.count("!") - self.marks.count("X")

    @property
    def power(self) -> int:
        """The standing less the number of ? (`mark.power`)."""
        return self.standing - self.marks.count("?")

    def beyond(self, node: str) -> str:
        """The node at the other end."""
        assert self.ends
        return self.ends[1] if self.ends[0] == node else self.ends[0]


@dataclass
class Network:
    """All elements that were ever written, and the character of each seat."""

    elements: dict[str, Element] = field(default_factory=dict)
    nodes_ever: int = 0
    edges_ever: int = 0
    characters: dict[str, str] = field(default_factory=dict)

    def __getitem__(self, id: str) -> Element:
        return self.elements[id]

    def add_node(self, label: str, kind: str | None, creator: str) -> str:
        """Write a node."""
        self.nodes_ever += 1
        id = f"n{self.nodes_ever}"
        self.elements[id] = Element(id, label.strip(), creator, kind)
        return id

    def add_edge(self, label: str, source: str, target: str, creator: str) -> str:
        """Draw an edge."""
        self.edges_ever += 1
        id = f"e{self.edges_ever}"
        self.elements[id] = Element(id, label.strip(), creator, ends=(source, target))
        return id

    def join(self, label: str, ends: tuple[str, str], direction: str, creator: str) -> str:
        """Draw an edge between two nodes. `direction` is seen from the first node."""
        source, target = ends if direction == "out" else ends[::-1]
        return self.add_edge(label, source, target, creator)

    def stands(self, id: str) -> bool:
        """Return whether an element is there and not eliminated."""
        return id in self.elements and not self.elements[id].gone

    def edges_at(self, node: str) -> Iterator[Element]:
        """The active edges at a node."""
        for one in self.elements.values():
            if one.ends and node in one.ends and not one.gone:
                yield one

    def mark(self, id: str, marks: str, *, loading: bool = False) -> None:
        """Write marks, and eliminate the element by `mark.strikes` or, outside Load, by `mark.standing`."""
        element = self.elements[id]
        element.marks += marks
        if element.marks.count("X") >= THREE_STRIKES:
            self.eliminate(id, "strikes")
        elif element.standing < 0 and not loading:
            self.eliminate(id, "standing")

    def cross_out(self, id: str, mark: str = "?") -> None:
        """Remove the latest mark of a kind (`mark.order`)."""
        element = self.elements[id]
        before, _, after = element.marks.rpartition(mark)
        element.marks = before + after

    def eliminate(self, id: str, cause: str) -> None:
        """Eliminate an element. A node takes its edges along, and a player loses the character (`mark.elimination`)."""
        if self.elements[id].gone:
            return
        edges = [] if self.elements[id].ends else list(self.edges_at(id))
        self.elements[id].gone = cause
        for edge in edges:
            edge.gone = "node"
        self.characters = {seat: own for seat, own in self.characters.items() if own != id}

    def claimant(self, node: str) -> str | None:
        """The seat whose character a node is."""
        return next((seat for seat, own in self.characters.items() if own == node), None)
