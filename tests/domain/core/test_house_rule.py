"""House rules: choices and numbers, and their defaults."""

import pytest

from tests.support.play import rule, table
from verger.domain.core.identifier import HouseRuleId
from verger.domain.core.table import house_rule
from verger.domain.games.rulesets import RULESETS
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
def test_the_choice_of_the_table_replaces_the_default() -> None:
    chosen = table("Ann", "Bo", undo="gm").state.table
    assert house_rule(chosen, HOUSE_RULES, "undo") == "gm"


def test_every_house_rule_takes_its_own_default() -> None:
    assert all(rule.takes(rule.default) for rule in HOUSE_RULES.values())


def test_a_boolean_is_refused_for_a_number() -> None:
    assert not HOUSE_RULES[HouseRuleId("seat_limit")].takes(True)


@pytest.mark.parametrize(
    ("id", "allowed"), [("undo", "unanimous or gm or mover"), ("seat_limit", "2 to 50")]
)
def test_a_house_rule_names_its_allowed_values(id: str, allowed: str) -> None:
    assert HOUSE_RULES[HouseRuleId(id)].allowed == allowed


@pytest.mark.parametrize("game", RULESETS)
def test_every_choice_of_a_house_rule_has_its_own_short_name(game: str) -> None:
    for known in RULESETS[game].house_rules.values():
        names = [known.names.get(choice, "") for choice in known.choices]
        assert len(set(names)) == len(names) == len(known.labels if known.choices else ()), known.id
        assert [name for name in names if not (name[:1].isupper() and len(name) <= 60)] == []


@pytest.mark.parametrize(
    ("id", "value", "name"),
    [
        ("chutzpah_attribute", "MAN", "attribute MAN sets chutzpah"),
        ("chutzpah_attribute", "die", "a die chooses the attribute of chutzpah"),
        ("disputes", "gm", "the GM settles a dispute"),
        ("answer_seconds", 0, "answers have no time limit"),
        ("answer_seconds", 60, "the time limit for answers is 60 seconds"),
    ],
)
def test_each_value_of_a_house_rule_has_a_name_for_sentences(
    id: str, value: str | int, name: str
) -> None:
    assert RULESETS["afterverse"].house_rules[HouseRuleId(id)].called(value) == name


@rule("compile.house_rules")
def test_the_sentences_of_the_table_have_the_name_of_a_value() -> None:
    game = table("Ann", "Bo")
    game.proposes("Ann", "choose_house_rule", house_rule="disputes", value="gm")
    assert game.log[-1].ruling.sentence == "Ann proposes that the GM settles a dispute."
    agreed = game.agreed("Ann", "choose_house_rule", house_rule="answer_seconds", value=60)
    assert agreed.ruling.sentence.endswith("From now on, the time limit for answers is 60 seconds.")
