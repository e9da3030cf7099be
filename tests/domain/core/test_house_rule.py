"""House rules: choices and numbers, and what holds where nobody chose."""

import pytest

from tests.support.play import rule, table
from verger.domain.core.identifier import HouseRuleId
from verger.domain.core.table import house_rule
from verger.domain.games.verge.house_rules import HOUSE_RULES


@rule("compile.house_rules")
@pytest.mark.parametrize(
    ("id", "default"),
    [
        ("residual_control", "gm"),
        ("override_payee", "controller"),
        ("conflict_ties", "status_quo"),
        ("answer_seconds", 0),
        ("dice", "server"),
        ("undo", "unanimous"),
        ("controlling_interest", "off"),
        ("seat_limit", 12),
    ],
)
def test_every_house_rule_has_a_default(id: str, default: str | int) -> None:
    assert house_rule(table("Ann", "Bo").state.table, HOUSE_RULES, id) == default


@rule("compile.house_rules")
def test_what_the_table_chose_holds_instead() -> None:
    chosen = table("Ann", "Bo", undo="gm").state.table
    assert house_rule(chosen, HOUSE_RULES, "undo") == "gm"


def test_every_house_rule_takes_its_own_default() -> None:
    assert all(rule.takes(rule.default) for rule in HOUSE_RULES.values())


def test_a_yes_or_no_is_no_number() -> None:
    assert not HOUSE_RULES[HouseRuleId("seat_limit")].takes(True)


@pytest.mark.parametrize(
    ("id", "allowed"), [("undo", "unanimous or gm or mover"), ("seat_limit", "2 to 50")]
)
def test_a_house_rule_says_what_it_takes(id: str, allowed: str) -> None:
    assert HOUSE_RULES[HouseRuleId(id)].allowed == allowed
