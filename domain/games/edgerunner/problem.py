"""Problems: long tasks that are attacked until they are solved (`action.long`)."""

from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.text import counted, tidy
from verger.domain.games.edgerunner.model.aspect import AspectPlaced
from verger.domain.games.edgerunner.model.condition import NO_SIDE, Placed
from verger.domain.games.edgerunner.model.conflict import Conflict
from verger.domain.games.edgerunner.model.sheet import Kind, Sheet, Track, Trait
from verger.domain.games.edgerunner.model.subject import PoseProblem
from verger.domain.games.edgerunner.model.target import TargetId
from verger.domain.games.edgerunner.model.time_track import steps
from verger.domain.games.edgerunner.moment import under_way
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.state import Draft, State
from verger.domain.games.edgerunner.stroking import unknown_zone
from verger.domain.table.sheet import CHARACTER_LIMIT, CharacterId, SheetWritten

LONG = "action.long"


def cannot_pose(state: State, subject: PoseProblem) -> Refused | None:
    """Return why this problem is not possible, or None."""
    conflict = under_way(state, LONG)
    if isinstance(conflict, Refused):
        return conflict
    known = len(state.play.characters.known)
    if known >= CHARACTER_LIMIT:
        return refuse(
            Code.TOO_MANY_CHARACTERS, LONG, sheets_written=known, sheets_allowed=CHARACTER_LIMIT
        )
    if steps(conflict.length, subject.duration) < 1:
        task = subject.duration
        return refuse(Own.NOT_LONGER, LONG, exchange_duration=conflict.length, task_duration=task)
    return unknown_zone(state, subject.zone, LONG)


def pose(draft: Draft, subject: PoseProblem) -> str:
    """Place a problem with its aspects and its track on the map (`action.long`)."""
    length = _conflict(draft).length
    threshold, id = (
        steps(length, subject.duration),
        CharacterId(f"c{draft.play.characters.ever + 1}"),
    )
    draft.cite(
        "time.track",
        exchange_duration=length,
        task_duration=subject.duration,
        duration_steps=threshold,
    )
    draft.cite(LONG, character=id, stress_threshold=threshold)
    aspects = [tidy(name) for name in (subject.aspect, subject.second_aspect) if name]
    traits = tuple(Trait(name) for name in aspects)
    sheet = Sheet(Kind.THING, (), traits, (Track(tidy(subject.track), threshold),))
    name = tidy(subject.name)
    draft.emit(SheetWritten(id, name, None, sheet), Placed(id, subject.zone, NO_SIDE))
    for trait in aspects:
        draft.emit(AspectPlaced(draft.play.aspects.next, trait, TargetId(id), "problem"))
    return (
        f"“{name}” is a problem of threshold {threshold}: {subject.duration} is "
        f"{counted(threshold, 'step')} longer than {length}."
    )


def _conflict(draft: Draft) -> Conflict:
    assert draft.play.conflict is not None
    return draft.play.conflict
