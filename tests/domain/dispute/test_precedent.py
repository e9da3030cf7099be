"""`dispute.precedent`: rulings name the settled disputes about the rules that they apply."""

import pytest

from tests.support.dispute import disputed, disputes, settles
from tests.support.play import Game, rule, saw
from verger.domain.core.dispute import PRECEDENTS_KEPT
from verger.domain.core.reason import Code

LINE = {"kind": "line", "text": "Wasps."}


@pytest.fixture
def game() -> Game:
    settled = disputed()
    settles(settled, "Bo")
    return settled


@rule("dispute.precedent")
def test_a_later_ruling_by_the_rule_names_the_precedent(game: Game) -> None:
    judgement = game.move("Bo", "add_limit", **LINE)
    assert saw(judgement, "compile.limits")["precedents"] == ("q1",)


@rule("dispute.precedent")
def test_a_refusal_by_the_rule_names_the_precedent_too(game: Game) -> None:
    disputes(game, "Bo", "load.ideas")
    settles(game, "Bo", "q2")
    refused = game.refused("Bo", Code.WRONG_STEP, "write_node", label="Magic")
    assert refused.facts["precedents"] == ("q2",)


@rule("dispute.precedent")
def test_open_and_withdrawn_disputes_are_no_precedents(game: Game) -> None:
    game.move("Bo", "appeal", dispute="q1", grounds="New evidence.")
    disputes(game, "Cy")
    game.move("Cy", "withdraw_dispute", dispute="q2", reason="I see.")
    assert "precedents" not in saw(game.move("Bo", "add_limit", **LINE), "compile.limits")
    settles(game, "Bo", outcome="upheld")
    assert saw(game.move("Bo", "add_limit", **LINE), "compile.limits")["precedents"] == ("q1",)


@rule("dispute.precedent")
def test_the_newest_come_first_and_older_ones_are_not_named(game: Game) -> None:
    for number in range(2, PRECEDENTS_KEPT + 3):
        disputes(game, "Cy")
        settles(game, "Bo", f"q{number}")
    named = saw(game.move("Bo", "add_limit", **LINE), "compile.limits")["precedents"]
    assert named == ("q7", "q6", "q5", "q4", "q3")


@rule("dispute.precedent")
def test_rules_without_precedents_are_as_they_were(game: Game) -> None:
    judgement = game.move("Ann", "frame", camera="Rain.", place="The quay")
    assert all("precedents" not in applied.facts for applied in judgement.ruling.rules)
