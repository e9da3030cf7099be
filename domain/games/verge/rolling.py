"""The dice of a conflict: rolls, signals, and turns."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose, listed, narrated
from verger.domain.games.verge.control import controllers
from verger.domain.games.verge.interest import may_use
from verger.domain.games.verge.model.action import Ref
from verger.domain.games.verge.model.conflict import (
    FACES,
    Acting,
    Concluding,
    Conflict,
    Narrating,
    Participant,
    Rolling,
    Stage,
    best_face,
)
from verger.domain.games.verge.model.conflict_effect import (
    NarratingBegan,
    PoolRolled,
    SignalChosen,
)
from verger.domain.games.verge.model.network import (
    ElementId,
    Network,
    NodeId,
    label_of,
    named,
)
from verger.domain.games.verge.model.words import counted, faces
from verger.domain.games.verge.pool import (
    PATH_LIMIT,
    POOL,
    crossed,
    is_reachable,
    pool,
    power,
    unfit_path,
)
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, Play, State
from verger.domain.judging.chapters import Judges
from verger.domain.table.throw import Reported, throw

ROLL, POOL_GM = "conflict.roll", "conflict.pool_gm"


class Roll(TaggedMove, frozen=True, tag="roll"):
    """Choose a path to the goal's target, explain it, and roll the dice that it gives.

    The path alternates edges and nodes, without your own node. It can be empty only if no path
    leads to the target, or if your node is the target.
    """

    explanation: Prose
    path: Annotated[tuple[Ref, ...], Meta(max_length=PATH_LIMIT)] = ()
    reported: Reported | None = None


class ChooseSignal(TaggedMove, frozen=True, tag="choose_signal"):
    """Choose another face as the signal, before your first narration."""

    face: Annotated[int, Meta(ge=1, le=6)]


RollingMove = Roll | ChooseSignal


def roll(draft: Draft, move: Roll, facts: Facts) -> Judgement:
    """Judge rolling a pool (`conflict.pool`, `conflict.roll`)."""
    participation = taking_part(draft.state, facts.seat, ROLL, Rolling)
    if isinstance(participation, Refused):
        return participation
    conflict, participant = participation
    if participant.has_rolled:
        return refuse(Code.ALREADY_ANSWERED, ROLL, seat_name=draft.table.name(facts.seat))
    network, target = draft.play.network, conflict.goals[participant.goal - 1].target
    if refusal := _unfit_choice(draft.state, facts.seat, participant.node, target, move.path):
        return refusal
    count = pool(network, participant.node, target, move.path)
    values = throw(draft, count, FACES, move.reported, ROLL)
    if isinstance(values, Refused):
        return values
    face, path = best_face(values), tuple(ElementId(id) for id in move.path)
    _cite_pool(draft, participant, path, count)
    draft.cite(ROLL, dice=shown(values), signal=face)
    was_reported = move.reported is not None
    draft.emit(
        PoolRolled(
            conflict=conflict.id,
            seat=facts.seat,
            path=path,
            values=values,
            face=face,
            reported=was_reported,
        )
    )
    dice = counted(count, "die", "dice") + (f", {way(network, path)}" if path else "")
    sentence = f"{draft.table.name(facts.seat)} rolls {dice}{_says(values, face)}"
    return draft.accept(f"{sentence}{narrated(move.explanation)}{advance(draft)}")


def _unfit_choice(
    state: State, seat: SeatId, node: NodeId, target: ElementId, path: Sequence[ElementId]
) -> Refused | None:
    """Return why a seat cannot roll on a path, or None (`conflict.pool`)."""
    network = state.play.network
    if path:
        return unfit_path(network, node, target, path) or unfit_to_use(state, seat, path)
    if goes_without(state, seat, node, target):
        return None
    return refuse(
        Own.PATH_NEEDED,
        POOL,
        element=node,
        element_label=label_of(network, node),
        target_element=target,
        target_label=label_of(network, target),
    )


def goes_without(state: State, seat: SeatId, node: NodeId, target: ElementId) -> bool:
    """Return whether a seat rolls without a path (`conflict.pool`).

    Its node is the target, or it can use no path to the target.
    """
    network = state.play.network
    return node == target or not is_reachable(
        network, node, target, lambda other: may_use(state, seat, other)
    )


def unfit_to_use(state: State, seat: SeatId, path: Sequence[ElementId]) -> Refused | None:
    """Return why a seat cannot use a path, or None.

    It must control the nodes that are not next to its own (`interest.dice`), except the target.
    """
    # Edges and nodes alternate, the first node is next to the seat's own, and the target is last.
    for id in path[3:-1:2]:
        if not may_use(state, seat, NodeId(id)):
            names = tuple(state.table.name(other) for other in controllers(state, id))
            label = state.play.network.nodes[NodeId(id)].label
            return refuse(
                Own.NOT_USABLE,
                "interest.dice",
                element=id,
                element_label=label,
                controller_names=names,
            )
    return None


def _cite_pool(
    draft: Draft, participant: Participant, path: tuple[ElementId, ...], count: int
) -> None:
    """Cite the numbers of a pool: the powers that are added, and the steps that are subtracted."""
    network, conflict = draft.play.network, draft.play.conflict
    assert conflict is not None
    is_there = participant.node == conflict.goals[participant.goal - 1].target
    is_own = network.characters.get(participant.seat) == participant.node
    draft.cite(
        POOL if is_own else POOL_GM,
        node=participant.node,
        element_power=power(network, participant.node),
        path=path,
        edge_powers=tuple(f"{id}: {power(network, id)}" for id in crossed(path)),
        path_steps=len(path) or (0 if is_there else 1),
        dice=count,
    )


def shown(values: tuple[int, ...]) -> tuple[str, ...]:
    """Return dice in the form of a ruling's facts."""
    return tuple(str(value) for value in values)


def _says(values: tuple[int, ...], face: int) -> str:
    return f", with {faces(values.count(face), face)} for a signal" if values else ""


def way(network: Network, path: Sequence[ElementId]) -> str:
    """Describe a path for a sentence."""
    return f"by {listed([named(network, id) for id in path])}"


def choose_signal(draft: Draft, move: ChooseSignal, facts: Facts) -> Judgement:
    """Judge choosing another face before the first narration (`conflict.roll`)."""
    participation = choosing(draft.state, facts.seat)
    if isinstance(participation, Refused):
        return participation
    conflict, participant = participation
    if move.face not in participant.dice:
        return refuse(Own.NO_SUCH_DIE, ROLL, face_chosen=move.face)
    if move.face == participant.face:
        return refuse(Code.ALREADY_ANSWERED, ROLL, seat_name=draft.table.name(facts.seat))
    draft.cite(ROLL, signal=move.face, dice=participant.dice.count(move.face))
    draft.emit(SignalChosen(conflict.id, facts.seat, move.face))
    name = draft.table.name(facts.seat)
    signal = faces(participant.dice.count(move.face), move.face)
    return draft.accept(f"{name} takes {signal} as the signal.")


def choosing(state: State, seat: SeatId) -> tuple[Conflict, Participant] | Refused:
    """Return a participant that can still choose its signal: it has rolled and not narrated."""
    participation = taking_part(state, seat, ROLL, Rolling, Narrating)
    if isinstance(participation, Refused):
        return participation
    conflict, participant = participation
    has_narrated = conflict.round or (
        isinstance(conflict.stage, Narrating) and seat in conflict.stage.done
    )
    if has_narrated or not participant.has_rolled:
        return elsewhere(conflict, ROLL)
    return participation


def advance(draft: Draft) -> str:
    """Start the narration if all have rolled or had their turn."""
    conflict = draft.play.conflict
    assert conflict is not None
    rolled = isinstance(conflict.stage, Rolling) and all(
        participant.has_rolled for participant in conflict.active
    )
    acted = isinstance(conflict.stage, Acting) and conflict.next is None
    if not rolled and not acted:
        return ""
    draft.emit(NarratingBegan(conflict.id))
    first = draft.table.name(conflict.active[0].seat)
    return f" They narrate, {first} first."


def taking_part(
    state: State, seat: SeatId, rule: str, *stages: type[Stage]
) -> tuple[Conflict, Participant] | Refused:
    """Return the conflict in one of these stages, and the participant of a seat."""
    conflict = state.play.conflict
    if conflict is None:
        return refuse(Own.NO_CONFLICT, rule)
    if not isinstance(conflict.stage, stages):
        return elsewhere(conflict, rule)
    participant = conflict.participant(seat)
    if participant is None or participant.has_dropped:
        name = state.table.name(seat)
        return refuse(Own.NOT_IN_CONFLICT, rule, conflict=conflict.id, seat_name=name)
    return conflict, participant


def next_in(
    state: State, seat: SeatId, rule: str, *stages: type[Narrating | Acting | Concluding]
) -> Conflict | Refused:
    """Return the conflict if it is the seat's turn in one of these stages (`conflict.order`)."""
    participation = taking_part(state, seat, rule, *stages)
    if isinstance(participation, Refused):
        return participation
    conflict, _ = participation
    if conflict.next is None:
        return elsewhere(conflict, rule)
    if conflict.next != seat:
        name, next_ = state.table.name(seat), state.table.name(conflict.next)
        return refuse(
            Own.NOT_NEXT, rule, conflict=conflict.id, seat_name=name, turn_seat_name=next_
        )
    return conflict


def elsewhere(conflict: Conflict, rule: str) -> Refused:
    """Return the refusal of a move for another stage of the conflict."""
    return refuse(Own.WRONG_STAGE, rule, conflict=conflict.id, conflict_stage=conflict.stage_name)


CHAPTER: Judges[Play] = {
    Roll: roll,
    ChooseSignal: choose_signal,
}
