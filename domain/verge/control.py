"""Who controls what, and which changes nobody may object to."""

from domain.identifier import SeatId
from domain.table import Table, house_rule
from domain.verge.action import Action, Connect, Create, Repair, Strengthen, Weaken
from domain.verge.network import EdgeId, ElementId, Network, NodeId
from domain.verge.rules import HOUSE_RULES
from domain.verge.state import State


def controllers(state: State, element: ElementId) -> tuple[SeatId, ...]:
    """The seats that control an element, in seat order; never nobody."""
    return _through_characters(state, element) or (_residual(state, element),)


def _through_characters(state: State, element: ElementId) -> tuple[SeatId, ...]:
    """`control.own`: one's character, the edges at it, the nodes one edge away."""
    network = state.play.network
    near = _within_one_edge(network, element)
    # A seat that has left keeps its character's node on the network but controls nothing.
    characters = network.characters
    return tuple([seat for seat in state.table.sitting if characters.get(seat) in near])


def _within_one_edge(network: Network, element: ElementId) -> frozenset[NodeId | None]:
    edge = network.edges.get(EdgeId(element))
    if edge is not None:
        return frozenset((edge.source, edge.target))
    node = NodeId(element)
    edges = [network.edges[id] for id in network.nodes[node].edges]
    ends = [end for e in edges if not e.eliminated for end in (e.source, e.target)]
    return frozenset((node, *ends))


def _residual(state: State, element: ElementId) -> SeatId:
    """`control.gm`: what no player controls is the GM's, or by house rule its creator's."""
    chosen = house_rule(state.table, HOUSE_RULES, "residual_control")
    found = state.play.network.element(element)
    if chosen == "creator" and found is not None and _sits(state.table, found.creator):
        return found.creator
    return state.table.gm


def _sits(table: Table, seat: SeatId) -> bool:
    return seat in table.sitting


def is_protected(state: State, mover: SeatId, action: Action) -> bool:
    """Whether nobody may object to an action (`control.protected`)."""
    match action:
        case Strengthen() | Weaken() | Repair():
            return mover in controllers(state, action.element)
        case Connect():
            ends = (action.source, action.target)
            return all(mover in controllers(state, end) for end in ends)
        case Create():
            return controllers(state, action.other) == (mover,)
        case _:
            return False
