"""Beginning a conflict, and choosing its caller (`conflict.setup`)."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.mastery import seat_not_taken
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose
from verger.domain.core.unicode import trimmed
from verger.domain.games.edgerunner.drawing import SETUP
from verger.domain.games.edgerunner.model.conflict_effect import CallHandedOver, ConflictBegun
from verger.domain.games.edgerunner.model.time_track import Span
from verger.domain.games.edgerunner.moment import (
    caller_of,
    not_caller,
    preparing,
    referees,
    under_way,
)
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.state import (
    Draft,
    Play,
    State,
    actors,
    leader,
    name_of,
    player_of,
)
from verger.domain.judging.chapters import Judges

SIDES_LEAST = 2


class BeginConflict(TaggedMove, frozen=True, tag="begin_conflict"):
    """Begin a conflict: its reason, and the length of an exchange."""

    reason: Prose
    length: Span


class HandOverCall(TaggedMove, frozen=True, tag="hand_over_call"):
    """Make another seat the caller, preferably one that is not involved.

    The referee can also do this.
    """

    seat: SeatId


BeginningMove = BeginConflict | HandOverCall


def begin(draft: Draft, move: BeginConflict, facts: Facts) -> Judgement:
    """Judge the beginning of a conflict (`conflict.setup`)."""
    if refusal := referees(draft.state, facts.seat, SETUP) or cannot_begin(draft.state):
        return refusal
    sides = sides_of(draft.state)
    draft.cite(SETUP, sides_on_map=len(sides), caller=leader(draft.state))
    draft.cite("time.track", exchange_duration=move.length)
    draft.emit(ConflictBegun(trimmed(move.reason), move.length))
    return draft.accept(
        f"{draft.table.name(facts.seat)} begins a conflict of {len(sides)} sides; "
        f"an exchange lasts {move.length}: {trimmed(move.reason)}"
    )


def cannot_begin(state: State) -> Refused | None:
    """Return why no conflict can begin, or None. Two sides must be on the map."""
    if refusal := preparing(state, SETUP):
        return refusal
    sides = sides_of(state)
    if len(sides) >= SIDES_LEAST:
        return None
    return refuse(Own.NO_TWO_SIDES, SETUP, sides_on_map=len(sides), sides_needed=SIDES_LEAST)


def sides_of(state: State) -> tuple[int, ...]:
    """Return the sides that have an actor on the map."""
    play = state.play
    sides = {play.condition(id).side for id in actors(state) if play.condition(id).zone}
    return tuple(sorted(sides))


def hand_over(draft: Draft, move: HandOverCall, facts: Facts) -> Judgement:
    """Judge making another seat the caller (`conflict.setup`)."""
    conflict = under_way(draft.state, SETUP)
    if isinstance(conflict, Refused):
        return conflict
    if refusal := cannot_hand_over(draft.state, facts.seat):
        return refusal
    if refusal := cannot_call(draft.state, move.seat):
        return refusal
    names = involved(draft.state, move.seat)
    draft.cite(SETUP, caller=move.seat, involved_names=names)
    draft.emit(CallHandedOver(None if move.seat == leader(draft.state) else move.seat))
    warned = f", and also plays {' and '.join(names)}" if names else ""
    return draft.accept(f"{draft.table.name(move.seat)} calls from now on{warned}.")


def cannot_hand_over(state: State, seat: SeatId) -> Refused | None:
    """Return why a seat cannot choose the caller, or None. Only the caller and the referee can."""
    return None if seat == leader(state) else not_caller(state, seat, SETUP)


def involved(state: State, seat: SeatId) -> tuple[str, ...]:
    """Return the names of a seat's characters in the conflict.

    A caller should have no character in it.
    """
    return tuple(name_of(state, id) for id in actors(state) if player_of(state, id) == seat)


def cannot_call(state: State, id: SeatId) -> Refused | None:
    """Return why a seat cannot be the caller, or None."""
    seat = state.table.seat(id)
    if seat is None or not seat.plays:
        return refuse(Code.UNKNOWN_SEAT, SETUP, seat=id)
    if refusal := seat_not_taken(state.table, id, SETUP):
        return refusal
    if id == caller_of(state):
        return refuse(Own.CALLS_ALREADY, SETUP, seat_name=seat.name)
    return None


CHAPTER: Judges[Play] = {
    BeginConflict: begin,
    HandOverCall: hand_over,
}
