"""The state of a session of the Venus Engine, and the effects that change it."""

from functools import partial
from typing import TypeVar, assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core import decider, ledger, table
from verger.domain.core.identifier import Account, SeatId
from verger.domain.core.ledger import TokensMoved, seat_account
from verger.domain.core.mastery import gm_only
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.games.venus.effects import (
    AssetGained,
    Awarded,
    ChapterBegun,
    ChapterEffect,
    ChapterEnded,
    ExcessMarked,
    ExcessOwed,
    ExpMarked,
    GameEnded,
    JobEffect,
    JobLearned,
    JobLevelled,
    LotsEffect,
    LotsEndowed,
    PeerDismissed,
    PeerEffect,
    PeerNamed,
)
from verger.domain.games.venus.model import scenes, throw_fold
from verger.domain.games.venus.model.bank import NOTHING, Purse
from verger.domain.games.venus.model.scenes import Scenes, ScenesEffect
from verger.domain.games.venus.model.sheet import Attribute, Kind, Sheet
from verger.domain.games.venus.model.subject import Ground, Subject
from verger.domain.games.venus.model.throw import Called, Judging, Ready, Roll, Short, Stage
from verger.domain.games.venus.model.throw_effect import (
    CallEffect,
    CheckEffect,
    ClaimEffect,
    KissEffect,
    RollCalled,
    SpendEffect,
    TaskEffect,
)
from verger.domain.games.venus.reason import Code as Own
from verger.domain.table import sheet
from verger.domain.table.folding import Chapter as Folding
from verger.domain.table.folding import folding, part
from verger.domain.table.proposal import Proposals
from verger.domain.table.sheet import Character, Characters, SheetWritten

LOTS_LIMIT = 10


class Prepare(msgspec.Struct, frozen=True, tag_field="step", tag="prepare"):
    """The table writes its sheets."""


class Chapter(msgspec.Struct, frozen=True, tag_field="step", tag="chapter"):
    """The table plays."""

    number: int


class Debrief(msgspec.Struct, frozen=True, tag_field="step", tag="debrief"):
    """The table discusses a chapter."""

    number: int
    awards: tuple[tuple[SeatId, Ground], ...] = ()


class Over(msgspec.Struct, frozen=True, tag_field="step", tag="over"):
    """The story has ended."""

    number: int


Step = Prepare | Chapter | Debrief | Over


class Play(msgspec.Struct, frozen=True):
    """The play: the part of the state that a rewind changes."""

    step: Step = Prepare()
    characters: Characters[Sheet] = Characters()
    ledger: Map[Account, Purse] = Map()
    proposals: Proposals[Subject] = Proposals()
    scenes: Scenes = Scenes()
    roll: Roll | None = None
    """The open roll. Only one is open at a time."""
    rolls_ever: int = 0
    owed: Map[SeatId, int] = Map()
    """Lots above the cap that will become exp (`lots.cap`)."""
    marked: Map[SeatId, int] = Map()
    """Lots above the cap that became exp."""
    endowed: tuple[SeatId, ...] = ()
    """The seats that have received their first Lots."""
    sitting_in: tuple[SeatId, ...] = ()
    """The observers that the FC has named as peers (`peers.sitting_in`)."""


State = decider.State[Play]
Draft = decider.Draft[Play]

EMPTY: State = decider.State(table.Table(), Play())

StageT = TypeVar("StageT", bound=Stage)


def step_name(state: State) -> str:
    """Return the step of play."""
    return type(state.play.step).__name__.lower()


def in_chapter(state: State, rule: str) -> Refused | None:
    """Return the refusal of scenes and rolls outside a chapter, or None."""
    if isinstance(state.play.step, Chapter):
        return None
    return refuse(Code.WRONG_STEP, rule, step_needed="chapter", step=step_name(state))


def fc_only(state: State, seat: SeatId, rule: str) -> Refused | None:
    """Return the refusal of a move that only the FC (the GM's seat) can make, or None."""
    return gm_only(state.table, rule) if seat != state.table.gm else None


def no_roll_open(state: State, rule: str) -> Refused | None:
    """Return the refusal of a move that must wait for the open roll, or None."""
    roll = state.play.roll
    return (
        refuse(Own.ROLL_OPEN, rule, roll=roll.id, roll_in_words=of_roll(state, roll))
        if roll
        else None
    )


def of_roll(state: State, roll: Roll) -> str:
    """Describe a roll for a sentence: the roller, the kind and the ability."""
    match roll.stage:
        case Called():
            kind = "roll"
        case Judging() | Ready() | Short():
            kind = "check"
        case _:
            kind = "task"
    name = state.play.characters.known[roll.character].name
    return f"{name}'s {kind} on {roll.ability}"


def elsewhere(state: State, roll: Roll, rule: str) -> Refused:
    """Return the refusal of a move for another stage of the roll."""
    what, stage = of_roll(state, roll), stage_name(roll.stage)
    return refuse(
        Own.WRONG_STAGE_OF_ROLL,
        rule,
        roll=roll.id,
        roll_in_words=what,
        roll_stage=stage,
        roll_stage_in_words=_NOW[stage],
    )


_NOW = {
    "called": "waits for the choice of a check or a task",
    "judging": "waits for its target",
    "ready": "is ready to be rolled",
    "short": "has fallen short, and may get a bonus",
    "choosing": "waits for its job",
    "staffing": "waits for its threshold, for aid and for its dice",
    "kissing": "has its dice on the table",
    "spending": "has successes to spend",
    "subverting": "waits for the FC, who may turn a consequence around",
}


def at_stage(state: State, stage: type[StageT], rule: str) -> tuple[Roll, StageT] | Refused:
    """Return the open roll if it is at a stage."""
    roll = state.play.roll
    if roll is None:
        return refuse(Own.NO_ROLL, rule)
    if not isinstance(roll.stage, stage):
        return elsewhere(state, roll, rule)
    return roll, roll.stage


def own_roll(
    state: State, seat: SeatId, stage: type[StageT], rule: str
) -> tuple[Roll, StageT] | Refused:
    """Return the open roll if it is at a stage, for the roller's seat only."""
    current = at_stage(state, stage, rule)
    if isinstance(current, Refused):
        return current
    return roller_only(state, current[0], seat, rule) or current


def stage_name(stage: Stage) -> str:
    """Return the name of a roll's stage in the API."""
    return type(stage).__name__.lower()


def roller_only(state: State, roll: Roll, seat: SeatId, rule: str) -> Refused | None:
    """Return the refusal of a move that only the roller can make, or None."""
    if seat == roll.seat:
        return None
    name, what = state.table.name, of_roll(state, roll)
    return refuse(
        Own.NOT_THE_ROLLER,
        rule,
        roll=roll.id,
        roll_in_words=what,
        seat_name=name(seat),
        roller_name=name(roll.seat),
    )


def is_npc(state: State, character: Character[Sheet]) -> bool:
    """Return whether the FC plays a character (`check.npc`)."""
    return character.seat is None or character.seat == state.table.gm


def peers(state: State, seat: SeatId) -> tuple[SeatId, ...]:
    """Return all other seats at the table, including observers who are named as peers."""
    return (
        *state.table.others(seat),
        *[observer for observer in state.play.sitting_in if is_taken(state, observer)],
    )


def other_peers(state: State, roll: Roll) -> tuple[SeatId, ...]:
    """Return the peers of a roller, without the FC."""
    return tuple([seat for seat in peers(state, roll.seat) if seat != state.table.gm])


def is_taken(state: State, seat: SeatId) -> bool:
    """Return whether somebody sits at a seat."""
    return any(place.id == seat and place.taken for place in state.table.seats)


def held(state: State, seat: SeatId) -> Purse:
    """Return the Lots and the Ego of a seat."""
    return ledger.held(state.play.ledger, seat_account(seat), NOTHING)


def _on_chapters(play: Play, effect: ChapterEffect) -> Play:
    match effect:
        case ChapterBegun(number):
            return replace(play, step=Chapter(number))
        case ChapterEnded():
            assert isinstance(play.step, Chapter)
            return replace(play, step=Debrief(play.step.number))
        case Awarded(seat, ground):
            assert isinstance(play.step, Debrief)
            awards = (*play.step.awards, (seat, ground))
            return replace(play, step=replace(play.step, awards=awards))
        case GameEnded():
            assert isinstance(play.step, Debrief)
            return replace(play, step=Over(play.step.number))
        case _:
            assert_never(effect)


def _on_lots(play: Play, effect: LotsEffect) -> Play:
    match effect:
        case LotsEndowed(seat):
            return replace(play, endowed=(*play.endowed, seat))
        case ExcessOwed(seat, amount):
            return _owing(play, seat, amount)
        case ExcessMarked(seat):
            marked = play.marked.set(seat, play.marked.get(seat, 0) + 1)
            return replace(_owing(play, seat, -1), marked=marked)
        case _:
            assert_never(effect)


def _owing(play: Play, seat: SeatId, more: int) -> Play:
    total = play.owed.get(seat, 0) + more
    return replace(play, owed=play.owed.set(seat, total) if total else play.owed.delete(seat))


def _on_peers(play: Play, effect: PeerEffect) -> Play:
    match effect:
        case PeerNamed(seat):
            return replace(play, sitting_in=(*play.sitting_in, seat))
        case PeerDismissed(seat):
            return replace(play, sitting_in=tuple(s for s in play.sitting_in if s != seat))
        case _:
            assert_never(effect)


def _on_jobs(play: Play, effect: JobEffect) -> Play:
    own = play.characters.known[effect.character]
    after = _after(own.sheet, effect)
    known = play.characters.known.set(effect.character, replace(own, sheet=after))
    return replace(play, characters=replace(play.characters, known=known))


def _after(own: Sheet, effect: JobEffect) -> Sheet:
    match effect:
        case JobLearned(_, job):
            return replace(own, jobs=(*own.jobs, job))
        case AssetGained(_, text):
            return replace(own, attributes=(*own.attributes, Attribute(Kind.ASSET, text)))
        case ExpMarked(_, place, exp):
            return own.with_job(place, replace(own.jobs[place - 1], exp=exp))
        case JobLevelled(_, place, level):
            return own.with_job(place, replace(own.jobs[place - 1], exp=0, level=level))
        case _:
            assert_never(effect)


def _on_calls(play: Play, effect: CallEffect) -> Play:
    ever = play.rolls_ever + isinstance(effect, RollCalled)
    return replace(play, roll=throw_fold.evolve_call(play.roll, effect), rolls_ever=ever)


CHAPTERS: dict[object, Folding[Play]] = {
    TokensMoved: part("ledger", partial(ledger.moved, nothing=NOTHING)),
    SheetWritten: part("characters", sheet.evolve),
    ChapterEffect: _on_chapters,
    LotsEffect: _on_lots,
    PeerEffect: _on_peers,
    JobEffect: _on_jobs,
    ScenesEffect: part("scenes", scenes.evolve),
    CallEffect: _on_calls,
    CheckEffect: part("roll", throw_fold.evolve_check),
    ClaimEffect: part("roll", throw_fold.evolve_claim),
    TaskEffect: part("roll", throw_fold.evolve_task),
    KissEffect: part("roll", throw_fold.evolve_kiss),
    SpendEffect: part("roll", throw_fold.evolve_spend),
}
evolve = folding(CHAPTERS)
"""Return the state after an effect. Every effect that a decision can emit is handled."""
