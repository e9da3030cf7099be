"""Closing: a table may agree that nothing is moved any more, until it agrees to open again."""

from typing import Any

from domain.core.decider import Draft, State
from domain.core.house_rule import HouseRule
from domain.core.identifier import HouseRuleId, ProposalId, RuleId, SeatId
from domain.core.option import Choices, Group, Option, choices, move_option
from domain.core.table import HouseRuleChosen, PlayPaused, Table
from domain.table import proposal
from domain.table.proposal import Agree, ChooseHouseRule, Decline, Propose, Retract
from domain.table.seating import TakeSeat

RULE = "table.close"

SESSION = HouseRule(
    HouseRuleId("session"),
    "Whether the table is open; or closed, so that nothing is moved until it opens it again.",
    (RuleId(RULE),),
    ("open", "closed"),
)

_OPENING = ChooseHouseRule(SESSION.id, "open")
_WHILE_CLOSED = (TakeSeat, Decline, Retract)


def is_closed(table: Table) -> bool:
    """Whether the table has agreed that nothing is moved any more (`table.close`)."""
    return table.house_rules.get(SESSION.id, SESSION.default) == "closed"


def may_be_made(state: State[Any], move: object) -> bool:
    """Whether a move may be made at a closed table: what opens it, and what is no play."""
    match move:
        case Propose(subject):
            return bool(subject == _OPENING)
        case Agree(id):
            return opens(state, id)
        case _:
            return isinstance(move, _WHILE_CLOSED)


def opens(state: State[Any], id: str) -> bool:
    """Whether an open proposal is to open the session again."""
    asked = state.play.proposals.open.get(ProposalId(id))
    return asked is not None and bool(asked.subject == _OPENING)


def options(state: State[Any], seat: SeatId) -> list[Option]:
    """What a seat that has a say may do at a closed table."""
    found = [
        option
        for option in proposal.options(state, seat)
        if option.fixed["move"] != "agree" or opens(state, str(option.fixed["proposal"]))
    ]
    if len(state.play.proposals.open) < proposal.OPEN_LIMIT:
        value: Choices = choices("value", [("open", "")])
        shape = Option(
            {"subject": "choose_house_rule", "house_rule": SESSION.id}, (value,), (RULE,)
        )
        found.append(move_option("propose", (Group("subject", (shape,)),), proposal.RULE))
    return found


def follow(draft: Draft[Any]) -> None:
    """After a house rule was chosen: a table that closes is paused too, so no time runs there."""
    if is_closed(draft.table) and not draft.table.paused:
        draft.emit(PlayPaused())


def leave_behind(draft: Draft[Any]) -> None:
    """Open a fork of a closed table: it is forked to play on (`table.close`)."""
    if is_closed(draft.table):
        draft.cite(RULE, house_rule=SESSION.id, value=SESSION.default)
        draft.emit(HouseRuleChosen(SESSION.id, SESSION.default))
