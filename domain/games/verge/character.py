"""Characters: nodes with names that seats have claimed."""

from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Refused, refuse
from verger.domain.games.verge.model.network import ElementId, NodeId, NodeKind
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import State
from verger.domain.games.verge.writing import unfit_node

RULE = "character.claim"


def unfit_claim(state: State, seat: SeatId, id: ElementId) -> Refused | None:
    """Return why a seat cannot claim a node, or None (`character.claim`)."""
    return no_claim(state, seat) or _unclaimable(state, id)


def no_claim(state: State, seat: SeatId) -> Refused | None:
    """Return the refusal if a seat is the GM's or has a character, so that it cannot claim any node."""
    network = state.play.network
    if seat == state.table.gm:
        return refuse(Own.GM_CLAIMS_NONE, RULE)
    own = network.characters.get(seat)
    if own is None:
        return None
    label = network.nodes[own].label
    return refuse(
        Own.HAS_CHARACTER, RULE, seat_name=state.table.name(seat), element=own, element_label=label
    )


def _unclaimable(state: State, id: ElementId) -> Refused | None:
    network = state.play.network
    if refusal := unfit_node(network, id, RULE):
        return refusal
    node = network.nodes[NodeId(id)]
    if node.kind is not NodeKind.PERSON:
        return refuse(
            Own.WRONG_KIND, RULE, node_kind=node.kind, node_kinds_allowed=(NodeKind.PERSON,)
        )
    claimant = network.claimant(id)
    if claimant is None:
        return None
    return refuse(
        Own.ALREADY_CLAIMED,
        RULE,
        element=id,
        element_label=node.label,
        seat_name=state.table.name(claimant),
    )


def free_people(state: State) -> list[tuple[NodeId, str]]:
    """Return the persons that nobody plays, in the order of creation."""
    network = state.play.network
    claimed = set(network.characters.values())
    return [
        (id, node.label)
        for id, node in network.active_nodes
        if node.kind is NodeKind.PERSON and id not in claimed
    ]
