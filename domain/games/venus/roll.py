"""The call of a roll: the FC names the ability, hears the player, and chooses the kind."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Label, Prose
from verger.domain.core.unicode import trimmed
from verger.domain.games.venus.lots import give_back
from verger.domain.games.venus.model.caliber import Caliber
from verger.domain.games.venus.model.sheet import INHERITED, JOB_LIMIT, Sheet
from verger.domain.games.venus.model.throw import (
    Called,
    Choosing,
    Judging,
    Ready,
    Roll,
    RollId,
    Short,
    Staffing,
    Way,
)
from verger.domain.games.venus.model.throw_effect import (
    CheckChosen,
    Outcome,
    RollCalled,
    RollClosed,
    TaskChosen,
    WishStated,
)
from verger.domain.games.venus.model.words import quoted
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.state import (
    Draft,
    Play,
    State,
    at_stage,
    elsewhere,
    fc_only,
    in_chapter,
    is_npc,
    no_roll_open,
    of_roll,
    roller_only,
    stage_name,
)
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import Character, CharacterId

RULE, CANCEL = "roll.ability", "check.cancel"


class CallRoll(TaggedMove, frozen=True, tag="call_roll"):
    """Name the ability that a character uses, as the FC (`roll.ability`)."""

    character: CharacterId
    ability: Label


class SuggestRoll(TaggedMove, frozen=True, tag="suggest_roll"):
    """State the purpose as the player, and ask for a check or a task (`roll.ability`)."""

    way: Way
    agenda: Prose


class ChooseRoll(TaggedMove, frozen=True, tag="choose_roll"):
    """Choose a check or a task as the FC, and state the stakes (`roll.ability`)."""

    way: Way
    stakes: Prose


class CancelRoll(TaggedMove, frozen=True, tag="cancel_roll"):
    """Cancel a roll before it is made (`check.cancel`)."""


CallMove = CallRoll | SuggestRoll | ChooseRoll | CancelRoll


def call(draft: Draft, move: CallRoll, facts: Facts) -> Judgement:
    """Judge the call of a roll by the FC (`roll.ability`)."""
    state = draft.state
    refusal = fc_only(state, facts.seat, RULE) or in_chapter(state, RULE)
    if refusal := refusal or no_roll_open(state, RULE):
        return refusal
    own = state.play.characters.get(move.character)
    if own is None:
        return refuse(Code.UNKNOWN_CHARACTER, RULE, character=move.character)
    if refusal := cannot_act(state, own):
        return refusal
    ability = own.sheet.ability(move.ability)
    if ability is None:
        return refuse(Own.NO_SUCH_ABILITY, RULE, character_name=own.name, ability_name=move.ability)
    npc = is_npc(state, own)
    seat = own.seat if own.seat and not npc else state.table.gm
    id = RollId(f"t{state.play.rolls_ever + 1}")
    caliber, score = Caliber(ability.caliber), ability.score
    draft.cite(RULE, roll=id, ability_name=ability.name, caliber=caliber, score=score)
    draft.emit(
        RollCalled(
            roll=id,
            character=move.character,
            seat=seat,
            is_npc=npc,
            ability=ability.name,
            caliber=caliber,
            score=score,
            version=facts.version,
        )
    )
    name = state.table.name(facts.seat)
    with_it = f"with {ability.name}, {caliber} {score}"
    return draft.accept(f"{name} calls for a roll: {own.name}'s, {with_it}.")


def cannot_act(state: State, own: Character[Sheet]) -> Refused | None:
    """Return why a character cannot roll now, or None. It cannot if it is in no scene."""
    if is_npc(state, own):
        return None if state.play.scenes.open else refuse(Own.NO_OPEN_SCENE, RULE)
    if own.seat is None or own.seat not in state.table.sitting:
        place = state.table.seat(own.seat) if own.seat else None
        if place is None:
            return refuse(Own.NOT_IN_SCENE, RULE, participant_name=own.name)
        return refuse(Code.SEAT_NOT_TAKEN, RULE, seat=place.id, seat_name=place.name)
    if state.play.scenes.of(own.seat) is None:
        return refuse(Own.NOT_IN_SCENE, RULE, participant_name=own.name)
    return None


def suggest(draft: Draft, move: SuggestRoll, facts: Facts) -> Judgement:
    """Judge the player's wish (`roll.ability`)."""
    current = at_stage(draft.state, Called, RULE)
    if isinstance(current, Refused):
        return current
    roll, _ = current
    name = draft.table.name(facts.seat)
    if roll.is_npc:
        return refuse(
            Own.NPC_CHECKS_ONLY, "check.npc", character_name=_character(draft.state, roll)
        )
    if refusal := roller_only(draft.state, roll, facts.seat, RULE):
        return refusal
    draft.cite(RULE, roll=roll.id, way_wanted=move.way)
    draft.emit(WishStated(move.way, trimmed(move.agenda)))
    return draft.accept(f"{name} asks for a {move.way}: {quoted(move.agenda)}.")


def choose(draft: Draft, move: ChooseRoll, facts: Facts) -> Judgement:
    """Judge the FC's choice between a check and a task, with the stakes (`check.stakes`)."""
    state = draft.state
    current = at_stage(state, Called, RULE)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    if refusal := fc_only(state, facts.seat, RULE):
        return refusal
    if roll.is_npc and move.way is Way.TASK:
        return refuse(Own.NPC_CHECKS_ONLY, "check.npc", character_name=_character(state, roll))
    if not roll.is_npc and stage.wish is None:
        return refuse(Own.NOT_HEARD, RULE, seat_name=state.table.name(roll.seat))
    if move.way is Way.TASK and not may_work(state, roll):
        return refuse(Own.NO_JOB_POSSIBLE, "task.job", ability_name=roll.ability)
    draft.cite(RULE, roll=roll.id, way_chosen=move.way)
    draft.cite("check.stakes", roll=roll.id)
    if roll.is_npc:
        draft.cite("check.npc", roll=roll.id)
    stakes = trimmed(move.stakes)
    draft.emit(CheckChosen(stakes) if move.way is Way.CHECK else TaskChosen(stakes))
    name = state.table.name(facts.seat)
    sentence = f"{name} chooses a {move.way}, and states the consequences of a failure"
    return draft.accept(f"{sentence}: {quoted(stakes)}.")


def _character(state: State, roll: Roll) -> str:
    return state.play.characters.known[roll.character].name


def may_work(state: State, roll: Roll) -> bool:
    """Return whether a job for a task exists or can be learned."""
    return bool(fitting(state, roll)) or may_learn(state, roll)


def fitting(state: State, roll: Roll) -> list[str]:
    """Return the jobs of the roller that inherit the named ability (`task.job`)."""
    own = state.play.characters.known[roll.character].sheet
    return [job.name for job in own.jobs if job.inherits(roll.ability)]


def may_learn(state: State, roll: Roll) -> bool:
    """Return whether the roller's sheet has room for a new job, and two abilities for it."""
    own = state.play.characters.known[roll.character].sheet
    return len(own.jobs) < JOB_LIMIT and len(own.abilities) >= INHERITED


def cancel(draft: Draft, _move: CancelRoll, facts: Facts) -> Judgement:
    """Judge cancelling a roll before it is made (`check.cancel`)."""
    state = draft.state
    roll = state.play.roll
    if roll is None:
        return refuse(Own.NO_ROLL, CANCEL)
    if refusal := cannot_cancel(state, roll, facts.seat):
        return refusal
    draft.cite(CANCEL, roll=roll.id, roll_stage=stage_name(roll.stage))
    sentence = give_back(draft)
    finish(draft, "cancelled")
    name = state.table.name(facts.seat)
    return draft.accept(f"{name} calls {of_roll(state, roll)} off.{sentence}")


def cannot_cancel(state: State, roll: Roll, seat: SeatId) -> Refused | None:
    """Return why a seat cannot cancel a roll, or None.

    The player and the FC can cancel a check. Only the FC can cancel a task.
    """
    if isinstance(roll.stage, Choosing | Staffing):
        return fc_only(state, seat, RULE)
    if not isinstance(roll.stage, Called | Judging | Ready | Short):
        return elsewhere(state, roll, CANCEL)
    name, gm = state.table.name, state.table.gm
    if seat in (roll.seat, gm):
        return None
    return refuse(
        Own.PEERS_CANCEL_NOTHING,
        CANCEL,
        seat_name=name(seat),
        roller_name=name(roll.seat),
        fc_name=name(gm),
    )


def finish(draft: Draft, outcome: Outcome) -> None:
    """End the roll."""
    assert draft.play.roll is not None
    draft.emit(RollClosed(draft.play.roll.id, outcome))


CHAPTER: Judges[Play] = {
    CallRoll: call,
    SuggestRoll: suggest,
    ChooseRoll: choose,
    CancelRoll: cancel,
}
