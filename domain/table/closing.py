"""Closing: a table may agree that nothing is moved any more, until it agrees to open again."""

from collections.abc import Iterator
from typing import Any

from verger.domain.core.decider import Draft, State
from verger.domain.core.house_rule import HouseRule, Value
from verger.domain.core.identifier import HouseRuleId, ProposalId, RuleId, SeatId
from verger.domain.core.option import Group, Option, choices, move_option
from verger.domain.core.table import HouseRuleChosen, PlayPaused, Table
from verger.domain.table import proposal
from verger.domain.table.proposal import (
    Agree,
    ChooseHouseRule,
    Decline,
    Propose,
    ReissueSeat,
    Retract,
)
from verger.domain.table.seating import REISSUE, TakeSeat, reissuable

RULE = "table.close"

SESSION = HouseRule(
    HouseRuleId("session"),
    "Whether the table is open; or closed, so that nothing is moved until it opens it again; or "
    "given up, which is closed, and its GM may end the session for good.",
    (RuleId(RULE),),
    ("open", "closed", "given_up"),
)

_WHILE_CLOSED = (TakeSeat, Decline)


def is_closed(table: Table) -> bool:
    """Whether the table has agreed that nothing is moved any more (`table.close`)."""
    return chosen(table) != SESSION.default


def is_given_up(table: Table) -> bool:
    """Whether the table has agreed that its GM may end the session (`table.close`)."""
    return chosen(table) == "given_up"


def chosen(table: Table) -> Value:
    """The value of the house rule that the table has agreed on."""
    return table.house_rules.get(SESSION.id, SESSION.default)


def may_be_made(state: State[Any], seat: SeatId, move: object) -> bool:
    """Whether a seat may make a move at a closed table: what opens it, and what is no play."""
    match move:
        case Propose(subject):
            return _may_be_agreed(state.table, subject)
        case Agree(id):
            return may_be_answered(state, id)
        case Retract(id):
            # Nobody is waited for who could answer another's.
            asked = state.play.proposals.open.get(id)
            return asked is None or asked.by == seat or may_be_answered(state, id)
        case _:
            return isinstance(move, _WHILE_CLOSED)


def may_be_answered(state: State[Any], id: str) -> bool:
    """Whether a closed table may agree to an open proposal."""
    asked = state.play.proposals.open.get(ProposalId(id))
    return asked is not None and _may_be_agreed(state.table, asked.subject)


def _may_be_agreed(table: Table, subject: object) -> bool:
    """Whether a subject is the close itself, or lets somebody back in."""
    match subject:
        case ChooseHouseRule(SESSION.id, value):
            return value != chosen(table)
        case _:
            return isinstance(subject, ReissueSeat)


def options(state: State[Any], seat: SeatId) -> list[Option]:
    """What a seat that has a say may do at a closed table."""
    found = [
        option
        for option in proposal.options(state, seat)
        if option.fixed["move"] != "agree" or may_be_answered(state, str(option.fixed["proposal"]))
    ]
    if not proposal.too_many(state.play.proposals, seat):
        shapes = tuple(_subjects(state.table, seat))
        found.append(move_option("propose", (Group("subject", shapes),), proposal.RULE))
    return found


def _subjects(table: Table, seat: SeatId) -> Iterator[Option]:
    others = [(value, "") for value in SESSION.choices if value != chosen(table)]
    value, label = choices("value", others), "House rule: session"
    yield proposal.subject("choose_house_rule", RULE, value, house_rule=SESSION.id, label=label)
    if lost := reissuable(table, seat):
        yield proposal.subject(
            "reissue_seat", REISSUE, choices("seat", lost), label="Reissue a seat"
        )


def follow(draft: Draft[Any]) -> None:
    """After a house rule was chosen: a table that closes is paused too, so no time runs there."""
    if is_closed(draft.table) and not draft.table.paused:
        draft.emit(PlayPaused())


def leave_behind(draft: Draft[Any]) -> None:
    """Open a fork of a closed table: it is forked to play on (`table.close`)."""
    if is_closed(draft.table):
        draft.cite(RULE, house_rule=SESSION.id, value_chosen=SESSION.default)
        draft.emit(HouseRuleChosen(SESSION.id, SESSION.default))
