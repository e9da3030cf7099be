"""The dice of a conflict: rolling, choosing the signal, narrating, burning, rerolling."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.decider import Facts, Judgement
from domain.identifier import SeatId
from domain.ledger import Purse, seat_account
from domain.reason import Code
from domain.ruling import Refused, refuse
from domain.table import Table
from domain.text import Prose
from domain.verge import concluding, token
from domain.verge.action import Payment, Ref
from domain.verge.conflict import Acting, Conflict, Narrating, Participant, Rolling, Stage
from domain.verge.conflict_effect import (
    DroppedOut,
    EdgeBurned,
    Narrated,
    NarratingBegan,
    NoiseRerolled,
    PoolRolled,
    RoundBegan,
    RoundPassed,
    SignalChosen,
)
from domain.verge.control import controllers
from domain.verge.interest import may_use
from domain.verge.mark import WEAKENED
from domain.verge.network import Edge, EdgeId, ElementId, MarkAdded, Network, NodeId
from domain.verge.pool import POOL, pool, power, unfit_path
from domain.verge.state import Draft, State
from domain.verge.throw import Reported, best_face, throw

ROLL, ORDER, ROUND = "conflict.roll", "conflict.order", "conflict.round"
BURN, REROLL, DROP = "conflict.burn", "conflict.reroll", "conflict.drop"

REROLL_PRICE = Purse(story=1)


class _Move(msgspec.Struct, frozen=True, tag_field="move", forbid_unknown_fields=True):
    pass


class Roll(_Move, frozen=True, tag="roll"):
    """Take a path to the goal's target, explain it, and roll the dice that it gives.

    The path names edges and nodes in turn, without one's own node; empty where there is none, or
    where one's node is itself the target.
    """

    explanation: Prose
    path: Annotated[tuple[Ref, ...], Meta(max_length=200)] = ()
    reported: Reported | None = None


class ChooseSignal(_Move, frozen=True, tag="choose_signal"):
    """Choose another face as the signal, before one's first narration."""

    face: Annotated[int, Meta(ge=1, le=6)]


class Narrate(_Move, frozen=True, tag="narrate"):
    """Tell what one does, in the order of the signals' faces."""

    text: Prose


class GoOn(_Move, frozen=True, tag="go_on"):
    """The spotlight seat goes on: everyone may burn or reroll."""


class StopConflict(_Move, frozen=True, tag="stop_conflict"):
    """The spotlight seat stops: the conflict is decided as the dice lie."""


class Burn(_Move, frozen=True, tag="burn"):
    """Burn an edge at one's node for as many dice as the node at its other end has power."""

    edge: Ref
    narration: Prose
    reported: Reported | None = None


class Reroll(_Move, frozen=True, tag="reroll"):
    """Pay a story token and roll all one's noise again."""

    payment: Payment | None = None
    reported: Reported | None = None


class PassRound(_Move, frozen=True, tag="pass_round"):
    """Leave one's dice as they are in this round."""


class DropOut(_Move, frozen=True, tag="drop_out"):
    """Give the conflict up: one loses and gets no insurance."""


def roll(draft: Draft, move: Roll, facts: Facts) -> Judgement:
    """Roll one's pool (`conflict.pool`, `conflict.roll`)."""
    found = taking_part(draft.state, facts.seat, ROLL, Rolling)
    if isinstance(found, Refused):
        return found
    conflict, one = found
    if one.has_rolled:
        return refuse(Code.ALREADY_ANSWERED, ROLL, name=draft.table.name(facts.seat))
    network, target = draft.play.network, conflict.goals[one.goal - 1].target
    if refusal := unfit_path(network, one.node, target, move.path) or unfit_to_use(
        draft.state, facts.seat, move.path
    ):
        return refusal
    count = pool(network, one.node, target, move.path)
    values = throw(draft, count, move.reported)
    if isinstance(values, Refused):
        return values
    face, path = best_face(values), tuple(ElementId(id) for id in move.path)
    _cite_pool(draft, one, path, count)
    draft.cite(ROLL, dice=_shown(values), signal=face)
    was_reported = move.reported is not None
    draft.emit(PoolRolled(conflict.id, facts.seat, path, values, face, was_reported))
    said = f"{draft.table.name(facts.seat)} rolls {count} dice{_says(values, face)}."
    return draft.accept(said + advance(draft))


def unfit_to_use(state: State, seat: SeatId, path: Sequence[ElementId]) -> Refused | None:
    """`interest.dice`: what is not next to one's own has to be one's own to use."""
    # Edges and nodes in turn: the first node is next to one's own.
    for id in path[3::2]:
        if not may_use(state, seat, NodeId(id)):
            names = tuple(state.table.name(other) for other in controllers(state, id))
            label = state.play.network.nodes[NodeId(id)].label
            return refuse(
                Code.NOT_USABLE, "interest.dice", element=id, label=label, controllers=names
            )
    return None


def _cite_pool(draft: Draft, one: Participant, path: tuple[ElementId, ...], count: int) -> None:
    network = draft.play.network
    steps = tuple(f"{id}: {power(network, id)}" for id in path)
    own = power(network, one.node)
    rule = POOL if draft.play.network.claimant(one.node) else "conflict.pool_gm"
    draft.cite(rule, node=one.node, power=own, path=steps, cost=len(path), dice=count)


def _shown(values: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(str(value) for value in values)


def _says(values: tuple[int, ...], face: int) -> str:
    return f"; signal {values.count(face)} of {face}" if values else ""


def choose_signal(draft: Draft, move: ChooseSignal, facts: Facts) -> Judgement:
    """Choose another face before one has narrated (`conflict.roll`)."""
    found = choosing(draft.state, facts.seat)
    if isinstance(found, Refused):
        return found
    conflict, one = found
    if move.face not in one.dice:
        return refuse(Code.NO_SUCH_DIE, ROLL, face=move.face)
    if move.face == one.face:
        return refuse(Code.ALREADY_ANSWERED, ROLL, name=draft.table.name(facts.seat))
    draft.cite(ROLL, signal=move.face, dice=one.dice.count(move.face))
    draft.emit(SignalChosen(conflict.id, facts.seat, move.face))
    name = draft.table.name(facts.seat)
    return draft.accept(f"{name} takes {move.face} as the signal.")


def choosing(state: State, seat: SeatId) -> tuple[Conflict, Participant] | Refused:
    """A participant that may still choose its signal: it has rolled and not narrated."""
    found = taking_part(state, seat, ROLL, Rolling, Narrating)
    if isinstance(found, Refused):
        return found
    conflict, one = found
    told = conflict.round or (isinstance(conflict.stage, Narrating) and seat in conflict.stage.done)
    if told or not one.has_rolled:
        return _elsewhere(conflict, ROLL)
    return found


def narrate(draft: Draft, move: Narrate, facts: Facts) -> Judgement:
    """Tell what one does when it is one's turn (`conflict.order`)."""
    conflict = next_in(draft.state, facts.seat, ORDER, Narrating)
    if isinstance(conflict, Refused):
        return conflict
    draft.cite(ORDER, seat=facts.seat)
    draft.emit(Narrated(conflict.id, facts.seat, move.text.strip()))
    return draft.accept(f"{draft.table.name(facts.seat)} narrates.")


def go_on(draft: Draft, move: GoOn, facts: Facts) -> Judgement:
    """Everyone gets a turn to burn or reroll (`conflict.round`)."""
    del move
    conflict = deciding(draft.state, facts.seat)
    if isinstance(conflict, Refused):
        return conflict
    draft.cite(ROUND, round=conflict.round + 1)
    draft.emit(RoundBegan(conflict.id, conflict.round + 1))
    return draft.accept(f"{draft.table.name(facts.seat)} goes on: round {conflict.round + 1}.")


def stop(draft: Draft, move: StopConflict, facts: Facts) -> Judgement:
    """Stop: the best signal wins (`conflict.round`, `conflict.conclude`)."""
    del move
    conflict = deciding(draft.state, facts.seat)
    if isinstance(conflict, Refused):
        return conflict
    draft.cite(ROUND, stopped=True)
    return draft.accept(f"{draft.table.name(facts.seat)} stops.{concluding.decide(draft)}")


def deciding(state: State, seat: SeatId) -> Conflict | Refused:
    """The conflict in which a seat stops or goes on now (`conflict.round`)."""
    conflict = state.play.conflict
    if conflict is None:
        return refuse(Code.NO_CONFLICT, ROUND)
    if not isinstance(conflict.stage, Narrating) or conflict.next is not None:
        return _elsewhere(conflict, ROUND)
    holder = spotlight(state.table, conflict)
    if seat != holder:
        name = state.table.name(holder)
        return refuse(Code.NOT_IN_THE_SPOTLIGHT, ROUND, conflict=conflict.id, spotlight=name)
    return conflict


def spotlight(table: Table, conflict: Conflict) -> SeatId:
    """Who stops or goes on: the caller, or the first in order once the caller is out of it."""
    caller = conflict.participant(conflict.spotlight)
    is_out = caller is not None and caller.has_dropped
    if conflict.spotlight in table.sitting and not is_out:
        return conflict.spotlight
    return conflict.active[0].seat


def burn(draft: Draft, move: Burn, facts: Facts) -> Judgement:
    """An edge takes a ? and gives new dice (`conflict.burn`)."""
    conflict = next_in(draft.state, facts.seat, BURN, Acting)
    if isinstance(conflict, Refused):
        return conflict
    one = conflict.participant(facts.seat)
    assert one is not None
    if refusal := unfit_to_burn(draft.play.network, one.node, move.edge):
        return refusal
    edge = draft.play.network.edges[EdgeId(move.edge)]
    other = edge.target if edge.source == one.node else edge.source
    values = throw(draft, max(0, power(draft.play.network, other)), move.reported, BURN)
    if isinstance(values, Refused):
        return values
    face = one.face or best_face(values)
    draft.cite(BURN, edge=move.edge, node=other, dice=_shown(values), signal=values.count(face))
    draft.emit(
        MarkAdded(move.edge, WEAKENED),
        EdgeBurned(
            conflict.id, facts.seat, EdgeId(move.edge), values, face, move.reported is not None
        ),
    )
    name = draft.table.name(facts.seat)
    said = (
        f"{name} burns “{edge.label}” for {len(values)} dice, {values.count(face)} of them signal."
    )
    return draft.accept(said + advance(draft))


def unfit_to_burn(network: Network, node: NodeId, id: ElementId) -> Refused | None:
    """Why an edge cannot be burned, if it cannot (`conflict.burn`)."""
    edge = network.edges.get(EdgeId(id))
    if edge is None:
        return refuse(Code.UNKNOWN_ELEMENT, BURN, element=id)
    why = _unburnable(edge, node)
    return refuse(Code.BURNT_OUT, BURN, element=id, label=edge.label, why=why) if why else None


def _unburnable(edge: Edge, node: NodeId) -> str:
    if edge.eliminated:
        return "it is eliminated"
    if node not in (edge.source, edge.target):
        return "it is not at one's own node"
    return "" if edge.marks.power >= 1 else f"its power is {edge.marks.power}"


def reroll(draft: Draft, move: Reroll, facts: Facts) -> Judgement:
    """All noise is rolled again for a story token (`conflict.reroll`)."""
    conflict = next_in(draft.state, facts.seat, REROLL, Acting)
    if isinstance(conflict, Refused):
        return conflict
    one = conflict.participant(facts.seat)
    assert one is not None
    if not one.noise:
        return refuse(Code.NO_NOISE, REROLL)
    offered = move.payment.purse if move.payment else None
    paying = token.payment(draft.state, facts.seat, REROLL_PRICE, offered)
    if isinstance(paying, Refused):
        return paying
    values = throw(draft, one.noise, move.reported, REROLL)
    if isinstance(values, Refused):
        return values
    token.draw(draft, facts.seat, paying)
    token.spend(draft, facts.seat, seat_account(facts.seat), paying, "rolling noise again")
    found = values.count(one.face)
    draft.cite(REROLL, dice=_shown(values), signal=found)
    draft.emit(NoiseRerolled(conflict.id, facts.seat, values, move.reported is not None))
    said = (
        f"{draft.table.name(facts.seat)} rolls {len(values)} noise again; {found} join the signal."
    )
    return draft.accept(said + advance(draft))


def pass_round(draft: Draft, move: PassRound, facts: Facts) -> Judgement:
    """Do neither (`conflict.round`)."""
    del move
    conflict = next_in(draft.state, facts.seat, ROUND, Acting)
    if isinstance(conflict, Refused):
        return conflict
    draft.cite(ROUND, passed=facts.seat)
    draft.emit(RoundPassed(conflict.id, facts.seat))
    return draft.accept(f"{draft.table.name(facts.seat)} passes.{advance(draft)}")


def drop_out(draft: Draft, move: DropOut, facts: Facts) -> Judgement:
    """Give up (`conflict.drop`)."""
    del move
    stages = (Rolling, Narrating, Acting)
    found = taking_part(draft.state, facts.seat, DROP, *stages)
    if isinstance(found, Refused):
        return found
    draft.cite(DROP, seat=facts.seat)
    return draft.accept(f"{draft.table.name(facts.seat)} gives up.{drop(draft, facts.seat)}")


def drop(draft: Draft, seat: SeatId) -> str:
    """A participant is out; where that leaves one side, it has won."""
    conflict = draft.play.conflict
    assert conflict is not None
    draft.emit(DroppedOut(conflict.id, seat))
    after = draft.play.conflict
    assert after is not None
    return advance(draft) if len(after.sides) > 1 else concluding.decide(draft)


def advance(draft: Draft) -> str:
    """Once all have rolled, or had their turn, they narrate."""
    conflict = draft.play.conflict
    assert conflict is not None
    rolled = isinstance(conflict.stage, Rolling) and all(one.has_rolled for one in conflict.active)
    acted = isinstance(conflict.stage, Acting) and conflict.next is None
    if not rolled and not acted:
        return ""
    draft.emit(NarratingBegan(conflict.id))
    first = draft.table.name(conflict.active[0].seat)
    return f" They narrate, {first} first."


def taking_part(
    state: State, seat: SeatId, rule: str, *stages: type[Stage]
) -> tuple[Conflict, Participant] | Refused:
    """The conflict in one of these stages, and how a seat takes part in it."""
    conflict = state.play.conflict
    if conflict is None:
        return refuse(Code.NO_CONFLICT, rule)
    if not isinstance(conflict.stage, stages):
        return _elsewhere(conflict, rule)
    one = conflict.participant(seat)
    if one is None or one.has_dropped:
        name = state.table.name(seat)
        return refuse(Code.NOT_IN_CONFLICT, rule, conflict=conflict.id, name=name)
    return conflict, one


def next_in(
    state: State, seat: SeatId, rule: str, stage: type[Narrating | Acting]
) -> Conflict | Refused:
    """The conflict in which it is a seat's turn in a stage (`conflict.order`)."""
    found = taking_part(state, seat, rule, stage)
    if isinstance(found, Refused):
        return found
    conflict, _ = found
    if conflict.next is None:
        return _elsewhere(conflict, rule)
    if conflict.next != seat:
        name, next_ = state.table.name(seat), state.table.name(conflict.next)
        return refuse(Code.NOT_NEXT, rule, conflict=conflict.id, name=name, next=next_)
    return conflict


def _elsewhere(conflict: Conflict, rule: str) -> Refused:
    stage = type(conflict.stage).__name__.lower()
    return refuse(Code.WRONG_STAGE, rule, conflict=conflict.id, stage=stage)
