"""The table's own subjects: the conditions of each, and its effects."""

from typing import Any, assert_never

from verger.domain.core import amendment, house_rule
from verger.domain.core.decider import Draft, State
from verger.domain.core.house_rule import HouseRules
from verger.domain.core.identifier import SeatId
from verger.domain.core.mastery import seat_not_taken
from verger.domain.core.reason import Code
from verger.domain.core.rule import house_rulebook
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import GmHandedOver, HouseRuleChosen, PlayResumed, SeatLeft, Table
from verger.domain.table import closing
from verger.domain.table.proposal import (
    ChooseHouseRule,
    HandOverGm,
    ReissueSeat,
    ResumePlay,
    TableSubject,
    VacateSeat,
)
from verger.domain.table.seating import TOKENS_END, cannot_leave, cannot_reissue, reissue

RULES = house_rulebook(
    {
        "table.gm": "The table may agree that another seat becomes the GM's seat.",
    }
)


def cannot_adopt(
    state: State[Any], subject: TableSubject, known: HouseRules, gm_rule: str, pause_rule: str
) -> Refused | None:
    """Return why one of the table's own subjects cannot take effect now, or None."""
    match subject:
        case ChooseHouseRule(id, value):
            return house_rule.cannot_choose(known, id, value)
        case HandOverGm(seat):
            return _cannot_be_gm(state, seat, gm_rule)
        case VacateSeat(seat):
            return cannot_leave(state.table, seat)
        case ReissueSeat(seat):
            return cannot_reissue(state.table, seat)
        case ResumePlay():
            return None if state.table.paused else refuse(Code.NOT_PAUSED, pause_rule)
        case _:
            assert_never(subject)


def _cannot_be_gm(state: State[Any], id: SeatId, rule: str) -> Refused | None:
    seat = state.table.seat(id)
    if seat is None or not seat.plays or id == state.table.gm:
        return refuse(Code.UNKNOWN_SEAT, rule, seat=id)
    return seat_not_taken(state.table, id, rule)


def seats_asked(table: Table, subject: TableSubject, by: SeatId) -> tuple[SeatId, ...]:
    """Return the seats that must agree: all other taken seats, except the seat that the subject empties.

    If the GM reissues a seat, no seat must agree. To empty a silent seat, other silent seats are
    not asked.
    """
    if isinstance(subject, ReissueSeat) and by == table.gm:
        return ()
    out = subject.seat if isinstance(subject, VacateSeat | ReissueSeat) else None
    # table.time: only a silent seat can be emptied without the agreement of the other silent seats.
    is_silent = isinstance(subject, VacateSeat) and out in table.silent
    spared = {out, *table.silent} if is_silent else {out}
    return tuple(other for other in table.others(by) if other not in spared)


def adopt(
    draft: Draft[Any],
    subject: TableSubject,
    rules: dict[type[TableSubject], str],
    known: HouseRules,
) -> str:
    """Put one of the table's own subjects into effect. `rules` names the rule of each subject."""
    rule = rules[type(subject)]
    match subject:
        case ChooseHouseRule(id, value):
            draft.cite(rule, house_rule=id, value_chosen=value)
            draft.emit(HouseRuleChosen(id, value))
            closing.follow(draft)
            if id == amendment.HOUSE_RULE:
                return f"From now on, the rules apply {amendment.in_words(value)}."
            return f"From now on, {known[id].called(value)}."
        case HandOverGm(seat):
            draft.cite(rule, earlier_gm=draft.table.gm, new_gm=seat)
            draft.emit(GmHandedOver(draft.table.gm, seat))
            return f"{draft.table.name(seat)} is the GM now."
        case VacateSeat(seat):
            draft.cite(rule, seat=seat)
            draft.emit(SeatLeft(seat))
            return f"{draft.table.name(seat)}'s seat is empty now, {TOKENS_END}."
        case ReissueSeat(seat):
            return reissue(draft, seat)
        case ResumePlay():
            draft.cite(rule)
            draft.emit(PlayResumed())
            return "Play goes on."
        case _:
            assert_never(subject)


def describe(state: State[Any], subject: TableSubject, known: HouseRules) -> str:
    """Describe one of the table's own subjects as the end of a sentence."""
    match subject:
        case ChooseHouseRule(amendment.HOUSE_RULE as id, value):
            return f"to play by {known[id].called(value)}"
        case ChooseHouseRule(id, value):
            return f"that {known[id].called(value)}"
        case HandOverGm(seat):
            return f"to make {state.table.name(seat)} the GM"
        case VacateSeat(seat):
            return f"to empty {state.table.name(seat)}'s seat"
        case ReissueSeat(seat):
            return f"to reissue {state.table.name(seat)}'s seat"
        case ResumePlay():
            return "to resume play"
        case _:
            assert_never(subject)
