"""The subjects that a table can propose: sheets, chapters, the next scene, the end of the story."""

from typing import assert_never

from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.games.venus import chapter
from verger.domain.games.venus.attendance import mend
from verger.domain.games.venus.chapter import END
from verger.domain.games.venus.effects import GameEnded
from verger.domain.games.venus.house_rules import HOUSE_RULES
from verger.domain.games.venus.lots import endow
from verger.domain.games.venus.model.sheet import SHEETS, Sheet
from verger.domain.games.venus.model.subject import (
    BeginChapter,
    EndChapter,
    EndGame,
    EnterScene,
    LeaveScene,
    OfferScene,
    OwnSubject,
)
from verger.domain.games.venus.model.words import quoted
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.rules import TABLE_RULES
from verger.domain.games.venus.scene import cannot_cross, cannot_offer, cross, named, take_offer
from verger.domain.games.venus.state import (
    Debrief,
    Draft,
    Play,
    State,
    in_chapter,
    no_roll_open,
    of_roll,
    step_name,
)
from verger.domain.judging.tabletop import Tabletop
from verger.domain.table import sheet
from verger.domain.table.proposal import Agenda
from verger.domain.table.sheet import WriteSheet


def cannot_adopt(state: State, subject: OwnSubject, seat: SeatId) -> Refused | None:
    """Return why a subject cannot take effect now, or None."""
    match subject:
        case BeginChapter():
            return chapter.cannot_begin(state)
        case EndChapter():
            return in_chapter(state, END) or no_roll_open(state, END)
        case EndGame():
            if isinstance(state.play.step, Debrief):
                return None
            return refuse(Code.WRONG_STEP, END, step_needed="debrief", step=step_name(state))
        case OfferScene():
            return cannot_offer(state, subject, seat)
        case EnterScene() | LeaveScene():
            return cannot_cross(state, subject, seat)
        case WriteSheet():
            return _in_roll(state, subject) or sheet.cannot_adopt(state, subject, seat, SHEETS)
        case _:
            assert_never(subject)


def _in_roll(state: State, subject: WriteSheet[Sheet]) -> Refused | None:
    """Return the refusal of a changed sheet while dice depend on it, or None."""
    roll = state.play.roll
    if roll is None or subject.character is None:
        return None
    return refuse(Own.ROLL_OPEN, "sheet.fit", roll=roll.id, roll_in_words=of_roll(state, roll))


def seats_asked(state: State, subject: OwnSubject, seat: SeatId) -> tuple[SeatId, ...]:
    """Return the seats that must agree: the FC for a scene, the seats concerned for a sheet, or all seats."""
    match subject:
        case WriteSheet():
            return sheet.seats_asked(state, subject, seat)
        case OfferScene():
            return (state.table.gm,)
        case EnterScene() | LeaveScene():
            return (state.table.gm,) if seat == subject.seat else (subject.seat,)
        case BeginChapter() | EndChapter() | EndGame():
            return state.table.others(seat)
        case _:
            assert_never(subject)


def adopt(draft: Draft, subject: OwnSubject, seat: SeatId) -> str:
    """Put an agreed subject into effect, and return a sentence."""
    match subject:
        case BeginChapter():
            return chapter.begin(draft)
        case EndChapter():
            return chapter.end(draft)
        case EndGame():
            draft.cite(END)
            draft.emit(GameEnded())
            return "The story is over."
        case OfferScene():
            return take_offer(draft, subject, seat)
        case EnterScene() | LeaveScene():
            return cross(draft, subject)
        case WriteSheet():
            draft.cite("sheet.fit", character_name=subject.name)
            sentence = sheet.adopt(draft, subject, SHEETS)
            if subject.seat:
                endow(draft, subject.seat)
            return sentence
        case _:
            assert_never(subject)


def describe(state: State, subject: OwnSubject) -> str:
    """Describe a subject as the end of a sentence."""
    match subject:
        case BeginChapter():
            return "to begin a chapter"
        case EndChapter():
            return "to end the chapter"
        case EndGame():
            return "to end the story"
        case OfferScene():
            return f"to set the next scene: {quoted(subject.text)}"
        case EnterScene(seat, scene):
            return f"to have {state.table.name(seat)} enter {named(state, scene)}"
        case LeaveScene(seat):
            return f"to have {state.table.name(seat)} leave the scene"
        case WriteSheet():
            return sheet.describe(subject)
        case _:
            assert_never(subject)


AGENDA: Agenda[Play] = Agenda(cannot_adopt, seats_asked, adopt, describe)


TABLE: Tabletop[Play] = Tabletop(
    HOUSE_RULES, AGENDA, TABLE_RULES, without=lambda draft, _: mend(draft), mend=mend
)
