"""Closed sessions: a table can agree to stop play, until it agrees to open the session again."""

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
    "Whether the session is open. If it is closed, no move is made until the table opens it "
    "again. If it is given up, it is closed, and the GM may end it permanently.",
    (RuleId(RULE),),
    ("open", "closed", "given_up"),
    labels=("The session is open", "The session is closed", "The session is given up"),
)

_WHILE_CLOSED = (TakeSeat, Decline)


def is_closed(table: Table) -> bool:
    """Return whether the table has agreed to make no more moves (`table.close`)."""
    return chosen(table) != SESSION.default


def is_given_up(table: Table) -> bool:
    """Return whether the table has agreed that its GM can end the session (`table.close`)."""
    return chosen(table) == "given_up"


def chosen(table: Table) -> Value:
    """Return the table's value of the house rule `session`."""
    return table.house_rules.get(SESSION.id, SESSION.default)


def may_be_made(state: State[Any], seat: SeatId, move: object) -> bool:
    """Return whether a seat can make a move at a closed table: a move that can open it, or a move outside of play."""
    match move:
        case Propose(subject):
            return _may_be_agreed(state.table, subject)
        case Agree(id):
            return may_be_answered(state, id)
        case Retract(id):
            # Other seats cannot answer this question, so a withdrawal does not stop them.
            question = state.play.proposals.open.get(id)
            return question is None or question.by == seat or may_be_answered(state, id)
        case _:
            return isinstance(move, _WHILE_CLOSED)


def may_be_answered(state: State[Any], id: str) -> bool:
    """Return whether a closed table can agree to an open proposal."""
    question = state.play.proposals.open.get(ProposalId(id))
    return question is not None and _may_be_agreed(state.table, question.subject)


def _may_be_agreed(table: Table, subject: object) -> bool:
    """Return whether a subject changes the house rule `session`, or reissues a seat."""
    match subject:
        case ChooseHouseRule(SESSION.id, value):
            return value != chosen(table)
        case _:
            return isinstance(subject, ReissueSeat)


def options(state: State[Any], seat: SeatId) -> list[Option]:
    """Return the moves of a seat that takes part in play, at a closed table."""
    options = [
        option
        for option in proposal.options(state, seat)
        if option.fixed["move"] != "agree" or may_be_answered(state, str(option.fixed["proposal"]))
    ]
    if not proposal.too_many(state.play.proposals, seat):
        shapes = tuple(_subjects(state.table, seat))
        options.append(move_option("propose", (Group("subject", shapes),), proposal.RULE))
    return options


def _subjects(table: Table, seat: SeatId) -> Iterator[Option]:
    others = [(value, "") for value in SESSION.choices if value != chosen(table)]
    value, label = choices("value", others), "House rule: session"
    yield proposal.subject("choose_house_rule", RULE, value, house_rule=SESSION.id, label=label)
    if lost := reissuable(table, seat):
        yield proposal.subject(
            "reissue_seat", REISSUE, choices("seat", lost), label="Reissue a seat"
        )


def follow(draft: Draft[Any]) -> None:
    """Called after a house rule was chosen.

    A closing table is also paused, so that no deadline passes.
    """
    if is_closed(draft.table) and not draft.table.paused:
        draft.emit(PlayPaused())


def leave_behind(draft: Draft[Any]) -> None:
    """Open the fork of a closed table, because people fork it to continue play (`table.close`)."""
    if is_closed(draft.table):
        draft.cite(RULE, house_rule=SESSION.id, value_chosen=SESSION.default)
        draft.emit(HouseRuleChosen(SESSION.id, SESSION.default))
