"""Beginning a conflict, who calls in it, and deploying what factions have (`conflict.setup`)."""

import msgspec

from domain.decider import Facts, Judgement
from domain.edgerunner.condition import Placed
from domain.edgerunner.conflict import Choosing
from domain.edgerunner.conflict_effect import ActionOver, CallHandedOver, ConflictBegun, SimplyDone
from domain.edgerunner.drawing import DEPLOY, SETUP, stands_in_zones, unknown_zone
from domain.edgerunner.moment import caller_of, own_turn, preparing, referees, under_way
from domain.edgerunner.reason import Code as Own
from domain.edgerunner.sheet import Kind
from domain.edgerunner.state import (
    Draft,
    State,
    actors,
    character_of,
    leader,
    name_of,
    player_of,
    sheet_of,
)
from domain.edgerunner.target import ZoneId
from domain.edgerunner.time_track import Span
from domain.identifier import SeatId, in_order
from domain.reason import Code
from domain.ruling import Refused, refuse
from domain.sheet import CharacterId
from domain.text import Prose

SIDES_LEAST = 2


class _Move(msgspec.Struct, frozen=True, tag_field="move", forbid_unknown_fields=True):
    pass


class BeginConflict(_Move, frozen=True, tag="begin_conflict"):
    """Push comes to shove: why, and how long an exchange is."""

    reason: Prose
    length: Span


class HandOverCall(_Move, frozen=True, tag="hand_over_call"):
    """Let another seat call, one that is not involved, or the referee again."""

    seat: SeatId


class Deploy(_Move, frozen=True, tag="deploy"):
    """A faction's action: put a thing of whoever plays it on the map, on the faction's side."""

    thing: CharacterId
    zone: ZoneId
    narration: Prose


BeginningMove = BeginConflict | HandOverCall | Deploy


def begin(draft: Draft, move: BeginConflict, facts: Facts) -> Judgement:
    """The conflict begins (`conflict.setup`)."""
    if refusal := referees(draft.state, facts.seat, SETUP) or cannot_begin(draft.state):
        return refusal
    sides = sides_of(draft.state)
    draft.cite(SETUP, sides=len(sides), caller=leader(draft.state))
    draft.cite("time.track", length=move.length)
    draft.emit(ConflictBegun(move.reason.strip(), move.length))
    return draft.accept(
        f"{draft.table.name(facts.seat)} begins a conflict of {len(sides)} sides; "
        f"an exchange lasts {move.length}."
    )


def cannot_begin(state: State) -> Refused | None:
    """Why no conflict begins, if none does: two sides have to be on the map."""
    if refusal := preparing(state, SETUP):
        return refusal
    sides = sides_of(state)
    if len(sides) >= SIDES_LEAST:
        return None
    return refuse(Own.NO_TWO_SIDES, SETUP, sides=len(sides), least=SIDES_LEAST)


def sides_of(state: State) -> tuple[int, ...]:
    """The sides that have somebody on the map who acts."""
    play = state.play
    found = {play.condition(id).side for id in actors(state) if play.condition(id).zone}
    return tuple(sorted(found))


def hand_over(draft: Draft, move: HandOverCall, facts: Facts) -> Judgement:
    """Another seat calls (`conflict.setup`)."""
    conflict = under_way(draft.state, SETUP)
    if isinstance(conflict, Refused):
        return conflict
    if refusal := not_caller(draft.state, facts.seat, SETUP):
        return refusal
    if refusal := cannot_call(draft.state, move.seat):
        return refusal
    draft.cite(SETUP, caller=move.seat)
    draft.emit(CallHandedOver(None if move.seat == leader(draft.state) else move.seat))
    return draft.accept(f"{draft.table.name(move.seat)} calls from now on.")


def not_caller(state: State, seat: SeatId, rule: str) -> Refused | None:
    """What only the caller does."""
    caller = caller_of(state)
    if seat == caller:
        return None
    return refuse(Own.NOT_THE_CALLER, rule, seat=caller, name=state.table.name(caller))


def cannot_call(state: State, id: SeatId) -> Refused | None:
    """Why a seat cannot call, if it cannot."""
    seat = state.table.seat(id)
    if seat is None or not seat.plays:
        return refuse(Code.UNKNOWN_SEAT, SETUP, seat=id)
    if not seat.taken:
        return refuse(Code.SEAT_NOT_TAKEN, SETUP, seat=id)
    if id == caller_of(state):
        return refuse(Own.CALLS_ALREADY, SETUP, name=seat.name)
    if id != leader(state) and any(player_of(state, one) == id for one in actors(state)):
        return refuse(Own.INVOLVED, SETUP, name=seat.name)
    return None


def deploy(draft: Draft, move: Deploy, facts: Facts) -> Judgement:
    """A faction puts something of its own on the map (`faction.deploy`)."""
    found = own_turn(draft.state, facts.seat, DEPLOY, Choosing)
    if isinstance(found, Refused):
        return found
    faction = found[0].actor
    if refusal := cannot_deploy(draft.state, faction):
        return refusal
    if move.thing not in resources(draft.state, faction):
        return refuse(Own.NOT_A_RESOURCE, DEPLOY, thing=move.thing, name=name_of(draft.state, faction))
    if refusal := unknown_zone(draft.state, move.zone, DEPLOY):
        return refusal
    side = draft.play.condition(faction).side
    draft.cite(DEPLOY, faction=faction, thing=move.thing, zone=move.zone)
    draft.emit(SimplyDone(move.narration.strip()), Placed(move.thing, move.zone, side), ActionOver())
    who, what = name_of(draft.state, faction), name_of(draft.state, move.thing)
    return draft.accept(f"{who} deploys {what}.")


def cannot_deploy(state: State, faction: CharacterId) -> Refused | None:
    """Only a faction that does not stand on the map itself deploys."""
    if not stands_in_zones(state, faction):
        return None
    return refuse(Own.NOT_A_FACTION, DEPLOY, name=name_of(state, faction))


def resources(state: State, faction: CharacterId) -> list[CharacterId]:
    """The things of whoever plays a faction that are not in the conflict yet."""
    owner = character_of(state, faction)
    seat = owner.seat if owner else None
    return [
        id
        for id, one in in_order(state.play.characters.known.items())
        if one.seat == seat
        and sheet_of(state, id).kind is Kind.THING
        and not state.play.condition(id).there
    ]
