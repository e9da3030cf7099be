"""The subjects that a table can propose: sheets, conceding a conflict, dropping an aspect."""

from typing import assert_never

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.ledger import BANK, character_account, transfer
from verger.domain.core.mastery import play_paused
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import house_rule
from verger.domain.core.text import tidy
from verger.domain.core.unicode import trimmed
from verger.domain.games.edgerunner.drawing import cannot_redraw, redraw
from verger.domain.games.edgerunner.ending import cannot_concede, concede, concerned, remove_aspect
from verger.domain.games.edgerunner.house_rules import HOUSE_RULES
from verger.domain.games.edgerunner.model.aspect import AspectPlaced
from verger.domain.games.edgerunner.model.condition import TakenOff
from verger.domain.games.edgerunner.model.purse import Purse
from verger.domain.games.edgerunner.model.sheet import RULE as SHEET
from verger.domain.games.edgerunner.model.sheet import Kind, Sheet, fields, tidied, unfit_sheet
from verger.domain.games.edgerunner.model.subject import (
    Concede,
    DropAspect,
    OwnSubject,
    PoseProblem,
    RedrawMap,
)
from verger.domain.games.edgerunner.model.target import AspectId, TargetId
from verger.domain.games.edgerunner.moment import preparing
from verger.domain.games.edgerunner.problem import cannot_pose, pose
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.state import (
    Draft,
    Play,
    State,
    character_of,
    leader,
    name_of,
    sheet_of,
    titled,
)
from verger.domain.games.edgerunner.stroking import described
from verger.domain.games.edgerunner.targeting import not_holding
from verger.domain.judging.tabletop import Tabletop
from verger.domain.table import sheet as sheets
from verger.domain.table.proposal import Agenda
from verger.domain.table.sheet import CharacterId, Sheets, WriteSheet

MAKES_NO_SENSE = "action.maneuver_end"


SHEETS = Sheets(unfit_sheet, fields(), tidied, {"kind": Kind.CHARACTER})


def cannot_adopt(state: State, subject: OwnSubject, seat: SeatId) -> Refused | None:
    """Return why a subject cannot take effect now, or None."""
    match subject:
        case WriteSheet(character=character):
            is_new = character is None
            refusal = None if is_new else preparing(state, SHEET)
            return refusal or sheets.cannot_adopt(state, subject, seat, SHEETS)
        case Concede():
            return play_paused(state.table) or cannot_concede(state, subject, seat)
        case DropAspect():
            return play_paused(state.table) or _stays(state, subject.aspect)
        case PoseProblem():
            return play_paused(state.table) or cannot_pose(state, subject)
        case RedrawMap():
            return play_paused(state.table) or cannot_redraw(state, subject, seat)
        case _:
            assert_never(subject)


def _stays(state: State, id: AspectId) -> Refused | None:
    """Return why an aspect cannot be dropped, or None. Aspects of a sheet stay on the sheet."""
    aspect = state.play.aspects.held.get(id)
    if aspect is None:
        return not_holding(state, MAKES_NO_SENSE, id, lambda other: _stays(state, other) is None)
    if aspect.source in ("sheet", "problem"):
        return refuse(Own.ON_THE_SHEET, MAKES_NO_SENSE, aspect_name=aspect.name)
    # action.recovery: consequences do not change during a conflict.
    return preparing(state, "action.recovery") if aspect.severity else None


def droppable(state: State) -> list[tuple[AspectId, str]]:
    """Return the aspects that the table can drop."""
    held = in_order(state.play.aspects.held.items())
    return [(id, aspect.name) for id, aspect in held if not _stays(state, id)]


def seats_asked(state: State, subject: OwnSubject, seat: SeatId) -> tuple[SeatId, ...]:
    """Return the seats that must agree: the seats concerned, or the whole table for an aspect."""
    match subject:
        case WriteSheet():
            return sheets.seats_asked(state, subject, seat)
        case Concede():
            return concerned(state, seat)
        case PoseProblem():
            return () if seat == leader(state) else (leader(state),)
        case DropAspect() | RedrawMap():
            return state.table.others(seat)
        case _:
            assert_never(subject)


def adopt(draft: Draft, subject: OwnSubject, seat: SeatId) -> str:
    """Put an agreed subject into effect, and return a sentence."""
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
        case PoseProblem():
            return pose(draft, subject)
        case RedrawMap():
            return redraw(draft, subject, seat)
        case _:
            assert_never(subject)


def _write(draft: Draft, subject: WriteSheet[Sheet]) -> str:
    """Write a sheet and its aspects. A new character gets fate points (`conflict.sheet`)."""
    old = character_of(draft.state, subject.character) if subject.character else None
    sentence = sheets.adopt(draft, subject, SHEETS)
    id = subject.character or CharacterId(f"c{draft.play.characters.ever}")
    draft.cite(SHEET, character=id, kind=subject.sheet.kind)
    _write_aspects(draft, id)
    if old is None and subject.sheet.kind is Kind.CHARACTER:
        points = Purse(fate=int(house_rule(draft.table, HOUSE_RULES, "fate_points")))
        draft.emit(*transfer(points, BANK, character_account(id), "a new character", SHEET))
    if old and old.sheet.kind is not subject.sheet.kind and draft.play.condition(id).there:
        # faction.deploy: the kind of the sheet determines its possible places.
        draft.emit(TakenOff(id))
    return sentence


def _write_aspects(draft: Draft, id: CharacterId) -> None:
    """Place the sheet's aspects, and remove those that it no longer has."""
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
    """Describe a subject as the end of a sentence."""
    match subject:
        case WriteSheet():
            return sheets.describe(subject)
        case Concede(side, story):
            return f"that side {side} concedes: {_within(story)}"
        case DropAspect(aspect, why):
            return f"to let go of {titled(state, aspect)}: {_within(why)}"
        case PoseProblem(name, zone, duration):
            where = name_of(state, zone)
            return f"that “{tidy(name)}” is a problem of {duration} on “{where}”"
        case RedrawMap(change, why):
            return f"that {described(state, change)}: {_within(why)}"
        case _:
            assert_never(subject)


def _within(text: str) -> str:
    """Return a player's text as the end of a sentence."""
    return trimmed(text).removesuffix(".")


AGENDA: Agenda[Play] = Agenda(cannot_adopt, seats_asked, adopt, describe)

TABLE: Tabletop[Play] = Tabletop(HOUSE_RULES, AGENDA)
