"""Onlookers: whether people without a seat may watch a table."""

from typing import Any

from verger.domain.core.decider import Draft
from verger.domain.core.house_rule import HouseRule
from verger.domain.core.identifier import HouseRuleId, RuleId
from verger.domain.core.table import HouseRuleChosen, Table

RULE = "table.onlookers"

ONLOOKERS = HouseRule(
    HouseRuleId("onlookers"),
    "Whether people without a seat may watch: nobody, or anyone with the session's address.",
    (RuleId(RULE),),
    ("nobody", "anyone"),
    labels=("Nobody without a seat can watch", "Anyone with the address can watch"),
)


def may_look_on(table: Table) -> bool:
    """Whether anyone may look on (`table.onlookers`)."""
    return table.house_rules.get(ONLOOKERS.id, ONLOOKERS.default) == "anyone"


def leave_behind(draft: Draft[Any]) -> None:
    """Close a fork to onlookers, because only its parent allowed them (`table.onlookers`)."""
    if may_look_on(draft.table):
        draft.cite(RULE, house_rule=ONLOOKERS.id, value_chosen=ONLOOKERS.default)
        draft.emit(HouseRuleChosen(ONLOOKERS.id, ONLOOKERS.default))
