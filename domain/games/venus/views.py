"""The views of a session of the Venus Engine. Every seat can see everything."""

import msgspec
from msgspec.structs import replace

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.members import made_of
from verger.domain.games.venus.model.caliber import Caliber
from verger.domain.games.venus.model.claim import Claims
from verger.domain.games.venus.model.scenes import Pacing, SceneId
from verger.domain.games.venus.model.sheet import Sheet
from verger.domain.games.venus.model.subject import Ground, Subject
from verger.domain.games.venus.model.throw import (
    Aid,
    Bought,
    Called,
    Choosing,
    Die,
    Judging,
    Kissing,
    Ready,
    Roll,
    RollId,
    Short,
    Spending,
    Staffing,
    Stunt,
    Subverting,
    Way,
    Work,
)
from verger.domain.games.venus.odds import successes
from verger.domain.games.venus.spend import specials
from verger.domain.games.venus.state import (
    Chapter,
    Debrief,
    Over,
    Prepare,
    State,
    stage_name,
    step_name,
)
from verger.domain.table import proposal
from verger.domain.table.proposal import ProposalView
from verger.domain.table.sheet import CharacterId


class SheetView(msgspec.Struct, frozen=True):
    """A character with its sheet. Without a seat, it belongs to the FC."""

    character: CharacterId
    name: str
    seat: SeatId | None
    sheet: Sheet


class SceneView(msgspec.Struct, frozen=True):
    """An open scene (`scene.turns`)."""

    id: SceneId
    by: SeatId
    text: str
    order: tuple[SeatId, ...]
    round: int
    waiting: tuple[SeatId, ...]
    """The seats that have not had a turn in this round."""


class ScenesView(msgspec.Struct, frozen=True):
    """The open scenes (`scene.split`)."""

    open: tuple[SceneView, ...]
    pacing: Pacing
    current: SceneId | None
    turn: SeatId | None
    may_offer: bool
    """Whether players can offer to set the next scene (`scene.offer`)."""


class CheckView(msgspec.Struct, frozen=True):
    """A check (`check.roll`)."""

    judged: dict[SeatId, int]
    difficulty: int | None
    factors: tuple[str, ...]
    target: int | None
    natural: int | None
    total: int | None


class TaskView(msgspec.Struct, frozen=True):
    """A task (`task.job`)."""

    is_lacking: bool
    job: str | None
    is_learning: bool
    dice: int
    factors: tuple[str, ...] | None
    threshold: int | None
    aid: tuple[Aid, ...]
    odds: tuple[str, ...]
    """The exact chances of 0, 1, 2 … successes, before the dice are rolled (`task.odds`)."""
    rolled: tuple[Die, ...]
    stunts: tuple[Stunt, ...]
    is_doubled: bool
    successes: int | None
    left: int | None
    bought: tuple[Bought, ...]
    specials: dict[str, str]
    """The special secondary consequences of the sheet (`task.special`)."""


class RollView(msgspec.Struct, frozen=True):
    """The open roll (`roll.ability`)."""

    id: RollId
    stage: str
    """The stage of a check: `called`, `judging`, `ready` or `short`. The stage of a task:
    `choosing`, `staffing`, `kissing`, `spending` or `subverting`."""
    character: CharacterId
    seat: SeatId
    ability: str
    caliber: Caliber
    score: int
    since: int
    """The version of the event that called the roll."""
    wish: Way | None
    agenda: str
    stakes: str
    claims: Claims
    check: CheckView | None
    task: TaskView | None


class PlayView(msgspec.Struct, frozen=True):
    """The play of a session, without its banks."""

    step: str
    phase: int | None
    """The number of the chapter."""
    sheets: tuple[SheetView, ...]
    proposals: tuple[ProposalView[Subject], ...]
    scenes: ScenesView
    roll: RollView | None
    sitting_in: tuple[SeatId, ...]
    """The observers who are peers (`peers.sitting_in`)."""
    owed: dict[SeatId, int]
    """Lots above the cap, which will become exp (`lots.cap`)."""
    awards: tuple[tuple[SeatId, Ground], ...]
    """The rewards in this debrief."""


def view(state: State, seat: SeatId) -> PlayView:
    """Return the play as a seat can see it."""
    del seat  # Nothing in the Venus Engine is hidden from a seat.
    play, step = state.play, state.play.step
    return PlayView(
        step=step_name(state),
        phase=None if isinstance(step, Prepare) else _number(step),
        sheets=tuple(
            SheetView(id, character.name, character.seat, character.sheet)
            for id, character in in_order(play.characters.known.items())
        ),
        proposals=proposal.shown(play.proposals),
        scenes=_scenes(state),
        roll=_roll(state, play.roll) if play.roll else None,
        sitting_in=play.sitting_in,
        owed=dict(in_order(play.owed.items())),
        awards=step.awards if isinstance(step, Debrief) else (),
    )


def _number(step: Chapter | Debrief | Over) -> int:
    return step.number


def _scenes(state: State) -> ScenesView:
    scenes = state.play.scenes
    open = tuple(
        SceneView(
            id=id,
            by=scene.by,
            text=scene.text,
            order=scene.order,
            round=scene.round,
            waiting=scene.waiting,
        )
        for id, scene in in_order(scenes.open.items())
    )
    return ScenesView(
        open=open,
        pacing=scenes.pacing,
        current=scenes.current,
        turn=scenes.turn,
        may_offer=scenes.has_ended,
    )


def _roll(state: State, roll: Roll) -> RollView:
    stage = roll.stage
    called = stage if isinstance(stage, Called) else Called()
    return made_of(
        RollView,
        roll,
        called,
        stage=stage_name(stage),
        stakes=_stakes(roll),
        check=_check(roll),
        task=_task(state, roll),
    )


def _stakes(roll: Roll) -> str:
    match roll.stage:
        case Called():
            return ""
        case Staffing(work) | Kissing(work) | Spending(work) | Subverting(work):
            return work.stakes
        case Judging(stakes) | Ready(stakes) | Short(stakes) | Choosing(stakes):
            return stakes


_NO_CHECK = CheckView(
    judged={},
    difficulty=None,
    factors=(),
    target=None,
    natural=None,
    total=None,
)


def _check(roll: Roll) -> CheckView | None:
    match roll.stage:
        case Judging(_, judged):
            return replace(_NO_CHECK, judged=dict(judged))
        case Ready(_, difficulty, factors) as stage:
            return replace(_NO_CHECK, difficulty=difficulty, factors=factors, target=stage.target)
        case Short(_, target, natural, total):
            return replace(_NO_CHECK, target=target, natural=natural, total=total)
        case _:
            return None


def _task(state: State, roll: Roll) -> TaskView | None:
    stage = roll.stage
    match stage:
        case Choosing():
            return _task_view(state, roll, None, is_lacking=stage.is_lacking)
        case Staffing(work) | Kissing(work) | Spending(work) | Subverting(work):
            return _task_view(state, roll, work, is_lacking=False)
        case _:
            return None


def _task_view(state: State, roll: Roll, work: Work | None, *, is_lacking: bool) -> TaskView:
    stage = roll.stage
    rolled = stage.dice if isinstance(stage, Kissing | Spending) else ()
    bought = stage.bought if isinstance(stage, Spending | Subverting) else ()
    odds = successes(work.pool(roll.caliber)) if work else ()
    is_set = work is not None and work.factors is not None
    return TaskView(
        is_lacking=is_lacking,
        job=work.job if work else None,
        is_learning=work.is_learning if work else False,
        dice=work.dice if work else 0,
        factors=work.factors if work else None,
        threshold=work.threshold if work and is_set else None,
        aid=work.aid if work else (),
        odds=tuple(map(str, odds)) if isinstance(stage, Staffing) else (),
        rolled=rolled,
        stunts=stage.stunts if isinstance(stage, Kissing) else (),
        is_doubled=stage.is_doubled if isinstance(stage, Kissing) else False,
        successes=stage.successes if isinstance(stage, Spending) else None,
        left=stage.left if isinstance(stage, Spending) else None,
        bought=bought,
        specials=specials(state, roll),
    )
