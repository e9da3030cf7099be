"""Writing in the network: valid labels, marks, and elimination."""

import re
from collections.abc import Iterable, Sequence

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.similarity import close_labels, same_label
from verger.domain.core.text import tidy
from verger.domain.core.unicode import trimmed
from verger.domain.games.verge.model.network import (
    Cause,
    CharacterReleased,
    EdgeAdded,
    EdgeId,
    Element,
    ElementEliminated,
    ElementId,
    MarkAdded,
    Network,
    NodeAdded,
    NodeId,
    NodeKind,
    label_of,
)
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import CASH_OUT, Draft, Load, Run, State

Peers = Sequence[tuple[ElementId, Element]]

_RELATION = re.compile(
    r"\b(wife|husband|spouse|partner|son|daughter|child|mother|father|parent|sister|brother|"
    r"cousin|uncle|aunt|friend|lover|enemy|rival|boss|servant|owner|member|leader|head|follower)"
    r" of\b|['\u2019]s (wife|husband|spouse|partner|son|daughter|child|mother|father|parent|sister|"
    r"brother|cousin|uncle|aunt|friend|lover|enemy|rival|boss|servant|follower)\b",
    re.IGNORECASE | re.ASCII,
)


def node_peers(network: Network) -> Peers:
    """Return the labels of all nodes ever written, to compare a node's label with them."""
    return in_order(network.nodes.items())


def edge_peers(network: Network, source: ElementId, target: ElementId) -> Peers:
    """Return the labels of edges with the same nodes and direction, to compare an edge's label with them."""
    node = network.nodes.get(NodeId(source))
    ids = node.edges if node else ()
    edges = ((id, network.edges[id]) for id in ids)
    return [(id, edge) for id, edge in edges if (edge.source, edge.target) == (source, target)]


def peers_of(network: Network, id: ElementId) -> Peers:
    """Return the labels that an element's label is compared with, including its own label."""
    edge = network.edges.get(EdgeId(id))
    return edge_peers(network, edge.source, edge.target) if edge else node_peers(network)


def unfit_label(label: str, peers: Peers, acknowledges: Iterable[ElementId]) -> Refused | None:
    """Return why a label cannot be written, or None (`network.similar`)."""
    wanted, labels = tidy(label), [element.label for _, element in peers]
    if (position := same_label(wanted, labels)) is not None:
        id, element = peers[position]
        return refuse(
            Own.SIMILAR,
            "network.similar",
            element_label=wanted,
            existing_label=element.label,
            element=id,
        )
    close = [peers[position] for position in close_labels(wanted, labels)]
    if all(id in acknowledges for id, _ in close):
        return None
    named = ", ".join(f"“{element.label}”" for _, element in close)
    ids = tuple(id for id, _ in close)
    return refuse(
        Own.CLOSE, "network.similar", element_label=wanted, close_labels=named, elements=ids
    )


def unfit_element(network: Network, id: ElementId, rule: str) -> Refused | None:
    """Return why an element cannot be named here, or None (`mark.elimination`)."""
    element = network.element(id)
    if element is None:
        return refuse(Own.UNKNOWN_ELEMENT, rule, element=id)
    if element.eliminated:
        return refuse(Own.ELIMINATED, "mark.elimination", element=id, element_label=element.label)
    return None


def unfit_node(network: Network, id: ElementId, rule: str) -> Refused | None:
    """Return why a node cannot be named here, or None (`network.edge`)."""
    if network.edges.get(EdgeId(id)):
        return refuse(Own.NOT_A_NODE, rule, element=id, element_label=label_of(network, id))
    return unfit_element(network, id, rule)


def unfit_edge(
    network: Network,
    source: ElementId,
    target: ElementId,
    label: str,
    acknowledges: Iterable[ElementId],
) -> Refused | None:
    """Return why an edge cannot join two nodes, or None (`network.edge`)."""
    for end in (source, target):
        if refusal := unfit_node(network, end, "network.edge"):
            return refusal
    if source == target:
        node = network.nodes[NodeId(source)]
        return refuse(Own.SELF_EDGE, "network.edge", element=source, element_label=node.label)
    return unfit_label(label, edge_peers(network, source, target), acknowledges)


def write_node(
    draft: Draft,
    seat: SeatId,
    label: str,
    kind: NodeKind | None,
    acknowledges: Sequence[ElementId],
    explanation: str | None = None,
) -> NodeId:
    """Add a node to the network (`network.node`), with advice on its label."""
    id, label = draft.play.network.next_node, tidy(label)
    draft.cite("network.node", node=id)
    _acknowledge(draft, acknowledges)
    advise(draft, label)
    draft.emit(
        NodeAdded(
            node=id,
            label=label,
            kind=kind,
            creator=seat,
            explanation=trimmed(explanation or ""),
        )
    )
    return id


def advise(draft: Draft, label: str) -> None:
    """Warn of a relationship in a node's label (`network.relationship`). This refuses nothing."""
    label = tidy(label)
    if _RELATION.search(label):
        draft.cite("network.relationship", element_label=label)
        draft.warn(
            f"“{label}” contains a relation. An edge could express it, and can change in play."
        )


def write_edge(
    draft: Draft,
    seat: SeatId,
    label: str,
    ends: tuple[ElementId, ElementId],
    acknowledges: Sequence[ElementId],
    thing: tuple[int, NodeId | None] = (0, None),
    explanation: str | None = None,
) -> EdgeId:
    """Add an edge from the first node to the second (`network.edge`)."""
    id = draft.play.network.next_edge
    source, target = NodeId(ends[0]), NodeId(ends[1])
    draft.cite("network.edge", edge=id)
    _acknowledge(draft, acknowledges)
    number, person = thing
    draft.emit(
        EdgeAdded(
            edge=id,
            label=tidy(label),
            source=source,
            target=target,
            creator=seat,
            thing=number,
            person=person,
            explanation=trimmed(explanation or ""),
        )
    )
    return id


def _acknowledge(draft: Draft, acknowledges: Sequence[ElementId]) -> None:
    known = tuple(id for id in acknowledges if draft.play.network.element(id))
    if known:
        draft.cite("network.similar", acknowledged_elements=known)


def add_marks(draft: Draft, id: ElementId, marks: str) -> None:
    """Write marks after a label, and eliminate the element if the marks say so (`mark.order`)."""
    draft.emit(MarkAdded(id, marks))
    see_whether_it_falls(draft, id)


def see_whether_it_falls(draft: Draft, id: ElementId) -> None:
    """Eliminate an element with three strikes, or more strikes than ratifications."""
    element = draft.play.network.element(id)
    assert element is not None
    if element.marks.are_out:
        draft.cite("mark.strikes", element=id, strike_marks=element.marks.struck)
        eliminate(draft, id, "strikes")
    elif falls(draft.state, element):
        draft.cite("mark.standing", element=id, standing_marks=element.marks.standing)
        eliminate(draft, id, "standing")


def falls(state: State, element: Element) -> bool:
    """Return whether marks eliminate an element. Standing counts only after the cash-out."""
    step = state.play.step
    counts = isinstance(step, Run) or (isinstance(step, Load) and step.phase == CASH_OUT)
    return element.marks.are_out or (counts and element.marks.standing < 0)


def eliminate(draft: Draft, id: ElementId, cause: Cause) -> None:
    """Eliminate an element; for a node, also its edges (`mark.elimination`)."""
    draft.cite("mark.elimination", element=id, cause=cause)
    draft.emit(ElementEliminated(id, cause))
    network = draft.play.network
    node = network.nodes.get(NodeId(id))
    if node is None:
        return
    active = [edge for edge in node.edges if not network.edges[edge].eliminated]
    draft.emit(*(ElementEliminated(edge, "node") for edge in active))
    claimant = network.claimant(id)
    if claimant:
        draft.emit(CharacterReleased(claimant, NodeId(id)))


def active_elements(state: State) -> list[tuple[ElementId, str]]:
    """Return all active elements with their labels: nodes, then edges, in the order of creation."""
    return [(id, element.label) for id, element in state.play.network.active]


def active_nodes(state: State) -> list[tuple[NodeId, str]]:
    """Return all active nodes with their labels, in the order of creation."""
    return [(id, node.label) for id, node in state.play.network.active_nodes]
