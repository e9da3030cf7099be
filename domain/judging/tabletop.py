"""The table's moves in any game: claim and leave seats, agree, pause, choose house rules."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, assert_never

import msgspec

from verger.domain.core.clock import TimePasses
from verger.domain.core.decider import Draft, Facts, Judgement, State
from verger.domain.core.house_rule import HouseRule, HouseRules, house_rules
from verger.domain.core.identifier import HouseRuleId, RuleId, SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.seat import Seat
from verger.domain.core.table import SeatLeft
from verger.domain.dispute import settling
from verger.domain.history import rewind
from verger.domain.history.fork import ForkSession
from verger.domain.judging import log
from verger.domain.judging.log import LogMove, RecordedLogMove
from verger.domain.table import closing, onlookers, proposal, safety, seating
from verger.domain.table import rename as renames
from verger.domain.table import subject as table_subject
from verger.domain.table.proposal import (
    Agenda,
    Agree,
    AnswerMove,
    ChooseHouseRule,
    Decline,
    HandOverGm,
    PlayT,
    Propose,
    ReissueSeat,
    ResumePlay,
    Retract,
    TableSubject,
    VacateSeat,
)
from verger.domain.table.rename import Rename
from verger.domain.table.safety import AddLimit, SafetyMove, Signal
from verger.domain.table.seating import (
    TOKENS_END,
    AddSeat,
    Leave,
    OperatorReissue,
    RemoveSeat,
    SeatingMove,
    StartSession,
    TakeSeat,
    cannot_leave,
    cannot_remove,
    cannot_vacate,
)

TableMove = Propose[Any] | AnswerMove | SafetyMove | Rename | Leave | SeatingMove

EveryMove = AnswerMove | SafetyMove | Rename | Leave | LogMove
"""The moves of a seat in any game, except proposing. The types of proposals contain the game's own
subjects and corrections: `Propose[Subject] | ProposeSettlement[Correction]`."""

EveryRecordedMove = (
    AnswerMove
    | SafetyMove
    | Rename
    | Leave
    | RecordedLogMove
    | SeatingMove
    | ForkSession
    | TimePasses
)
"""The recorded forms of these moves, and the moves that have other endpoints (adding, removing and
taking seats, forking) or that the server makes."""

RULES = log.RULES | seating.RULES | renames.RULES | safety.RULES | table_subject.RULES

SEAT_LIMIT = HouseRule(
    HouseRuleId("seat_limit"),
    "The maximum number of seats that play, the GM's seat included.",
    (RuleId("table.seats"),),
    default_number=12,
    least=2,
    most=50,
    number="the maximum number of seats is {value}",
)

HOUSE_RULES = house_rules(
    rewind.UNDO,
    rewind.UNDO_DICE,
    settling.SETTLED_BY,
    SEAT_LIMIT,
    seating.ANSWER_SECONDS,
    onlookers.ONLOOKERS,
    closing.SESSION,
)
"""The house rules of every game."""


class TableRules(msgspec.Struct, frozen=True):
    """The rules for the moves of every table. The text of a game can have its own."""

    limits: str = "table.limits"
    signal: str = "table.signal"
    gm: str = "table.gm"
    house_rules: str = "table.house_rules"


RULES_OF_EVERY_TABLE = TableRules()

Rules = dict[type[TableSubject], str]
"""The rule for each of the table's own subjects."""


def _nothing(*_: Any) -> None:
    return None


def _nothing_to_say(*_: Any) -> str:
    return ""


def _remove(draft: Draft[Any], seat: Seat) -> Refused | None:
    seating.remove_seat(draft, seat.id)
    return None


def _no_subject(*_: object) -> Any:
    raise AssertionError("a game without its own subjects gets no proposal about such a subject")


NO_AGENDA: Agenda[Any] = Agenda(_no_subject, _no_subject, _no_subject, _no_subject)
"""The agenda of a game without own subjects."""


class Tabletop(msgspec.Struct, Generic[PlayT], frozen=True, dict=True):
    """A game's additions to the moves of every table."""

    house_rules: HouseRules
    agenda: Agenda[PlayT]
    """The subjects of the game. The subjects of every table are added to them."""
    rules: TableRules = RULES_OF_EVERY_TABLE
    placed: seating.Placed = _nothing
    """Add the effects of a new seat."""
    remove: Callable[[Draft[PlayT], Seat], Refused | None] = _remove
    """Remove a seat and everything that belongs to it, or return why this is not possible."""
    cannot_adopt: Callable[[State[PlayT], TableSubject], Refused | None] = _nothing
    """Return why a table's own subject does not fit the play, or None."""
    adopt: Callable[[Draft[PlayT], TableSubject, Rules, HouseRules], str] = table_subject.adopt
    """Put a table's own subject into effect, with its consequences for the play. Return a
    sentence."""
    joined: Callable[[Draft[PlayT], SeatId], str] = _nothing_to_say
    """Called after somebody took a seat. Return a sentence about the consequences."""
    without: Callable[[Draft[PlayT], SeatId], str] = _nothing_to_say
    """Called after a seat was emptied, so that nothing waits for it. Return a sentence."""
    mend: Callable[[Draft[PlayT]], str] = _nothing_to_say
    """Called after each of the table's moves and after a rewind, to add their consequences for the
    play. Return a sentence."""

    @cached_property
    def whole(self) -> Agenda[PlayT]:
        """The agenda of the game together with the subjects of every table."""
        return _whole(self)


def decide(
    draft: Draft[PlayT], move: TableMove, facts: Facts, tabletop: Tabletop[PlayT]
) -> Judgement:
    """Return the ruling on a move that every game has."""
    judgement = _judged(draft, move, facts, tabletop)
    if isinstance(judgement, Refused):
        return judgement
    return draft.accept(judgement.ruling.sentence + tabletop.mend(draft))


def _judged(
    draft: Draft[PlayT], move: TableMove, facts: Facts, tabletop: Tabletop[PlayT]
) -> Judgement:
    known = tabletop.house_rules
    match move:
        case Propose() | Agree() | Decline() | Retract():
            return _decide_together(draft, move, facts, tabletop.whole)
        case AddLimit():
            return safety.add_limit(draft, move, facts, tabletop.rules.limits)
        case Signal():
            return safety.signal(draft, move, facts, tabletop.rules.signal)
        case Rename():
            return renames.rename(draft, move, facts)
        case Leave():
            return _leave(draft, facts, tabletop)
        case StartSession():
            return seating.start(draft, move, facts, known, tabletop.placed)
        case AddSeat():
            return seating.add_seat(draft, move, facts, known, tabletop.placed)
        case RemoveSeat():
            return _remove_seat(draft, move, facts, tabletop)
        case TakeSeat():
            return _take(draft, move, facts, tabletop)
        case OperatorReissue():
            return seating.operator_reissue(draft, move, facts)
        case _:
            assert_never(move)


def _decide_together(
    draft: Draft[PlayT], move: Propose[Any] | AnswerMove, facts: Facts, agenda: Agenda[PlayT]
) -> Judgement:
    match move:
        case Propose():
            return proposal.propose(draft, move, facts, agenda)
        case Agree():
            return proposal.agree(draft, move, facts, agenda)
        case Decline():
            return proposal.decline(draft, move, facts, agenda)
        case Retract():
            return proposal.retract(draft, move, facts, agenda)
        case _:
            assert_never(move)


def _leave(draft: Draft[PlayT], facts: Facts, tabletop: Tabletop[PlayT]) -> Judgement:
    """Judge leaving the table (`table.leave`)."""
    if refusal := cannot_leave(draft.table, facts.seat):
        return refusal
    draft.cite("table.leave", seat=facts.seat)
    draft.emit(SeatLeft(facts.seat))
    sentence = f"{draft.table.name(facts.seat)} leaves the table, {TOKENS_END}."
    return draft.accept(sentence + go_on_without(draft, facts.seat, tabletop))


def _remove_seat(
    draft: Draft[PlayT], move: RemoveSeat, facts: Facts, tabletop: Tabletop[PlayT]
) -> Judgement:
    """Judge the removal of a seat that nobody took, and stop waiting for this seat (`table.seats`)."""
    if refusal := cannot_remove(draft.table, facts.seat, move.seat):
        return refusal
    name, seat = draft.table.name(facts.seat), draft.table.seat(move.seat)
    assert seat is not None
    # table.fork: questions to this seat waited for its next holder.
    sentence = go_on_without(draft, seat.id, tabletop)
    if refusal := tabletop.remove(draft, seat):
        return refusal
    return draft.accept(f"{name} removes {seat.name}'s seat.{sentence}")


def _take(
    draft: Draft[PlayT], move: TakeSeat, facts: Facts, tabletop: Tabletop[PlayT]
) -> Judgement:
    judgement = seating.take_seat(draft, move, facts)
    if isinstance(judgement, Refused):
        return judgement
    return draft.accept(judgement.ruling.sentence + tabletop.joined(draft, facts.seat))


def go_on_without(draft: Draft[PlayT], seat: SeatId, tabletop: Tabletop[PlayT]) -> str:
    """Let play continue after a seat was emptied: stop waiting for the seat, and close its questions.

    Return a sentence.

    The play is changed first, because an accepted proposal can empty another seat.
    """
    sentence = tabletop.without(draft, seat)
    return sentence + proposal.excuse(draft, seat, tabletop.whole)


def realign(draft: Draft[PlayT], tabletop: Tabletop[PlayT]) -> str:
    """After a rewind, remove everything from the play that waits for seats without a holder."""
    sentence = "".join(go_on_without(draft, seat, tabletop) for seat in gone(draft))
    return sentence + tabletop.mend(draft)


def gone(draft: Draft[Any]) -> list[SeatId]:
    """Return all seats without a holder, except seats that a fork or a reissue emptied.

    Removed seats are included.
    """
    ever = [SeatId(f"s{number}") for number in range(1, draft.table.seats_ever + 1)]
    present = {*draft.table.away, *[seat.id for seat in draft.table.seats if seat.taken]}
    return [seat for seat in ever if seat not in present]


def _whole(tabletop: Tabletop[PlayT]) -> Agenda[PlayT]:
    own, rules = tabletop.agenda, tabletop.rules
    cited: Rules = {
        ChooseHouseRule: rules.house_rules,
        HandOverGm: rules.gm,
        ResumePlay: rules.signal,
        VacateSeat: "table.leave",
        ReissueSeat: seating.REISSUE,
    }

    def cannot_adopt(state: State[PlayT], subject: Any, seat: SeatId) -> Refused | None:
        if isinstance(subject, TableSubject):
            return _unfit(state, subject, seat, tabletop)
        return own.cannot_adopt(state, subject, seat)

    def seats_asked(state: State[PlayT], subject: Any, seat: SeatId) -> tuple[SeatId, ...]:
        if not isinstance(subject, TableSubject):
            return own.seats_asked(state, subject, seat)
        return table_subject.seats_asked(state.table, subject, seat)

    def adopt(draft: Draft[PlayT], subject: Any, seat: SeatId) -> str:
        if not isinstance(subject, TableSubject):
            return own.adopt(draft, subject, seat)
        sentence = tabletop.adopt(draft, subject, cited, tabletop.house_rules)
        if isinstance(subject, VacateSeat):
            sentence += go_on_without(draft, subject.seat, tabletop)
        return sentence

    def describe(state: State[PlayT], subject: Any) -> str:
        if isinstance(subject, TableSubject):
            return table_subject.describe(state, subject, tabletop.house_rules)
        return own.describe(state, subject)

    return Agenda(cannot_adopt, seats_asked, adopt, describe)


def _unfit(
    state: State[Any], subject: TableSubject, by: SeatId, tabletop: Tabletop[Any]
) -> Refused | None:
    if isinstance(subject, VacateSeat):
        return cannot_vacate(state.table, subject.seat)
    if isinstance(subject, ReissueSeat) and subject.seat == by:
        return refuse(Code.OTHERS_ONLY, seating.REISSUE, seat_name=state.table.name(by))
    if refusal := tabletop.cannot_adopt(state, subject):
        return refusal
    rules = tabletop.rules
    return table_subject.cannot_adopt(state, subject, tabletop.house_rules, rules.gm, rules.signal)
