"""Redaction: the people who may remove texts, and the event that records it."""

from typing import Any

import pytest

from tests.support.asked import wire
from tests.support.dice import ShownDice
from tests.support.play import NOON, effect, rule, table
from verger.domain.core.decider import Facts
from verger.domain.core.mover import Unseated
from verger.domain.core.reason import Code
from verger.domain.games.verge import RULESET
from verger.domain.judging.judge import judge


def redact(reach: str, *versions: int) -> dict[str, Any]:
    return {"versions": list(versions), "reason": "It is my name.", "reach": reach, "affected": []}


@rule("table.redact")
def test_a_seat_redacts_a_text_that_it_asked_for_and_gives_the_reason() -> None:
    judgement = table("Ann", "Bo").move("Bo", "redact", **redact("own", 2))
    assert judgement.effects == (
        effect("redacted", versions=[2], by="s2", reason="It is my name."),
    )
    assert judgement.ruling.sentence == "A player takes texts out of event 2."


@rule("table.redact")
def test_a_redaction_names_every_event_that_it_rewrote() -> None:
    judgement = table("Ann", "Bo").move("Bo", "redact", **redact("own", 2), rewritten=[1, 2])
    assert judgement.effects[0].rewritten == (1, 2)


@rule("table.redact")
def test_the_gm_redacts_play_and_nobody_else_does() -> None:
    game = table("Ann", "Bo")
    game.move("Ann", "redact", **redact("play", 2))
    game.refused("Bo", Code.NOT_YOURS_TO_REDACT, "redact", **redact("play", 1))


@rule("table.redact")
@pytest.mark.parametrize("name", ["Ann", "Bo"])
def test_only_the_operator_redacts_the_texts_of_others_at_the_table(name: str) -> None:
    game = table("Ann", "Bo")
    game.refused(name, Code.NOT_YOURS_TO_REDACT, "redact", **redact("table", 1))


@rule("table.redact")
def test_the_operator_redacts_anything_and_has_no_seat() -> None:
    game = table("Ann", "Bo")
    facts = Facts(Unseated.OPERATOR, NOON, ShownDice(()), 3)
    judgement = judge(RULESET, game.state, wire({"move": "redact", **redact("table", 1)}), facts)
    assert judgement.effects[0].by is None  # type: ignore[union-attr]


@rule("table.redact", "table.observers", "table.pause")
def test_an_observer_may_redact_its_own_also_while_play_is_paused() -> None:
    game = table("Ann", "Bo", "Vi", observers=1)
    game.move("Bo", "signal")
    game.move("Vi", "redact", **redact("own", 3))


@rule("table.redact")
def test_a_redaction_changes_nothing_of_play_or_the_table() -> None:
    game = table("Ann", "Bo")
    before = game.state
    game.move("Ann", "redact", **redact("own", *range(1, 8)))
    assert game.state == before
    assert game.log[-1].ruling.sentence == "The GM takes texts out of 7 events."
