"""The network in the API: each element with its power, its controllers, and its reason."""

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.games.verge.control import Control, control_of
from verger.domain.games.verge.model.grant import Grant
from verger.domain.games.verge.model.network import (
    Cause,
    Edge,
    EdgeId,
    Element,
    Node,
    NodeId,
    NodeKind,
    shown,
)
from verger.domain.games.verge.model.notice import Loss
from verger.domain.games.verge.model.stake import Stake
from verger.domain.games.verge.state import State


class NodeView(msgspec.Struct, frozen=True):
    """A node of the network (`network.node`)."""

    id: NodeId
    """The id of the node, such as `n1`."""
    label: str
    """The label without its marks."""
    shown: str
    """The label with its marks, as on a sheet (`mark.order`)."""
    kind: NodeKind | None
    """The kind of noun; null if nobody named it."""
    explanation: str | None
    """Its meaning in the words of its writer; null if the writer has not explained it."""
    creator: SeatId
    """The seat that wrote it."""
    marks: str
    """The marks, in the order of writing."""
    standing: int
    """The number of ratifications minus the number of strikes."""
    power: int
    """Standing minus the number of `?` (`mark.power`)."""
    eliminated: Cause | None
    """The reason of its elimination; null if it is not eliminated."""
    claimed_by: SeatId | None
    """The seat whose character it is; null if it is nobody's character."""
    control: tuple[Control, ...]
    """Its current controllers, with the rule and the grant of each. Empty if it is eliminated."""
    grants: tuple[Grant, ...]
    """All grants of control, including those that have no effect now."""
    interest: tuple[Stake, ...]
    """The points that seats hold in it (`interest.buy`)."""


class EdgeView(msgspec.Struct, frozen=True):
    """An edge of the network (`network.edge`)."""

    id: EdgeId
    """The id of the edge, such as `e1`."""
    label: str
    """The label without its marks."""
    shown: str
    """The label with its marks, as on a sheet."""
    source: NodeId
    """The id of the node at its start."""
    target: NodeId
    """The id of the node at its end."""
    explanation: str | None
    """Its meaning in the words of its writer; null if the writer has not explained it."""
    creator: SeatId
    """The seat that wrote it."""
    marks: str
    """The marks, in the order of writing."""
    standing: int
    """The number of ratifications minus the number of strikes."""
    power: int
    """Standing minus the number of `?`."""
    eliminated: Cause | None
    """The reason of its elimination; null if it is not eliminated."""
    thing: int | None
    """1 if it ties a person to their most important thing, 2 for the second most important; null
    for all other edges."""
    person: NodeId | None
    """The id of the person that it ties to an important thing; null for all other edges."""
    losses: tuple[Loss, ...]
    """The losses of this edge (`fnol.loss`)."""
    control: tuple[Control, ...]
    """Its current controllers, with the rule and the grant of each. Empty if it is eliminated."""
    grants: tuple[Grant, ...]
    """All grants of control, including those that have no effect now."""
    interest: tuple[Stake, ...]
    """The points that seats hold in it."""


class NetworkView(msgspec.Struct, frozen=True):
    """The network at a version, with eliminated elements."""

    version: int
    """The version that was read."""
    nodes: tuple[NodeView, ...]
    """All nodes, including eliminated nodes."""
    edges: tuple[EdgeView, ...]
    """All edges, including eliminated edges."""


def network(state: State, version: int) -> NetworkView:
    """Return the network at a version, in the order of creation."""
    nodes: list[NodeView] = []
    edges: list[EdgeView] = []
    for id, element in state.play.network.elements:
        match element:
            case Node():
                nodes.append(_node(state, NodeId(id), element))
            case Edge():
                edges.append(_edge(state, EdgeId(id), element))
    return NetworkView(version, tuple(nodes), tuple(edges))


def _node(state: State, id: NodeId, node: Node) -> NodeView:
    return NodeView(
        id=id,
        label=node.label,
        shown=shown(node),
        kind=node.kind,
        explanation=node.explanation or None,
        creator=node.creator,
        marks=node.marks.written,
        standing=node.marks.standing,
        power=node.marks.power,
        eliminated=node.eliminated,
        claimed_by=state.play.network.claimant(id),
        control=_control(state, id, node),
        grants=state.play.grants.get(id, ()),
        interest=state.play.interest.stakes.get(id, ()),
    )


def _edge(state: State, id: EdgeId, edge: Edge) -> EdgeView:
    return EdgeView(
        id=id,
        label=edge.label,
        shown=shown(edge),
        source=edge.source,
        target=edge.target,
        explanation=edge.explanation or None,
        creator=edge.creator,
        marks=edge.marks.written,
        standing=edge.marks.standing,
        power=edge.marks.power,
        eliminated=edge.eliminated,
        thing=edge.thing or None,
        person=edge.person,
        losses=tuple(loss for loss in state.play.notices.lost if loss.edge == id),
        control=_control(state, id, edge),
        grants=state.play.grants.get(id, ()),
        interest=state.play.interest.stakes.get(id, ()),
    )


def _control(state: State, id: NodeId | EdgeId, element: Element) -> tuple[Control, ...]:
    return () if element.eliminated else control_of(state, id)
