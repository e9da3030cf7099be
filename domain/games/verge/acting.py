"""The rounds of a conflict: go on or stop, burn, reroll, pass, give up."""

from collections.abc import Sequence

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import Table
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose, narrated
from verger.domain.games.verge import concluding, token
from verger.domain.games.verge.calling import bound, gathered
from verger.domain.games.verge.model.action import Payment, Ref
from verger.domain.games.verge.model.conflict import (
    FACES,
    Acting,
    Conflict,
    Gathering,
    Narrating,
    Participant,
    Rolling,
    best_face,
)
from verger.domain.games.verge.model.conflict_effect import (
    DroppedOut,
    EdgeBurned,
    NoiseRerolled,
    RoundBegan,
    RoundPassed,
)
from verger.domain.games.verge.model.mark import WEAKENED
from verger.domain.games.verge.model.network import (
    Edge,
    EdgeId,
    ElementId,
    MarkAdded,
    Network,
    NodeId,
)
from verger.domain.games.verge.model.purse import Purse
from verger.domain.games.verge.model.words import counted, faces
from verger.domain.games.verge.pool import power
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.rolling import advance, elsewhere, next_in, shown, taking_part
from verger.domain.games.verge.state import Draft, Play, State
from verger.domain.judging.chapters import Judges
from verger.domain.table.throw import Reported, throw

ROUND, BURN, REROLL = "conflict.round", "conflict.burn", "conflict.reroll"
DROP = "conflict.drop"

REROLL_PRICE = Purse(story=1)


class GoOn(TaggedMove, frozen=True, tag="go_on"):
    """Continue the conflict as the spotlight seat.

    Each participant can then burn an edge or reroll noise.
    """


class StopConflict(TaggedMove, frozen=True, tag="stop_conflict"):
    """Stop as the spotlight seat: the current dice decide the conflict."""


class Burn(TaggedMove, frozen=True, tag="burn"):
    """Burn an edge at your node: roll as many dice as the node at its other end has power."""

    edge: Ref
    narration: Prose
    reported: Reported | None = None


class Reroll(TaggedMove, frozen=True, tag="reroll"):
    """Pay a story token and roll all your noise again."""

    payment: Payment | None = None
    reported: Reported | None = None


class PassRound(TaggedMove, frozen=True, tag="pass_round"):
    """Leave your dice as they are in this round."""


class DropOut(TaggedMove, frozen=True, tag="drop_out"):
    """Give up the conflict: you lose and get no insurance."""


ActingMove = GoOn | StopConflict | Burn | Reroll | PassRound | DropOut


def go_on(draft: Draft, _move: GoOn, facts: Facts) -> Judgement:
    """Judge going on: everyone gets a turn to burn or reroll (`conflict.round`)."""
    conflict = deciding(draft.state, facts.seat)
    if isinstance(conflict, Refused):
        return conflict
    draft.cite(ROUND, round=conflict.round + 1)
    draft.emit(RoundBegan(conflict.id, conflict.round + 1))
    return draft.accept(f"{draft.table.name(facts.seat)} goes on: round {conflict.round + 1}.")


def stop(draft: Draft, _move: StopConflict, facts: Facts) -> Judgement:
    """Judge stopping: the best signal wins (`conflict.round`, `conflict.conclude`)."""
    conflict = deciding(draft.state, facts.seat)
    if isinstance(conflict, Refused):
        return conflict
    draft.cite(ROUND, is_stopped=True)
    outcome = concluding.conclude(draft)
    return draft.accept(f"{draft.table.name(facts.seat)} stops.{outcome}")


def deciding(state: State, seat: SeatId) -> Conflict | Refused:
    """Return the conflict that a seat can stop or continue now (`conflict.round`)."""
    conflict = state.play.conflict
    if conflict is None:
        return refuse(Own.NO_CONFLICT, ROUND)
    if not isinstance(conflict.stage, Narrating) or conflict.next is not None:
        return elsewhere(conflict, ROUND)
    holder = spotlight(state.table, conflict)
    if seat != holder:
        name = state.table.name(holder)
        return refuse(Own.NOT_IN_THE_SPOTLIGHT, ROUND, conflict=conflict.id, spotlight_name=name)
    return conflict


def spotlight(table: Table, conflict: Conflict) -> SeatId:
    """Return the seat that continues or stops the conflict.

    This is the caller, or the first seat in order if the caller dropped out.
    """
    caller = conflict.participant(conflict.spotlight)
    is_out = caller is not None and caller.has_dropped
    if conflict.spotlight in table.sitting and not is_out:
        return conflict.spotlight
    return conflict.active[0].seat if conflict.active else conflict.spotlight


def burn(draft: Draft, move: Burn, facts: Facts) -> Judgement:
    """Judge burning: an edge gets a ? and gives new dice (`conflict.burn`)."""
    conflict = next_in(draft.state, facts.seat, BURN, Acting)
    if isinstance(conflict, Refused):
        return conflict
    participant = conflict.participant(facts.seat)
    assert participant is not None
    if refusal := unfit_to_burn(draft.play.network, participant.node, move.edge):
        return refusal
    edge = draft.play.network.edges[EdgeId(move.edge)]
    other = edge.beyond(participant.node)
    count = max(0, power(draft.play.network, other))
    values = throw(draft, count, FACES, move.reported, BURN)
    if isinstance(values, Refused):
        return values
    face = participant.face or best_face(values)
    draft.cite(BURN, edge=move.edge, node=other, dice=shown(values), signal=values.count(face))
    draft.emit(
        MarkAdded(move.edge, WEAKENED),
        EdgeBurned(
            conflict=conflict.id,
            seat=facts.seat,
            edge=EdgeId(move.edge),
            values=values,
            face=face,
            reported=move.reported is not None,
        ),
    )
    name = draft.table.name(facts.seat)
    dice = counted(len(values), "die", "dice")
    sentence = f"{name} burns “{edge.label}” for {dice}{_joining(values, face)}"
    return draft.accept(f"{sentence}{narrated(move.narration)}{advance(draft)}")


def _joining(values: Sequence[int], face: int) -> str:
    matching = values.count(face)
    joining = "joins" if matching == 1 else "join"
    return f", and {faces(matching, face)} {joining} the signal" if values else ""


def unfit_to_burn(network: Network, node: NodeId, id: ElementId) -> Refused | None:
    """Return why an edge cannot be burned, or None (`conflict.burn`)."""
    edge = network.edges.get(EdgeId(id))
    if edge is None:
        return refuse(Own.UNKNOWN_ELEMENT, BURN, element=id)
    hindrance = _unburnable(edge, node)
    if hindrance is None:
        return None
    kind, why = hindrance
    return refuse(
        Own.BURNT_OUT,
        BURN,
        element=id,
        element_label=edge.label,
        hindrance=kind,
        hindrance_in_words=why,
    )


def _unburnable(edge: Edge, node: NodeId) -> tuple[str, str] | None:
    """Return why an edge cannot be burned, as a name and in words, or None."""
    if edge.eliminated:
        return "eliminated", "it is eliminated"
    if node not in (edge.source, edge.target):
        return "elsewhere", "it is not at the seat's own node"
    return None if edge.marks.power >= 1 else ("power", f"its power is {edge.marks.power}")


def reroll(draft: Draft, move: Reroll, facts: Facts) -> Judgement:
    """Judge rerolling: all noise is rolled again for a story token (`conflict.reroll`)."""
    conflict = next_in(draft.state, facts.seat, REROLL, Acting)
    if isinstance(conflict, Refused):
        return conflict
    participant = conflict.participant(facts.seat)
    assert participant is not None
    if not participant.noise:
        return refuse(Own.NO_NOISE, REROLL)
    paying = token.payment(draft.state, facts.seat, REROLL_PRICE, move.payment, by=REROLL)
    if isinstance(paying, Refused):
        return paying
    values = throw(draft, participant.noise, FACES, move.reported, REROLL)
    if isinstance(values, Refused):
        return values
    token.pay(draft, facts.seat, paying, "rolling noise again")
    signal = values.count(participant.face)
    draft.cite(REROLL, dice=shown(values), signal=signal)
    draft.emit(NoiseRerolled(conflict.id, facts.seat, values, move.reported is not None))
    dice = counted(len(values), "die", "dice")
    sentence = f"{draft.table.name(facts.seat)} rolls {dice} of noise again{_joining(values, participant.face)}."
    return draft.accept(sentence + advance(draft))


def pass_round(draft: Draft, _move: PassRound, facts: Facts) -> Judgement:
    """Judge passing: the seat neither burns nor rerolls (`conflict.round`)."""
    conflict = next_in(draft.state, facts.seat, ROUND, Acting)
    if isinstance(conflict, Refused):
        return conflict
    draft.cite(ROUND, passing_seat=facts.seat)
    draft.emit(RoundPassed(conflict.id, facts.seat))
    return draft.accept(f"{draft.table.name(facts.seat)} passes.{advance(draft)}")


def drop_out(draft: Draft, _move: DropOut, facts: Facts) -> Judgement:
    """Judge giving up the mover's part in a conflict (`conflict.drop`)."""
    dropped = dropping(draft.state, facts.seat)
    if isinstance(dropped, Refused):
        return dropped
    draft.cite(DROP, seat=facts.seat)
    outcome = drop(draft, facts.seat)
    return draft.accept(f"{draft.table.name(facts.seat)} gives up.{outcome}")


def dropping(state: State, seat: SeatId) -> tuple[Conflict, Participant] | Refused:
    """Return a participant that can give up: every participant can until the end (`conflict.drop`)."""
    participation = taking_part(state, seat, DROP, Gathering, Rolling, Narrating, Acting)
    return (
        participation
        if isinstance(participation, Refused)
        else bound(state, participation[0], seat) or participation
    )


def drop(draft: Draft, seat: SeatId) -> str:
    """Take a participant out of the conflict and go on. Return sentences about the consequences.

    If only one side is left, that side wins.
    """
    conflict = draft.play.conflict
    assert conflict is not None
    draft.emit(DroppedOut(conflict.id, seat))
    if isinstance(conflict.stage, Gathering):
        return gathered(draft)
    after = draft.play.conflict
    assert after is not None
    return advance(draft) if len(after.sides) > 1 else concluding.conclude(draft)


CHAPTER: Judges[Play] = {
    GoOn: go_on,
    StopConflict: stop,
    Burn: burn,
    Reroll: reroll,
    PassRound: pass_round,
    DropOut: drop_out,
}
