"""Amendments of rules: their numbers, the choice of a number, and amendments that a program does not know."""

from itertools import pairwise

import pytest
from immutables import Map
from msgspec.structs import replace

from verger.domain.core import amendment
from verger.domain.core.amendment import RuleAmendment
from verger.domain.core.house_rule import Value
from verger.domain.core.identifier import HouseRuleId, RuleId
from verger.domain.core.table import Table
from verger.domain.games.rulesets import RULESETS

FIRST = RuleAmendment(1, "2026-01-01", (RuleId("heap.take"),), "as many as one likes", "Because.")
SECOND = RuleAmendment(
    2, "2026-02-01", (RuleId("heap.take"), RuleId("heap.end")), "but one", "Why."
)


def judged_by(value: str | int) -> Table:
    return Table(house_rules=Map({amendment.HOUSE_RULE: value}))


@pytest.mark.parametrize("name", RULESETS)
def test_amendments_of_a_game_are_counted_from_one_and_mend_rules_that_it_has(name: str) -> None:
    ruleset = RULESETS[name]
    found = ruleset.amendments
    assert [one.number for one in found] == [*range(1, len(found) + 1)]
    assert all(earlier.since <= later.since for earlier, later in pairwise(found))
    assert {id for one in found for id in one.rules} <= set(ruleset.rules)
    assert (amendment.HOUSE_RULE in ruleset.house_rules) is bool(found)
    begins = ruleset.beginning({}, "9999-12-31")
    assert begins == ({amendment.HOUSE_RULE: len(found)} if found else {})


def test_an_amendment_holds_for_sessions_judged_by_it_or_by_a_later_one() -> None:
    assert [SECOND.holds(judged_by(number)) for number in (0, 1, 2, 3)] == [
        False,
        False,
        True,
        True,
    ]
    assert not FIRST.holds(Table())


@pytest.mark.parametrize(
    ("day", "begins"),
    [
        ("2026-01-31", {amendment.HOUSE_RULE: 1}),
        ("2026-02-01", {amendment.HOUSE_RULE: 2}),
        ("2025-12-31", {}),
    ],
)
def test_a_session_begins_with_the_amendments_whose_day_has_come(
    day: str, begins: dict[HouseRuleId, Value]
) -> None:
    mended = replace(RULESETS["verge"], amendments=(FIRST, SECOND))
    assert mended.beginning({}, day) == begins


def test_a_house_rule_chooses_the_number_of_amendments() -> None:
    (rule,) = amendment.choice_of((FIRST, SECOND)).values()
    assert (rule.id, rule.default, rule.least, rule.most) == ("amendments", 0, 0, 2)
    assert rule.bears_on == ("heap.take", "heap.end")
    assert rule.labels[1:] == (
        "The rules up to amendment 1: as many as one likes",
        "The rules up to amendment 2: but one",
    )
    assert amendment.choice_of(()) == {}


def test_the_player_that_starts_a_session_may_choose_another_edition() -> None:
    ruleset = RULESETS["venus"]
    chosen: dict[HouseRuleId, Value] = {HouseRuleId("amendments"): 0, HouseRuleId("undo"): "gm"}
    assert ruleset.beginning(chosen, "9999-12-31") == chosen


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "as first written"),
        (1, "with amendment 1"),
        (3, "with amendments 1 to 3"),
    ],
)
def test_the_number_of_amendments_is_written_in_words(number: int, words: str) -> None:
    assert amendment.in_words(number) == words
