"""Onlookers: the table must allow them, and a fork must allow them again."""

import pytest

from tests.domain.history.test_fork import asked, fork
from tests.support.play import rule, saw, table, tags
from verger.domain.games.rulesets import RULESETS
from verger.domain.table.onlookers import ONLOOKERS, may_look_on


@rule("table.onlookers")
@pytest.mark.parametrize("game", RULESETS)
def test_in_every_game_the_table_decides_about_onlookers(game: str) -> None:
    ruleset = RULESETS[game]
    assert ruleset.house_rules[ONLOOKERS.id] is ONLOOKERS
    assert not may_look_on(ruleset.empty.table)


@rule("table.onlookers")
def test_there_are_no_onlookers_unless_the_table_allows_them() -> None:
    assert not may_look_on(table("Ann", "Bo").state.table)
    assert may_look_on(table("Ann", "Bo", onlookers="anyone").state.table)


@rule("table.onlookers")
@pytest.mark.parametrize("value", ["anyone", "nobody"])
def test_everybody_has_to_agree_to_allow_or_exclude_onlookers(value: str) -> None:
    other = {"anyone": "nobody", "nobody": "anyone"}[value]
    game, subject = (
        table("Ann", "Bo", "Cy", onlookers=other),
        {"house_rule": "onlookers", "value": value},
    )
    game.move("Bo", "propose", subject={"subject": "choose_house_rule", **subject})
    game.move("Ann", "agree", proposal="p1")
    assert may_look_on(game.state.table) == (other == "anyone")
    game.move("Cy", "agree", proposal="p1")
    assert may_look_on(game.state.table) == (value == "anyone")


@rule("table.onlookers")
def test_a_rewind_does_not_change_whether_onlookers_are_allowed() -> None:
    game = table("Ann", "Bo", undo="gm")
    before = len(game.log)
    game.agreed("Bo", "choose_house_rule", house_rule="onlookers", value="anyone")
    game.move("Ann", "rewind", to=before)
    assert may_look_on(game.state.table)


@rule("table.onlookers")
def test_a_fork_does_not_admit_the_onlookers_of_its_parent() -> None:
    game = table("Ann", "Bo", onlookers="anyone")
    judgement = fork(game, "Bo")
    assert not may_look_on(game.state.table)
    assert tags(judgement)[-1] == "house_rule_chosen"
    assert saw(judgement, "table.onlookers") == {
        "house_rule": "onlookers",
        "value_chosen": "nobody",
    }


@rule("table.onlookers")
def test_a_fork_of_a_table_without_onlookers_records_no_house_rule() -> None:
    game = table("Ann", "Bo")
    assert "house_rule_chosen" not in tags(game.move("Bo", "fork_session", **asked(game)))
