"""The subjects that a table can propose: premises, the next step of play, joining a scene."""

from typing import assert_never

from verger.domain.core.identifier import SeatId
from verger.domain.core.mastery import play_paused
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.text import narrated
from verger.domain.core.unicode import trimmed
from verger.domain.games.verge import attendance, doubting, load, scene, seat_tokens
from verger.domain.games.verge.effects import PremiseAgreed, PremiseDropped
from verger.domain.games.verge.house_rules import HOUSE_RULES
from verger.domain.games.verge.model.subject import (
    AcceptNarration,
    AcceptNetwork,
    AdoptPremise,
    DropPremise,
    FinishCompile,
    JoinScene,
    PremiseId,
    ScrapNetwork,
    VergeSubject,
)
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.rules import TABLE_RULES
from verger.domain.games.verge.state import Compile, Draft, Play, State, step_name
from verger.domain.judging.tabletop import Tabletop
from verger.domain.table.proposal import Agenda


def cannot_adopt(state: State, subject: VergeSubject, seat: SeatId) -> Refused | None:
    """Return why a subject cannot take effect now, or None."""
    match subject:
        case AdoptPremise():
            return None
        case DropPremise(premise):
            return _unknown_premise(state, premise)
        case FinishCompile():
            return _cannot_finish(state)
        case AcceptNetwork():
            return load.cannot_accept(state)
        case ScrapNetwork():
            return load.not_loading(state)
        case JoinScene():
            return play_paused(state.table) or scene.cannot_join(state, subject)
        case AcceptNarration(narrator):
            found = doubting.in_doubt(state, narrator)
            return found if isinstance(found, Refused) else None
        case _:
            assert_never(subject)


def _unknown_premise(state: State, id: PremiseId) -> Refused | None:
    if any(premise.id == id for premise in state.play.premises):
        return None
    return refuse(Own.UNKNOWN_PREMISE, "compile.premise", premise=id)


def _cannot_finish(state: State) -> Refused | None:
    """Return why Compile cannot end, or None (`compile.finish`).

    All seats that take part in play must be taken, at least one of them by a player.
    """
    if not isinstance(state.play.step, Compile):
        step = step_name(state)
        return refuse(Code.WRONG_STEP, "compile.finish", step_needed="compile", step=step)
    table = state.table
    if len(table.players) < 2:
        return refuse(Own.NO_PLAYERS, "compile.finish", player_seats=len(table.players) - 1)
    empty = [seat for seat in table.players if not seat.taken]
    if empty:
        ids, names = (
            tuple(column) for column in zip(*[(seat.id, seat.name) for seat in empty], strict=True)
        )
        return refuse(Code.SEATS_OPEN, "compile.finish", seats=ids, seat_names=names)
    return None


def seats_asked(state: State, subject: VergeSubject, seat: SeatId) -> tuple[SeatId, ...]:
    """Return the seats that must agree: everyone, or only the GM for joining a scene."""
    others = state.table.others(seat)
    if isinstance(subject, JoinScene):
        return tuple(other for other in others if other == state.table.gm)
    return others


def adopt(draft: Draft, subject: VergeSubject, seat: SeatId) -> str:
    """Put an agreed subject into effect, and return a sentence."""
    match subject:
        case AdoptPremise(aspect, text):
            id = PremiseId(f"g{draft.play.premises_ever + 1}")
            draft.cite("compile.premise", premise=id, aspect=aspect)
            draft.emit(PremiseAgreed(id, aspect, trimmed(text)))
            return f"The {aspect} is agreed{narrated(text)}"
        case DropPremise(premise):
            dropped = _premise(draft.state, premise)
            draft.cite("compile.premise", premise=premise)
            draft.emit(PremiseDropped(premise))
            return f"This no longer holds{narrated(dropped)}"
        case FinishCompile():
            draft.cite("compile.finish", seats_taken=len(draft.table.sitting))
            return load.begin(draft)
        case AcceptNetwork():
            return load.accept(draft)
        case ScrapNetwork():
            return load.scrap(draft)
        case JoinScene():
            return scene.cut_in(draft, subject, seat)
        case AcceptNarration(narrator):
            return doubting.accept(draft, narrator)
        case _:
            assert_never(subject)


def describe(state: State, subject: VergeSubject) -> str:
    """Describe a subject as the end of a sentence."""
    match subject:
        case AdoptPremise(aspect, text):
            return f"the {aspect} “{trimmed(text)}”"
        case DropPremise(premise):
            return f"to let go of “{_premise(state, premise)}”"
        case FinishCompile():
            return "to go on to Load"
        case AcceptNetwork():
            return "to accept the network and play"
        case ScrapNetwork():
            return "to scrap the network and start over"
        case JoinScene():
            return "to cut in on the scene"
        case AcceptNarration(narrator):
            return f"to let {state.table.name(narrator)}'s narration stand"
        case _:
            assert_never(subject)


def _premise(state: State, id: PremiseId) -> str:
    return next(
        (premise.text for premise in state.play.premises if premise.id == id),
        "a premise that no longer holds",
    )


AGENDA: Agenda[Play] = Agenda(cannot_adopt, seats_asked, adopt, describe)
"""The subjects that only tables of Verge can propose."""

TABLE: Tabletop[Play] = Tabletop(
    HOUSE_RULES,
    AGENDA,
    TABLE_RULES,
    placed=seat_tokens.placed,
    remove=attendance.remove,
    cannot_adopt=attendance.cannot_adopt,
    adopt=attendance.adopt,
    joined=attendance.joined,
    without=attendance.without,
)
"""Verge's additions to the moves of every table."""
