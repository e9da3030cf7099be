"""The subjects that a table can propose: sheets, sessions, and changes of the past."""

from typing import assert_never

from verger.domain.core.identifier import SeatId
from verger.domain.core.mastery import play_paused, seat_not_taken
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.unicode import trimmed
from verger.domain.games.afterverse import chutzpah, joining, session
from verger.domain.games.afterverse.acting import name, not_player
from verger.domain.games.afterverse.chutzpah import IN_WORDS, use_on
from verger.domain.games.afterverse.house_rules import HOUSE_RULES
from verger.domain.games.afterverse.model.sheet import Sheet, fields, unfit_sheet, written
from verger.domain.games.afterverse.model.statement import PastChanged, Retcon
from verger.domain.games.afterverse.model.subject import (
    BeginSession,
    ChangePast,
    EndSession,
    JoinTest,
    OwnSubject,
)
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.state import Done, Draft, InSession, Play, State
from verger.domain.judging.tabletop import Tabletop
from verger.domain.table import sheet
from verger.domain.table.proposal import Agenda
from verger.domain.table.sheet import CharacterId, Sheets, WriteSheet

RETCON = "chutzpah.retcon"

SHEETS = Sheets(unfit_sheet, tuple(fields()), written)


def cannot_adopt(state: State, subject: OwnSubject, seat: SeatId) -> Refused | None:
    """Return why a subject cannot take effect now, or None."""
    match subject:
        case WriteSheet():
            return sheet.cannot_adopt(state, subject, seat, SHEETS)
        case BeginSession():
            return session.cannot_begin(state)
        case EndSession():
            return session.cannot_end(state)
        case JoinTest():
            return joining.cannot_join(state, subject, seat)
        case ChangePast():
            return cannot_change(state, subject.character, seat) or _unfit_test(state, subject)
        case _:
            assert_never(subject)


def cannot_change(state: State, who: CharacterId, seat: SeatId) -> Refused | None:
    """Return why a character's past cannot be changed, or None (`chutzpah.retcon`)."""
    table = state.table
    refusal = play_paused(table) or not_player(state, seat, who, RETCON)
    return refusal or chutzpah.no_chutzpah(state, who) or seat_not_taken(table, table.gm, RETCON)


def acts_of(state: State, who: CharacterId) -> list[Done]:
    """Return the recorded tests of a character's acts that no chutzpah affected."""
    return [done for done in state.play.done if not _unfit_act(state, done, who)]


def _unfit_test(state: State, subject: ChangePast) -> Refused | None:
    if subject.test is None:
        return None
    done = state.play.closed(subject.test)
    if done is None:
        return refuse(Own.UNKNOWN_TEST, RETCON, test=subject.test)
    return _unfit_act(state, done, subject.character)


def _unfit_act(state: State, done: Done, who: CharacterId) -> Refused | None:
    places = [place for place, actor in enumerate(done.test.actors) if actor.character == who]
    if not places:
        return refuse(
            Own.NOT_IN_TEST,
            RETCON,
            test=done.id,
            test_subject=done.test.about,
            character_name=name(state, who),
        )
    used = use_on(done.test, places[0])
    if used is None or not all(use_on(done.test, place) for place in places):
        return None
    whose, how, about = name(state, used.character), IN_WORDS[used.use], done.test.about
    rule, id = "chutzpah.bank", done.id
    return refuse(
        Own.CHUTZPAH_USED,
        rule,
        test=id,
        test_subject=about,
        character_name=whose,
        chutzpah_use=used.use,
        chutzpah_use_in_words=how,
    )


def seats_asked(state: State, subject: OwnSubject, seat: SeatId) -> tuple[SeatId, ...]:
    """Return the seats that must agree.

    For a change of the past or a part in a test, this is the GM.
    """
    match subject:
        case WriteSheet():
            return sheet.seats_asked(state, subject, seat)
        case ChangePast() | JoinTest():
            return tuple(other for other in state.table.others(seat) if other == state.table.gm)
        case _:
            return state.table.others(seat)


def adopt(draft: Draft, subject: OwnSubject, seat: SeatId) -> str:
    """Put an agreed subject into effect, and return a sentence."""
    match subject:
        case WriteSheet():
            return _adopt_sheet(draft, subject)
        case BeginSession():
            return session.begin(draft)
        case EndSession():
            return session.end(draft)
        case JoinTest():
            return joining.join(draft, subject)
        case ChangePast():
            return _change(draft, subject)
        case _:
            assert_never(subject)


def _adopt_sheet(draft: Draft, subject: WriteSheet[Sheet]) -> str:
    """Write a sheet.

    A character that joins a running session gets its chutzpah (`chutzpah.bank`).
    """
    sentence = sheet.adopt(draft, subject, SHEETS)
    if subject.character or subject.seat is None or not isinstance(draft.play.step, InSession):
        return sentence
    return sentence + session.set_chutzpah(draft, CharacterId(f"c{draft.play.characters.ever}"))


def _change(draft: Draft, subject: ChangePast) -> str:
    """Change the past. The log keeps both versions (`chutzpah.retcon`)."""
    who = subject.character
    chutzpah.spend(draft, who, RETCON)
    draft.cite(RETCON, character=who, test=subject.test)
    changed = Retcon(who, trimmed(subject.was), trimmed(subject.now), subject.test)
    draft.emit(PastChanged(changed))
    return f"{name(draft.state, who)}'s past is another: “{changed.now}”"


def describe(state: State, subject: OwnSubject) -> str:
    """Describe a subject as the end of a sentence."""
    match subject:
        case WriteSheet():
            return sheet.describe(subject)
        case BeginSession():
            return "to begin a session"
        case EndSession():
            return "to end the session"
        case JoinTest():
            return joining.describe(state, subject)
        case ChangePast(character, was, now):
            past = f"“{trimmed(was)}” becomes “{trimmed(now)}”"
            return f"to change the past of {name(state, character)}: {past}"
        case _:
            assert_never(subject)


AGENDA: Agenda[Play] = Agenda(cannot_adopt, seats_asked, adopt, describe)

TABLE: Tabletop[Play] = Tabletop(HOUSE_RULES, AGENDA)
