"""Moments of a session: whether a move fits the current moment, and the seat that acts."""

from typing import TypeVar

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.games.edgerunner.model.conflict import Acting, Conflict, Part, Stage
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.state import (
    State,
    actors,
    leader,
    name_of,
    player_of,
    step_name,
)
from verger.domain.table.sheet import RULE as SHEETS
from verger.domain.table.sheet import CharacterId

P = TypeVar("P", bound=Part)
S = TypeVar("S", bound=Stage)


class Turn(msgspec.Struct, frozen=True):
    """A conflict, the turn in it, and the part of the turn."""

    conflict: Conflict
    acting: Acting

    @property
    def actor(self) -> CharacterId:
        """The character that has the turn."""
        return self.acting.actor


def preparing(state: State, rule: str) -> Refused | None:
    """Return the refusal of a move that is only possible before a conflict, or None."""
    if state.play.conflict is None:
        return None
    return refuse(Code.WRONG_STEP, rule, step_needed="prepare", step=step_name(state))


def under_way(state: State, rule: str) -> Conflict | Refused:
    """Return the open conflict, or the refusal of a move that needs one."""
    if state.play.conflict is not None:
        return state.play.conflict
    return refuse(Code.WRONG_STEP, rule, step_needed="conflict", step=step_name(state))


def referees(state: State, seat: SeatId, rule: str) -> Refused | None:
    """Return the refusal of a move that only the referee can make, or None."""
    gm = leader(state)
    return None if seat == gm else refuse(Code.GM_ONLY, rule, gm=gm, gm_name=state.table.name(gm))


def at_stage(state: State, rule: str, *stages: type[S]) -> tuple[Conflict, S] | Refused:
    """Return the conflict, if its exchange is at one of these stages."""
    conflict = under_way(state, rule)
    if isinstance(conflict, Refused):
        return conflict
    if not isinstance(conflict.stage, stages):
        return not_now(state, conflict, rule)
    return conflict, conflict.stage


def at_part(state: State, rule: str, *parts: type[P]) -> tuple[Turn, P] | Refused:
    """Return the turn, if it is at one of these parts."""
    current = at_stage(state, rule, Acting)
    if isinstance(current, Refused):
        return current
    conflict, acting = current
    if not isinstance(acting.part, parts):
        return not_now(state, conflict, rule)
    return Turn(conflict, acting), acting.part


def own_turn(state: State, seat: SeatId, rule: str, *parts: type[P]) -> tuple[Turn, P] | Refused:
    """Return the turn, if it is at one of these parts and this seat plays the actor."""
    current = at_part(state, rule, *parts)
    if isinstance(current, Refused):
        return current
    turn = current[0]
    return not_own(state, seat, turn.actor) or current


def not_own(state: State, seat: SeatId, id: CharacterId) -> Refused | None:
    """Return why a seat cannot act for a character, or None (`table.sheets`)."""
    if player_of(state, id) == seat:
        return None
    name = name_of(state, id)
    seat_, named = player_of(state, id), state.table.name(player_of(state, id))
    return refuse(
        Own.NOT_YOURS, SHEETS, character=id, character_name=name, seat=seat_, seat_name=named
    )


_NOW = {
    "asking": "The caller asks who is next",
    "bidding": "Those who want to act next are bidding",
    "choosing": "{name} is choosing an action",
    "declared": "The caller asks for compels against the action of {name}",
    "rolling": "{name} is about to roll",
    "boosting": "{name} may still improve a roll",
    "resisting": "The action of {name} is being resisted",
    "spending": "{name} has shifts to use",
    "deciding": "{name} decides the fate of the target",
    "closing": "{name} is about to end the turn",
}
"""The moments of a conflict for sentences."""


def not_now(state: State, conflict: Conflict, rule: str) -> Refused:
    """Return the refusal of a move for another moment of the conflict."""
    moment, stage = moment_of(conflict), conflict.stage
    name = name_of(state, stage.actor) if isinstance(stage, Acting) else ""
    return refuse(
        Own.WRONG_MOMENT, rule, moment=moment, moment_in_words=_NOW[moment].format(name=name)
    )


def moment_of(conflict: Conflict) -> str:
    """Return the word for the conflict's stage, or for the part of the turn."""
    stage = conflict.stage
    return tag_of(stage.part) if isinstance(stage, Acting) else tag_of(stage)


def tag_of(situation: Stage | Part) -> str:
    """Return the stored tag of a stage or a part."""
    return str(type(situation).__struct_config__.tag)


def caller_of(state: State) -> SeatId:
    """Return the caller: the chosen seat while it is taken, or the referee."""
    conflict = state.play.conflict
    caller = conflict.caller if conflict else None
    return caller if caller and caller in state.table.sitting else leader(state)


def waiting(state: State) -> list[CharacterId]:
    """Return the characters that have not acted in this exchange yet (`exchange.once`)."""
    conflict = state.play.conflict
    assert conflict is not None
    return [id for id in actors(state) if id not in conflict.acted]


def not_caller(state: State, seat: SeatId, rule: str) -> Refused | None:
    """Return the refusal of a move that only the caller can make, or None."""
    caller = caller_of(state)
    if seat == caller:
        return None
    return refuse(Own.NOT_THE_CALLER, rule, caller=caller, caller_name=state.table.name(caller))
