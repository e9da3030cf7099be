"""The outcome of an action after its shifts are final: stress, aspects, thresholds, routes."""

from typing import assert_never

from verger.domain.core.identifier import in_order
from verger.domain.core.ledger import BANK, held, transfer
from verger.domain.core.text import counted, tidy
from verger.domain.games.edgerunner.declaring import end_wards
from verger.domain.games.edgerunner.initiative import end_turn
from verger.domain.games.edgerunner.model.action import (
    Attack,
    Defense,
    Maneuver,
    Move,
    MoveAnother,
    Recovery,
)
from verger.domain.games.edgerunner.model.aspect import Aspect, AspectPlaced, AspectStressed
from verger.domain.games.edgerunner.model.chart import BorderStressed
from verger.domain.games.edgerunner.model.condition import StressMarked, TakenOut
from verger.domain.games.edgerunner.model.conflict import Acting, Deed
from verger.domain.games.edgerunner.model.conflict_effect import (
    ActionGiven,
    ActionOver,
    ActionSettled,
    FateOpened,
    SpendingBegun,
    WardsEnded,
    WardSet,
)
from verger.domain.games.edgerunner.model.conflict_fold import deed_of
from verger.domain.games.edgerunner.model.purse import NOTHING, Purse, aspect_account
from verger.domain.games.edgerunner.model.target import AspectId, BorderId, TargetId
from verger.domain.games.edgerunner.route import doors, next_door, routes
from verger.domain.games.edgerunner.state import (
    Draft,
    State,
    character_of,
    name_of,
    takes_turns,
    titled,
)
from verger.domain.games.edgerunner.targeting import track_of
from verger.domain.table.sheet import CharacterId

FREE_MOVE = 1
"""The highest pass value of the free move, which a turn has in addition to the action
(`action.free_move`)."""

_INVOKES = ((6, 3), (3, 2), (1, 1))


def free_invokes_for(shifts: int) -> int:
    """Return the number of free invokes that a maneuver gives (`action.maneuver`)."""
    return next((invokes for least, invokes in _INVOKES if shifts >= least), 0)


def settle(draft: Draft) -> str:
    """Make the shifts final, and carry out their effects."""
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


def is_idle(state: State, actor: CharacterId, deed: Deed) -> bool:
    """Return whether an action would have no effect even without resistance."""
    match deed.action:
        case Move():
            return not leads_on(state, actor, deed.shifts, is_own=True)
        case MoveAnother(target=target):
            return not leads_on(state, target, deed.shifts, is_own=False)
        case Recovery():
            return not clearable(state, deed, deed.shifts)
        case Defense():
            return False
        case Attack() | Maneuver():
            return deed.shifts < deed.least
        case _:
            assert_never(deed.action)


def _spend(draft: Draft, deed: Deed, mover: CharacterId) -> str:
    is_own = isinstance(deed.action, Move)
    if not leads_on(draft.state, mover, deed.shifts, is_own=is_own):
        return f" {name_of(draft.state, mover)} stays.{over(draft)}"
    draft.emit(SpendingBegun())
    return ""


def leads_on(state: State, mover: CharacterId, shifts: int, *, is_own: bool) -> bool:
    """Return whether these shifts pay for a way to a zone or, in the actor's own move, for a door (`action.move`)."""
    zone, chart = state.play.condition(mover).zone, state.play.chart
    if zone is None:
        return False
    return bool(routes(chart, zone, shifts) or (is_own and doors(chart, zone, shifts)))


def _recover(draft: Draft, deed: Deed, target: CharacterId) -> str:
    """Use up the actions of both characters, at success or failure (`action.recovery`)."""
    if takes_turns(draft.state, target):
        draft.emit(ActionGiven(target))
        end_wards(draft, target)
    if not clearable(draft.state, deed, deed.shifts):
        return over(draft)
    draft.emit(SpendingBegun())
    return ""


def clearable(state: State, deed: Deed, shifts: int) -> list[int]:
    """Return the boxes that this number of shifts can clear."""
    assert isinstance(deed.action, Recovery)
    marked = state.play.condition(deed.action.target).marked(deed.action.track)
    return [box for box in sorted(marked) if box <= shifts]


def _strike(draft: Draft, target: TargetId, track: str | None, shifts: int) -> str:
    """Turn shifts into stress (`action.attack`, `stress.mark`)."""
    if character_of(draft.state, target) is None:
        draft.cite("action.attack_thing", target=target)
    struck = track_of(draft.state, target, track)
    if shifts < 1 or struck is None:
        return f" No stress is left.{over(draft)}"
    box, name = struck.box_for(shifts), _capital(titled(draft.state, target))
    draft.cite(
        "stress.mark", stress_taken=shifts, box_number=box, stress_threshold=struck.threshold
    )
    if box <= struck.threshold:
        _mark(draft, target, track, box)
        return f" {name} takes {shifts} stress: box {box} is marked.{over(draft)}"
    draft.cite(
        "stress.taken_out", target=target, stress_taken=shifts, stress_threshold=struck.threshold
    )
    return take_out(draft, target)


def take_out(draft: Draft, target: TargetId) -> str:
    """Take a target out, and ask the actor for its fate (`stress.taken_out`)."""
    if character_of(draft.state, target) is not None:
        draft.emit(TakenOut(CharacterId(target)))
        end_wards(draft, CharacterId(target))
    draft.emit(FateOpened(target))
    return f" {_capital(titled(draft.state, target))} is taken out."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _mark(draft: Draft, target: TargetId, track: str | None, box: int) -> None:
    if track is not None:
        draft.emit(StressMarked(CharacterId(target), track, box))
    elif BorderId(target) in draft.play.chart.borders:
        draft.emit(BorderStressed(BorderId(target), box))
    else:
        draft.emit(AspectStressed(AspectId(target), box))


def _ward(draft: Draft, actor: CharacterId, action: Defense, shifts: int) -> str:
    """Replace the threshold of a track with the shifts (`action.defense`)."""
    threshold = max(0, shifts)
    end_wards(draft, actor)
    draft.cite(
        "action.defense", target=action.target, track_name=action.track, stress_threshold=threshold
    )
    draft.emit(WardSet(actor, action.target, action.track, threshold))
    name = name_of(draft.state, action.target)
    return f" The threshold of “{action.track}” of {name} is {threshold} now.{over(draft)}"


def keep(draft: Draft, actor: CharacterId, action: Defense) -> str:
    """End the action and leave the threshold without this defense (`action.defense`)."""
    draft.emit(ActionSettled())
    end_wards(draft, actor)
    track = track_of(draft.state, TargetId(action.target), action.track)
    assert track is not None
    threshold, name = track.threshold, name_of(draft.state, action.target)
    draft.cite(
        "action.defense", target=action.target, track_name=action.track, stress_threshold=threshold
    )
    sentence = f"{name_of(draft.state, actor)} leaves the threshold of “{action.track}” of {name} at {threshold}."
    return sentence + over(draft)


def _maneuver(draft: Draft, actor: CharacterId, action: Maneuver, shifts: int) -> str:
    """Place an aspect, with free invokes and boxes (`action.maneuver`)."""
    if shifts < 0:
        return f" “{tidy(action.aspect)}” is not placed.{over(draft)}"
    invokes, aspect = free_invokes_for(shifts), draft.play.aspects.next
    if (existing := _placed_before(draft.state, actor, action)) is not None:
        return _top_up(draft, existing, invokes)
    draft.cite("action.maneuver", shifts=shifts, free_invokes=invokes)
    name = tidy(action.aspect)
    draft.emit(
        AspectPlaced(
            aspect=aspect, name=name, on=action.target, source="maneuver", by=actor, boxes=invokes
        )
    )
    _give_invokes(draft, aspect, invokes)
    return f" “{name}” holds, with {counted(invokes, 'free invoke')}.{over(draft)}"


def _placed_before(
    state: State, actor: CharacterId, action: Maneuver
) -> tuple[AspectId, Aspect] | None:
    """Return the aspect with this name that the actor has already placed on the target, or None."""
    wanted = (actor, action.target, tidy(action.aspect), "maneuver")
    held = in_order(state.play.aspects.held.items())
    same = (
        (id, aspect)
        for id, aspect in held
        if (aspect.by, aspect.on, aspect.name, aspect.source) == wanted
    )
    return next(same, None)


def _top_up(draft: Draft, existing: tuple[AspectId, Aspect], invokes: int) -> str:
    """Restore the free invokes of an existing aspect, instead of placing it again."""
    id, aspect = existing
    unused = held(draft.play.ledger, aspect_account(id), NOTHING).invoke
    added = max(0, min(invokes, aspect.boxes) - unused)
    draft.cite(
        "action.maneuver", aspect=id, free_invokes=unused + added, boxes_at_first=aspect.boxes
    )
    _give_invokes(draft, id, added)
    return f" “{aspect.name}” holds on, with {counted(unused + added, 'free invoke')}.{over(draft)}"


def _give_invokes(draft: Draft, aspect: AspectId, number: int) -> None:
    account = aspect_account(aspect)
    purse = Purse(invoke=number)
    draft.emit(*transfer(purse, BANK, account, "a maneuver", "action.maneuver"))


def over(draft: Draft) -> str:
    """End the action. If no free move is left, also end the turn."""
    draft.emit(ActionOver())
    return close(draft)


def close(draft: Draft) -> str:
    """End a turn that has no possible moves left."""
    conflict = draft.play.conflict
    assert conflict is not None
    assert isinstance(conflict.stage, Acting)
    if may_move_freely(draft.state, conflict.stage):
        return ""
    return end_turn(draft, conflict.stage.actor)


def may_move_freely(state: State, acting: Acting) -> bool:
    """Return whether the free move of a turn is left and leads to a zone (`action.free_move`)."""
    zone = state.play.condition(acting.actor).zone
    if zone is None or acting.has_moved:
        return False
    return bool(next_door(state.play.chart, zone, FREE_MOVE))


def end_wards_on(draft: Draft, target: CharacterId) -> None:
    """End the defenses that protect a character, because it moves (`action.defense`)."""
    conflict = draft.play.conflict
    assert conflict is not None
    if any(ward.target == target for ward in conflict.wards):
        draft.cite("action.defense", moved_target=target)
        draft.emit(WardsEnded(target, "target"))
