"""The outcome of an action once its shifts are settled: stress, aspects, thresholds, ways to go."""

from typing import assert_never

from domain.core.ledger import BANK, transfer
from domain.core.text import tidy
from domain.games.edgerunner.declaring import end_wards
from domain.games.edgerunner.initiative import end_turn
from domain.games.edgerunner.model.action import (
    Attack,
    Defense,
    Maneuver,
    Move,
    MoveAnother,
    Recovery,
)
from domain.games.edgerunner.model.aspect import AspectPlaced, AspectStressed
from domain.games.edgerunner.model.chart import BorderStressed
from domain.games.edgerunner.model.condition import StressMarked, TakenOut
from domain.games.edgerunner.model.conflict import Acting, Deed
from domain.games.edgerunner.model.conflict_effect import (
    ActionGiven,
    ActionOver,
    ActionSettled,
    FateOpened,
    SpendingBegun,
    WardsEnded,
    WardSet,
)
from domain.games.edgerunner.model.conflict_fold import deed_of
from domain.games.edgerunner.model.purse import Purse, aspect_account
from domain.games.edgerunner.model.target import AspectId, BorderId, TargetId
from domain.games.edgerunner.route import next_door, routes
from domain.games.edgerunner.state import Draft, State, character_of, name_of, takes_turns
from domain.games.edgerunner.targeting import track_of
from domain.table.sheet import CharacterId

FREE_MOVE = 1
"""The pass value that costs nothing besides the action (`action.free_move`)."""

_INVOKES = ((6, 3), (3, 2), (1, 1))


def free_invokes_for(shifts: int) -> int:
    """The free invokes that a maneuver brings (`action.maneuver`)."""
    return next((invokes for least, invokes in _INVOKES if shifts >= least), 0)


def settle(draft: Draft) -> str:
    """Settle the shifts, and do what they bring."""
    conflict = draft.play.conflict
    assert conflict is not None
    assert isinstance(conflict.stage, Acting)
    actor, deed = conflict.stage.actor, deed_of(conflict)
    draft.emit(ActionSettled())
    match deed.action:
        case Move():
            return _spend(draft, deed, actor)
        case MoveAnother(target=target):
            return _spend(draft, deed, target) if deed.shifts >= deed.least else over(draft)
        case Attack(target=target, track=track):
            return _strike(draft, target, track, deed.shifts)
        case Defense():
            return _ward(draft, actor, deed.action, deed.shifts)
        case Maneuver():
            return _maneuver(draft, actor, deed.action, deed.shifts)
        case Recovery(target=target):
            return _recover(draft, deed, target)
        case _:
            assert_never(deed.action)


def _spend(draft: Draft, deed: Deed, mover: CharacterId) -> str:
    if not open_routes(draft.state, mover, deed.shifts):
        return f" {name_of(draft.state, mover)} stays.{over(draft)}"
    draft.emit(SpendingBegun())
    return ""


def open_routes(state: State, mover: CharacterId, shifts: int) -> bool:
    """Whether so many shifts lead anywhere (`action.move`)."""
    zone = state.play.condition(mover).zone
    return zone is not None and bool(routes(state.play.chart, zone, shifts))


def _recover(draft: Draft, deed: Deed, target: CharacterId) -> str:
    """Both have used their action, whatever the outcome (`action.recovery`)."""
    if takes_turns(draft.state, target):
        draft.emit(ActionGiven(target))
        end_wards(draft, target)
    if not clearable(draft.state, deed, deed.shifts):
        return over(draft)
    draft.emit(SpendingBegun())
    return ""


def clearable(state: State, deed: Deed, shifts: int) -> list[int]:
    """The boxes that so many shifts clear."""
    assert isinstance(deed.action, Recovery)
    marked = state.play.condition(deed.action.target).marked(deed.action.track)
    return [box for box in sorted(marked) if box <= shifts]


def _strike(draft: Draft, target: TargetId, track: str | None, shifts: int) -> str:
    """Shifts are stress (`action.attack`, `stress.mark`)."""
    if character_of(draft.state, target) is None:
        draft.cite("action.attack_thing", target=target)
    struck = track_of(draft.state, target, track)
    if shifts < 1 or struck is None:
        return over(draft)
    box, name = struck.box_for(shifts), name_of(draft.state, target)
    draft.cite("stress.mark", stress=shifts, box=box, threshold=struck.threshold)
    if box <= struck.threshold:
        _mark(draft, target, track, box)
        return f" {name} takes {shifts} stress.{over(draft)}"
    draft.cite("stress.taken_out", target=target, stress=shifts, threshold=struck.threshold)
    if character_of(draft.state, target) is not None:
        draft.emit(TakenOut(CharacterId(target)))
        end_wards(draft, CharacterId(target))
    draft.emit(FateOpened(target))
    return f" {name} is taken out."


def _mark(draft: Draft, target: TargetId, track: str | None, box: int) -> None:
    if track is not None:
        draft.emit(StressMarked(CharacterId(target), track, box))
    elif BorderId(target) in draft.play.chart.borders:
        draft.emit(BorderStressed(BorderId(target), box))
    else:
        draft.emit(AspectStressed(AspectId(target), box))


def _ward(draft: Draft, actor: CharacterId, action: Defense, shifts: int) -> str:
    """Shifts replace the threshold of a track (`action.defense`)."""
    threshold = max(0, shifts)
    end_wards(draft, actor)
    draft.cite("action.defense", target=action.target, label=action.track, threshold=threshold)
    draft.emit(WardSet(actor, action.target, action.track, threshold))
    name = name_of(draft.state, action.target)
    return f" “{action.track}” of {name} takes {threshold} stress now.{over(draft)}"


def _maneuver(draft: Draft, actor: CharacterId, action: Maneuver, shifts: int) -> str:
    """An aspect is placed, with free invokes and boxes (`action.maneuver`)."""
    if shifts < 0:
        return over(draft)
    invokes, aspect = free_invokes_for(shifts), draft.play.aspects.next
    draft.cite("action.maneuver", shifts=shifts, invokes=invokes)
    name = tidy(action.aspect)
    draft.emit(AspectPlaced(aspect, name, action.target, "maneuver", actor, invokes))
    free = Purse(invoke=invokes)
    draft.emit(*transfer(free, BANK, aspect_account(aspect), "a maneuver", "action.maneuver"))
    return f" “{name}” holds, with {invokes} free invokes.{over(draft)}"


def over(draft: Draft) -> str:
    """The action is over; where no free move is left, so is the turn."""
    draft.emit(ActionOver())
    return close(draft)


def close(draft: Draft) -> str:
    """End a turn in which nothing is left to do."""
    conflict = draft.play.conflict
    assert conflict is not None
    assert isinstance(conflict.stage, Acting)
    if may_move_freely(draft.state, conflict.stage):
        return ""
    return end_turn(draft, conflict.stage.actor)


def may_move_freely(state: State, acting: Acting) -> bool:
    """Whether the free move of a turn is left, and leads anywhere (`action.free_move`)."""
    zone = state.play.condition(acting.actor).zone
    if zone is None or acting.has_moved:
        return False
    return bool(next_door(state.play.chart, zone, FREE_MOVE))


def end_wards_on(draft: Draft, target: CharacterId) -> None:
    """Defenses kept up for somebody fall when it moves (`action.defense`)."""
    conflict = draft.play.conflict
    assert conflict is not None
    if any(ward.target == target for ward in conflict.wards):
        draft.cite("action.defense", moved=target)
        draft.emit(WardsEnded(target, "target"))
