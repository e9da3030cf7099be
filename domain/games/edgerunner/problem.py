"""Problems: what takes longer than an exchange is attacked until it is solved (`action.long`)."""

import msgspec

from domain.core.decider import Facts, Judgement
from domain.core.reason import Code
from domain.core.ruling import Refused, refuse
from domain.core.text import Label, tidy
from domain.games.edgerunner.drawing import unknown_zone
from domain.games.edgerunner.model.aspect import AspectPlaced
from domain.games.edgerunner.model.condition import Placed
from domain.games.edgerunner.model.conflict import Asking
from domain.games.edgerunner.model.sheet import Kind, Sheet, Track, Trait
from domain.games.edgerunner.model.target import TargetId, ZoneId
from domain.games.edgerunner.model.time_track import Span, steps
from domain.games.edgerunner.moment import at_stage, referees
from domain.games.edgerunner.reason import Code as Own
from domain.games.edgerunner.state import Draft, State
from domain.table.sheet import CHARACTER_LIMIT, CharacterId, SheetWritten

LONG = "action.long"


class PoseProblem(
    msgspec.Struct, frozen=True, tag_field="move", forbid_unknown_fields=True, tag="pose_problem"
):
    """Model what takes longer than an exchange as something that is attacked until it is solved."""

    name: Label
    zone: ZoneId
    duration: Span
    track: Label
    aspect: Label
    second_aspect: Label | None = None


def pose(draft: Draft, move: PoseProblem, facts: Facts) -> Judgement:
    """A problem with its aspects and its track stands on the map (`action.long`)."""
    found = at_stage(draft.state, LONG, Asking)
    if isinstance(found, Refused):
        return found
    length = found[0].length
    if refusal := referees(draft.state, facts.seat, LONG) or _unfit_problem(
        draft.state, move, length
    ):
        return refusal
    threshold, id = steps(length, move.duration), CharacterId(f"c{draft.play.characters.ever + 1}")
    draft.cite("time.track", exchange=length, task=move.duration, steps=threshold)
    draft.cite(LONG, character=id, threshold=threshold)
    aspects = [tidy(name) for name in (move.aspect, move.second_aspect) if name]
    traits = tuple(Trait(name) for name in aspects)
    sheet = Sheet(Kind.THING, (), traits, (Track(tidy(move.track), threshold),))
    draft.emit(SheetWritten(id, tidy(move.name), None, sheet), Placed(id, move.zone, 0))
    for name in aspects:
        draft.emit(AspectPlaced(draft.play.aspects.next, name, TargetId(id), "problem"))
    return draft.accept(f"“{tidy(move.name)}” is a problem of threshold {threshold}.")


def _unfit_problem(state: State, move: PoseProblem, length: Span) -> Refused | None:
    known = len(state.play.characters.known)
    if known >= CHARACTER_LIMIT:
        return refuse(Code.TOO_MANY_CHARACTERS, LONG, there=known, limit=CHARACTER_LIMIT)
    if steps(length, move.duration) < 1:
        return refuse(Own.NOT_LONGER, LONG, exchange=length, task=move.duration)
    return unknown_zone(state, move.zone, LONG)
