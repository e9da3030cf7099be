"""The network: nodes, edges, their marks, and the effects that change them."""

from enum import StrEnum
from functools import cached_property
from typing import Literal, NewType, assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.identifier import SeatId, Sign, in_order
from verger.domain.core.members import made_of
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.verge.model.mark import Marks

ElementId = NewType("ElementId", str)
NodeId = NewType("NodeId", ElementId)
"""`n1`, `n2` … in the order of creation. No id is used twice, not even after the network is
scrapped."""
EdgeId = NewType("EdgeId", ElementId)
"""`e1`, `e2` … in the order of creation. No id is used twice."""


class NodeKind(StrEnum):
    """The kind of noun (`network.node`)."""

    IDEA = "idea"
    ORGANIZATION = "organization"
    PERSON = "person"
    PLACE = "place"
    THING = "thing"
    IDEOLOGY = "ideology"
    TECHNOLOGY = "technology"
    QUALITY = "quality"


class Direction(StrEnum):
    """The direction of an edge, as seen from the node that is being joined."""

    OUT = "out"
    IN = "in"


Cause = Literal["strikes", "standing", "node", "correction"]
"""The causes of an elimination, in this order: three strikes, more strikes than ratifications, the
elimination of a node of this edge, a correction by the table."""


class Node(msgspec.Struct, frozen=True, omit_defaults=True):
    """A noun in the network (`network.node`)."""

    label: str
    creator: SeatId
    kind: NodeKind | None = None
    marks: Marks = Marks()
    eliminated: Cause | None = None
    edges: tuple[EdgeId, ...] = ()
    explanation: str = ""
    """Its meaning in the words of its writer (`load.ideas`); empty without an explanation."""


class Edge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A verb from one node to another (`network.edge`).

    `thing` is 1 or 2 if the edge ties `person` to its most important or second most important
    thing.
    """

    label: str
    creator: SeatId
    source: NodeId
    target: NodeId
    marks: Marks = Marks()
    eliminated: Cause | None = None
    thing: int = 0
    person: NodeId | None = None
    explanation: str = ""

    def beyond(self, node: NodeId) -> NodeId:
        """Return the node at the other end."""
        return self.target if self.source == node else self.source


Element = Node | Edge


class Network(msgspec.Struct, frozen=True, dict=True):
    """All elements ever written, including eliminated ones."""

    nodes: Map[NodeId, Node] = Map()
    edges: Map[EdgeId, Edge] = Map()
    nodes_ever: int = 0
    edges_ever: int = 0
    characters: Map[SeatId, NodeId] = Map()

    def element(self, id: ElementId) -> Element | None:
        """Return the node or edge with this id, or None."""
        return self.nodes.get(NodeId(id)) or self.edges.get(EdgeId(id))

    @cached_property
    def elements(self) -> tuple[tuple[ElementId, Element], ...]:
        """All nodes, then all edges, in the order of creation."""
        return (*in_order(self.nodes.items()), *in_order(self.edges.items()))

    @cached_property
    def active(self) -> tuple[tuple[ElementId, Element], ...]:
        """The elements that take part in play: all except eliminated ones."""
        return tuple([pair for pair in self.elements if not pair[1].eliminated])

    @cached_property
    def active_nodes(self) -> tuple[tuple[NodeId, Node], ...]:
        """The active nodes."""
        active = [pair for pair in self.nodes.items() if not pair[1].eliminated]
        return tuple(in_order(active))

    def claimant(self, node: ElementId) -> SeatId | None:
        """Return the seat whose character this node is, or None."""
        for seat, own in self.characters.items():
            if own == node:
                return seat
        return None

    @property
    def next_node(self) -> NodeId:
        """The id of the next node."""
        return NodeId(ElementId(f"n{self.nodes_ever + 1}"))

    @property
    def next_edge(self) -> EdgeId:
        """The id of the next edge."""
        return EdgeId(ElementId(f"e{self.edges_ever + 1}"))


def shown(element: Element) -> str:
    """Return the label with its marks in the order of writing (`mark.order`)."""
    return f"{element.label}{element.marks.written}"


def label_of(network: Network, id: ElementId) -> str:
    """Return the label of an element, or the id if there is no such element."""
    element = network.element(id)
    return element.label if element else id


def named(network: Network, id: ElementId) -> str:
    """Return the label of an element in quotation marks, for a sentence."""
    return f"“{label_of(network, id)}”" if network.element(id) else id


class NodeAdded(TaggedEffect, frozen=True, tag="node_added", omit_defaults=True):
    """A node was created, perhaps with its writer's explanation."""

    node: NodeId
    label: str
    kind: NodeKind | None
    creator: SeatId
    explanation: str = ""


class EdgeAdded(TaggedEffect, frozen=True, tag="edge_added", omit_defaults=True):
    """An edge was created. If `thing` is 1 or 2, the edge ties `person` to an important thing."""

    edge: EdgeId
    label: str
    source: NodeId
    target: NodeId
    creator: SeatId
    thing: int = 0
    person: NodeId | None = None
    explanation: str = ""


class Relabelled(TaggedEffect, frozen=True, tag="relabelled"):
    """The label of an element was changed."""

    element: ElementId
    label: str


class MarkAdded(TaggedEffect, frozen=True, tag="mark_added"):
    """One or more marks were written on an element."""

    element: ElementId
    marks: Sign


class MarkRemoved(TaggedEffect, frozen=True, tag="mark_removed"):
    """The latest mark of this kind was removed from an element."""

    element: ElementId
    mark: Sign


class ElementEliminated(TaggedEffect, frozen=True, tag="element_eliminated"):
    """An element was eliminated. It stays readable."""

    element: ElementId
    cause: Cause


class ElementRestored(TaggedEffect, frozen=True, tag="element_restored"):
    """An eliminated element was restored."""

    element: ElementId


class CharacterClaimed(TaggedEffect, frozen=True, tag="character_claimed"):
    """A seat plays this node from now on."""

    seat: SeatId
    node: NodeId


class CharacterReleased(TaggedEffect, frozen=True, tag="character_released"):
    """A seat no longer plays this node: it was eliminated, or the seat is the GM's now."""

    seat: SeatId
    node: NodeId


class NetworkScrapped(TaggedEffect, frozen=True, tag="network_scrapped"):
    """The table starts again with an empty network. The old one stays in the log."""


NetworkEffect = (
    NodeAdded
    | EdgeAdded
    | Relabelled
    | MarkAdded
    | MarkRemoved
    | ElementEliminated
    | ElementRestored
    | CharacterClaimed
    | CharacterReleased
    | NetworkScrapped
)


def evolve(network: Network, effect: NetworkEffect) -> Network:
    """Return the network after an effect."""
    match effect:
        case MarkAdded(id, marks):
            element = network.element(id)
            assert element is not None
            return _with(network, id, replace(element, marks=element.marks.with_written(marks)))
        case MarkRemoved(id, mark):
            return _without_latest(network, id, mark)
        case NodeAdded():
            node = made_of(Node, effect)
            nodes = network.nodes.set(effect.node, node)
            return replace(network, nodes=nodes, nodes_ever=network.nodes_ever + 1)
        case EdgeAdded():
            return _with_edge(network, effect)
        case ElementEliminated(id, cause):
            element = network.element(id)
            assert element is not None
            return _with(network, id, replace(element, eliminated=cause))
        case ElementRestored(id):
            element = network.element(id)
            assert element is not None
            return _with(network, id, replace(element, eliminated=None))
        case Relabelled(id, label):
            element = network.element(id)
            assert element is not None
            return _with(network, id, replace(element, label=label))
        case CharacterClaimed(seat, node_id):
            return replace(network, characters=network.characters.set(seat, node_id))
        case CharacterReleased(seat):
            return replace(network, characters=network.characters.delete(seat))
        case NetworkScrapped():
            return Network(nodes_ever=network.nodes_ever, edges_ever=network.edges_ever)
        case _:
            assert_never(effect)


def _with(network: Network, id: ElementId, element: Element) -> Network:
    match element:
        case Node():
            return replace(network, nodes=network.nodes.set(NodeId(id), element))
        case Edge():
            return replace(network, edges=network.edges.set(EdgeId(id), element))


def _without_latest(network: Network, id: ElementId, mark: str) -> Network:
    element = network.element(id)
    assert element is not None
    return _with(network, id, replace(element, marks=element.marks.without_latest(mark)))


def _with_edge(network: Network, effect: EdgeAdded) -> Network:
    nodes = network.nodes
    for end in (effect.source, effect.target):
        node = nodes[end]
        nodes = nodes.set(end, replace(node, edges=(*node.edges, effect.edge)))
    edges = network.edges.set(effect.edge, made_of(Edge, effect))
    return replace(network, nodes=nodes, edges=edges, edges_ever=network.edges_ever + 1)
