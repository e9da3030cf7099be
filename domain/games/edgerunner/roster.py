"""Sheets and problems, and everything else of Edgerunner's own that is put to the table."""

from typing import assert_never

import msgspec

from domain.core.decider import Facts, Judgement
from domain.core.identifier import SeatId, in_order
from domain.core.ledger import BANK, character_account, transfer
from domain.core.reason import Code
from domain.core.ruling import Refused, refuse
from domain.core.table import house_rule
from domain.core.text import Label, tidy
from domain.games.edgerunner.drawing import unknown_zone
from domain.games.edgerunner.ending import cannot_concede, concede, remove_aspect
from domain.games.edgerunner.model.aspect import AspectPlaced
from domain.games.edgerunner.model.condition import Placed, TakenOff
from domain.games.edgerunner.model.conflict import Asking
from domain.games.edgerunner.model.purse import Purse
from domain.games.edgerunner.model.sheet import RULE as SHEET
from domain.games.edgerunner.model.sheet import Kind, Sheet, Track, Trait, fields, fits, tidied
from domain.games.edgerunner.model.subject import Concede, DropAspect, OwnSubject
from domain.games.edgerunner.model.target import AspectId, TargetId, ZoneId
from domain.games.edgerunner.model.time_track import Span, steps
from domain.games.edgerunner.moment import at_stage, preparing, referees
from domain.games.edgerunner.reason import Code as Own
from domain.games.edgerunner.rules import HOUSE_RULES
from domain.games.edgerunner.state import Draft, Play, State, character_of, name_of, sheet_of
from domain.table import sheet as sheets
from domain.table.proposal import Agenda
from domain.table.sheet import CHARACTER_LIMIT, CharacterId, Sheets, SheetWritten, WriteSheet

LONG, MAKES_NO_SENSE = "action.long", "action.maneuver_end"


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


def _written(old: Sheet | None, new: Sheet) -> Sheet:
    del old
    return tidied(new)


SHEETS = Sheets(fits, fields, _written)


def unfit(state: State, subject: OwnSubject, seat: SeatId) -> Refused | None:
    """Why a subject cannot hold now, if it cannot."""
    match subject:
        case WriteSheet(character=character):
            is_new = character is None
            refusal = None if is_new else preparing(state, SHEET)
            return refusal or sheets.unfit(state, subject, seat, SHEETS)
        case Concede():
            return _paused(state) or cannot_concede(state, subject, seat)
        case DropAspect():
            return _paused(state) or _stays(state, subject.aspect)
        case _:
            assert_never(subject)


def _paused(state: State) -> Refused | None:
    return refuse(Code.PAUSED, "table.pause") if state.table.paused else None


def _stays(state: State, id: AspectId) -> Refused | None:
    """Only what play has placed is let go of like this; a sheet's aspects are the sheet's."""
    aspect = state.play.aspects.held.get(id)
    if aspect is None:
        return refuse(Own.DOES_NOT_HOLD, MAKES_NO_SENSE, aspect=id)
    if aspect.source in ("sheet", "problem"):
        return refuse(Own.ON_THE_SHEET, MAKES_NO_SENSE, label=aspect.name)
    # action.recovery: in a conflict consequences are not touched.
    return preparing(state, "action.recovery") if aspect.severity else None


def droppable(state: State) -> list[tuple[AspectId, str]]:
    """The aspects that the table may let go of."""
    found = in_order(state.play.aspects.held.items())
    return [(id, aspect.name) for id, aspect in found if not _stays(state, id)]


def asked(state: State, subject: OwnSubject, seat: SeatId) -> tuple[SeatId, ...]:
    """Whom a subject is put to: of a sheet those concerned, and else everyone."""
    if isinstance(subject, WriteSheet):
        return sheets.asked(state, subject, seat)
    return state.table.others(seat)


def adopt(draft: Draft, subject: OwnSubject, seat: SeatId) -> str:
    """Make an agreed subject hold."""
    del seat  # nothing depends on who had the idea
    match subject:
        case WriteSheet():
            return _write(draft, subject)
        case Concede():
            return concede(draft, subject)
        case DropAspect(aspect):
            name = name_of(draft.state, aspect)
            draft.cite(MAKES_NO_SENSE, aspect=aspect)
            remove_aspect(draft, aspect)
            return f"“{name}” holds no longer."
        case _:
            assert_never(subject)


def _write(draft: Draft, subject: WriteSheet[Sheet]) -> str:
    """A sheet, with its aspects, and fate points for who is new (`conflict.sheet`)."""
    old = character_of(draft.state, subject.character) if subject.character else None
    said = sheets.adopt(draft, subject, SHEETS)
    id = subject.character or CharacterId(f"c{draft.play.characters.ever}")
    draft.cite(SHEET, character=id, kind=subject.sheet.kind)
    _write_aspects(draft, id)
    if old is None and subject.sheet.kind is Kind.CHARACTER:
        points = Purse(fate=int(house_rule(draft.table, HOUSE_RULES, "fate_points")))
        draft.emit(*transfer(points, BANK, character_account(id), "a new character", SHEET))
    if old and old.sheet.kind is not subject.sheet.kind and draft.play.condition(id).there:
        # faction.deploy: where it may stand depends on what it is.
        draft.emit(TakenOff(id))
    return said


def _write_aspects(draft: Draft, id: CharacterId) -> None:
    """The sheet's aspects hold, and those that it has no longer do not."""
    wanted = [trait.name for trait in sheet_of(draft.state, id).aspects]
    had = {
        aspect.name: aspect_id
        for aspect_id, aspect in in_order(draft.play.aspects.held.items())
        if aspect.on == TargetId(id) and aspect.source == "sheet"
    }
    for name, aspect_id in had.items():
        if name not in wanted:
            remove_aspect(draft, aspect_id)
    for name in wanted:
        if name not in had:
            aspect = draft.play.aspects.next
            draft.emit(AspectPlaced(aspect, name, TargetId(id), "sheet"))


def describe(state: State, subject: OwnSubject) -> str:
    """A subject as the end of a sentence."""
    match subject:
        case WriteSheet():
            return sheets.describe(subject)
        case Concede(side):
            return f"that side {side} concedes"
        case DropAspect(aspect):
            return f"to let go of “{name_of(state, aspect)}”"
        case _:
            assert_never(subject)


AGENDA: Agenda[Play] = Agenda(unfit, asked, adopt, describe)


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
