"""Control of elements: its owners, grants, and the changes that are protected from objections."""

import msgspec

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import RuleId, SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import house_rule
from verger.domain.core.tagged import TaggedMove
from verger.domain.games.verge.house_rules import HOUSE_RULES
from verger.domain.games.verge.model import stake
from verger.domain.games.verge.model.action import Action, Connect, Ref, Repair, Strengthen, Weaken
from verger.domain.games.verge.model.grant import ControlGranted, ControlRevoked, Grant
from verger.domain.games.verge.model.network import (
    EdgeId,
    Element,
    ElementId,
    Network,
    NodeId,
    label_of,
    named,
)
from verger.domain.games.verge.model.stake import is_played
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, Play, State, in_run
from verger.domain.games.verge.writing import unfit_element
from verger.domain.judging.chapters import Judges
from verger.domain.table.seating import cannot_give

OWN, RESIDUAL, GRANT = RuleId("control.own"), RuleId("control.gm"), RuleId("control.grant")
MOST_INTEREST = RuleId("interest.control")


class Control(msgspec.Struct, frozen=True):
    """A seat's control of an element, with the rule that gives the control and the seat that granted it."""

    seat: SeatId
    """The seat that controls the element."""
    rule: RuleId
    """The id of the rule that gives the seat control."""
    by: SeatId | None = None
    """The seat that granted the control; null if nobody granted it."""


class GrantControl(TaggedMove, frozen=True, tag="grant_control"):
    """Give another seat control of an element that you control (`control.grant`)."""

    element: Ref
    seat: SeatId


class RevokeControl(TaggedMove, frozen=True, tag="revoke_control"):
    """Take back control that you granted (`control.grant`)."""

    element: Ref
    seat: SeatId


ControlMove = GrantControl | RevokeControl


def controllers(state: State, element: ElementId) -> tuple[SeatId, ...]:
    """Return the seats that control an element: by right in seat order, then by grant."""
    return tuple(dict.fromkeys([control.seat for control in control_of(state, element)]))


def control_of(state: State, element: ElementId) -> tuple[Control, ...]:
    """Return the controls of an element: those by right first, then those by grant."""
    own = control_by_right(state, element)
    granted = state.play.grants.get(element)
    if granted is None:
        return own
    # control.grant: a grant counts while both seats are taken and the granting seat controls the
    # element by right.
    sitting = state.table.sitting
    granters = [control.seat for control in own if control.seat in sitting]
    counting = [grant for grant in granted if grant.by in granters and grant.seat in sitting]
    return (*own, *[Control(grant.seat, GRANT, grant.by) for grant in counting])


def control_by_right(state: State, element: ElementId) -> tuple[Control, ...]:
    """Return the controls without a grant. An empty seat controls nothing."""
    claimant = state.play.network.claimant(element)
    if claimant in state.table.sitting:
        return (Control(claimant, OWN),)
    if claimant is not None:
        # control.gm: the GM controls a character whose player left.
        gm = _seated_gm(state)
        return (Control(gm, RESIDUAL),) if gm else ()
    holder = _holder(state, element)
    if holder is not None:
        return (Control(holder, MOST_INTEREST),)
    through = _through_characters(state, element)
    if through:
        return tuple([Control(seat, OWN) for seat in through])
    left_to = _residual(state, state.play.network.element(element))
    return (Control(left_to, RESIDUAL),) if left_to else ()


def _holder(state: State, element: ElementId) -> SeatId | None:
    """Return the seat with the most points, if the table plays with them (`interest.control`)."""
    stakes = state.play.interest.stakes.get(element)
    if stakes is None or not is_played(state.table):
        return None
    return stake.holder(stakes, state.table.sitting)


def _through_characters(state: State, element: ElementId) -> tuple[SeatId, ...]:
    """Return the seats that control an element through their characters (`control.own`).

    A character gives control of its edges, and of the nodes one edge away.
    """
    network = state.play.network
    near = _within_one_edge(network, element)
    # A seat that was left keeps its character's node in the network, but controls nothing.
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


def _residual(state: State, element: Element | None) -> SeatId | None:
    """Return the controller of an element that no player controls (`control.gm`).

    This is the GM, or by house rule its creator.
    """
    chosen = house_rule(state.table, HOUSE_RULES, "residual_control")
    if chosen == "creator" and element is not None and element.creator in state.table.sitting:
        return element.creator
    return _seated_gm(state)


def _seated_gm(state: State) -> SeatId | None:
    gm = state.table.gm
    return gm if gm in state.table.sitting else None


def controlled_by_right(state: State, seat: SeatId) -> list[tuple[ElementId, str]]:
    """Return all active elements that a seat controls without a grant, with their labels."""
    network, all_claims = state.play.network, dict(state.play.network.characters.items())
    claims = {other: all_claims[other] for other in state.table.sitting if other in all_claims}
    near = {other: _around(network, character) for other, character in claims.items()}
    own, anybodys = near.get(seat, frozenset()), frozenset[ElementId]().union(*near.values())

    def controls(id: ElementId, element: Element) -> bool:
        if id in all_claims.values():
            played = id in claims.values()
            return claims.get(seat) == id if played else seat == _seated_gm(state)
        if holder := _holder(state, id):
            return holder == seat
        return id in own or (id not in anybodys and _residual(state, element) == seat)

    return [(id, element.label) for id, element in network.active if controls(id, element)]


def _around(network: Network, character: NodeId) -> frozenset[ElementId]:
    """Return the elements that a character gives control of (`control.own`)."""
    edges = [(id, network.edges[id]) for id in network.nodes[character].edges]
    active = [(id, edge) for id, edge in edges if not edge.eliminated]
    return frozenset(
        (character, *[part for id, edge in active for part in (id, edge.source, edge.target)])
    )


def grant_control(draft: Draft, move: GrantControl, facts: Facts) -> Judgement:
    """Judge a grant: only a controller by right can grant control (`control.grant`)."""
    state, seat, id = draft.state, facts.seat, move.element
    if refusal := in_run(state, GRANT) or unfit_element(state.play.network, id, GRANT):
        return refusal
    if refusal := cannot_give(state.table, seat, move.seat, GRANT):
        return refusal
    if refusal := _not_to_grant(state, seat, move):
        return refusal
    draft.cite(GRANT, element=id, granting_seat=seat, seat=move.seat)
    draft.emit(ControlGranted(id, seat, move.seat))
    name, label = draft.table.name, named(draft.play.network, id)
    return draft.accept(f"{name(seat)} grants {name(move.seat)} control of {label}.")


def _not_to_grant(state: State, seat: SeatId, move: GrantControl) -> Refused | None:
    id, name = move.element, state.table.name
    label = label_of(state.play.network, id)
    if all(control.seat != seat for control in control_by_right(state, id)):
        return refuse(
            Own.NOT_IN_CONTROL, GRANT, seat_name=name(seat), element=id, element_label=label
        )
    if Grant(seat, move.seat) in state.play.grants.get(id, ()):
        return refuse(
            Own.ALREADY_GRANTED, GRANT, seat_name=name(move.seat), element=id, element_label=label
        )
    return None


def revoke_control(draft: Draft, move: RevokeControl, facts: Facts) -> Judgement:
    """Judge revoking a grant, which is always possible (`control.grant`)."""
    seat, id, name = facts.seat, move.element, draft.table.name
    if Grant(seat, move.seat) not in draft.play.grants.get(id, ()):
        if draft.play.network.element(id) is None:
            return refuse(Own.UNKNOWN_ELEMENT, GRANT, element=id)
        if draft.table.seat(move.seat) is None:
            return refuse(Code.UNKNOWN_SEAT, GRANT, seat=move.seat)
        label = label_of(draft.play.network, id)
        return refuse(
            Own.NOT_GRANTED, GRANT, seat_name=name(move.seat), element=id, element_label=label
        )
    draft.cite(GRANT, element=id, granting_seat=seat, seat=move.seat)
    draft.emit(ControlRevoked(id, seat, move.seat))
    label = named(draft.play.network, id)
    return draft.accept(f"{name(seat)} takes back {name(move.seat)}'s control of {label}.")


def is_protected(state: State, mover: SeatId, action: Action) -> bool:
    """Return whether an action is protected from objections (`control.protected`)."""
    match action:
        case Strengthen() | Weaken() | Repair():
            return mover in controllers(state, action.element)
        case Connect():
            ends = (action.source, action.target)
            return all(mover in controllers(state, end) for end in ends)
        case _:
            return False


CHAPTER: Judges[Play] = {
    GrantControl: grant_control,
    RevokeControl: revoke_control,
}
