"""Compile: the table agrees on its game; and everything else that is put to the table."""

from typing import assert_never

from domain import proposal
from domain.identifier import SeatId
from domain.proposal import (
    Agenda,
    ChooseHouseRule,
    HandOverGm,
    ResumePlay,
    TableSubject,
    VacateSeat,
)
from domain.reason import Code
from domain.ruling import Refused, refuse
from domain.seating import cannot_vacate
from domain.verge import attendance, load, scene, window
from domain.verge.effects import PremiseAgreed, PremiseDropped
from domain.verge.network import CharacterReleased
from domain.verge.rules import HOUSE_RULES
from domain.verge.state import Compile, Draft, Play, State, step_name
from domain.verge.subject import (
    AcceptNetwork,
    AdoptPremise,
    DropPremise,
    FinishCompile,
    JoinScene,
    PremiseId,
    ScrapNetwork,
    Subject,
)

_TABLE_RULES: dict[type[TableSubject], str] = {
    ChooseHouseRule: "compile.house_rules",
    HandOverGm: "compile.gm",
    ResumePlay: "compile.signal",
    VacateSeat: "table.leave",
}


def unfit(state: State, subject: Subject, seat: SeatId) -> Refused | None:
    """Why a subject cannot hold now, if it cannot."""
    if state.table.paused and isinstance(subject, JoinScene):
        return refuse(Code.PAUSED, "table.pause")
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
            return scene.cannot_join(state, subject)
        case HandOverGm():
            return _has_notice(state, subject.seat) or _of_table(state, subject)
        case VacateSeat():
            return cannot_vacate(state.table, subject.seat)
        case _:
            return _of_table(state, subject)


def _of_table(state: State, subject: TableSubject) -> Refused | None:
    return proposal.unfit_for_table(state, subject, HOUSE_RULES, "compile.gm", "compile.signal")


def _has_notice(state: State, seat: SeatId) -> Refused | None:
    """Who is in the midst of a first notice of loss cannot be its GM too (`fnol.conflict`)."""
    notice = state.play.notices.current
    if notice is None or notice.seat != seat:
        return None
    return refuse(Code.NOTICE_UNDER_WAY, "fnol.conflict", name=state.table.name(seat))


def _unknown_premise(state: State, id: PremiseId) -> Refused | None:
    if any(premise.id == id for premise in state.play.premises):
        return None
    return refuse(Code.UNKNOWN_PREMISE, "compile.premise", premise=id)


def _cannot_finish(state: State) -> Refused | None:
    """`compile.finish`: every seat with a say has to be taken, one player's at least."""
    if not isinstance(state.play.step, Compile):
        step = step_name(state)
        return refuse(Code.WRONG_STEP, "compile.finish", needed="compile", step=step)
    table = state.table
    if len(table.players) < 2:
        return refuse(Code.NO_PLAYERS, "compile.finish", players=len(table.players) - 1)
    empty = [seat.id for seat in table.players if not seat.taken]
    if empty:
        return refuse(Code.SEATS_OPEN, "compile.finish", seats=", ".join(empty))
    return None


def asked(state: State, subject: Subject, seat: SeatId) -> tuple[SeatId, ...]:
    """Whom a subject is put to: everyone, but the GM alone for cutting in on a scene."""
    others = state.table.others(seat)
    if isinstance(subject, JoinScene):
        return tuple(other for other in others if other == state.table.gm)
    if isinstance(subject, VacateSeat):
        return tuple(other for other in others if other != subject.seat)
    return others


def adopt(draft: Draft, subject: Subject, seat: SeatId) -> str:
    """Make an agreed subject hold."""
    match subject:
        case AdoptPremise(aspect, text):
            id = PremiseId(f"g{draft.play.premises_ever + 1}")
            draft.cite("compile.premise", premise=id, aspect=aspect)
            draft.emit(PremiseAgreed(id, aspect, text.strip()))
            return f"The {aspect} is agreed."
        case DropPremise(premise):
            draft.cite("compile.premise", premise=premise)
            draft.emit(PremiseDropped(premise))
            return "The premise no longer holds."
        case FinishCompile():
            draft.cite("compile.finish", seats=len(draft.table.sitting))
            return load.begin(draft)
        case AcceptNetwork():
            return load.accept(draft)
        case ScrapNetwork():
            return load.scrap(draft)
        case JoinScene():
            return scene.cut_in(draft, subject, seat)
        case _:
            _release_new_gm(draft, subject)
            said = proposal.adopt_for_table(draft, subject, _TABLE_RULES)
            if _starts_clock(subject):
                window.reopen(draft)
            if isinstance(subject, VacateSeat):
                said += attendance.go_on_without(draft, subject.seat, AGENDA)
            return said


def _starts_clock(subject: TableSubject) -> bool:
    chosen = isinstance(subject, ChooseHouseRule) and subject.house_rule == "consent"
    return chosen or isinstance(subject, ResumePlay)


def _release_new_gm(draft: Draft, subject: TableSubject) -> None:
    """The GM claims no character (`load.characters`), so a player who becomes GM lets it go."""
    if isinstance(subject, HandOverGm):
        own = draft.play.network.characters.get(subject.seat)
        if own:
            draft.emit(CharacterReleased(subject.seat, own))


def describe(state: State, subject: Subject) -> str:
    """A subject as the end of a sentence."""
    match subject:
        case AdoptPremise(aspect):
            return f"a premise: {aspect}"
        case DropPremise(premise):
            return f"to let go of premise {premise}"
        case FinishCompile():
            return "to go on to Load"
        case AcceptNetwork():
            return "to accept the network and play"
        case ScrapNetwork():
            return "to scrap the network and start over"
        case JoinScene():
            return "to cut in on the scene"
        case ChooseHouseRule() | HandOverGm() | VacateSeat() | ResumePlay():
            return proposal.describe_for_table(state, subject)
        case _:
            assert_never(subject)


AGENDA: Agenda[Play] = Agenda(unfit, asked, adopt, describe)
