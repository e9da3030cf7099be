"""What is mended in the Venus Engine, and that older sessions are judged as they were."""

from typing import Any

import pytest

from domain.core.reason import Code
from domain.games.venus.reason import Code as Own
from tests.support.venus import FC, Game, rule, saw, spending

TURNED = {"consequence": "special4", "text": "Everybody hears it."}


def adopts(game: Game, number: int) -> Game:
    game.agreed(FC, "choose_house_rule", house_rule="amendments", value=number)
    return game


def choices(game: Game) -> list[object]:
    consequence: Any = game.options(FC, "subvert")[0].fields[0]
    return [choice.value for choice in consequence.choices]


@rule("task.subvert", "task.special")
def test_as_first_written_a_special_consequence_is_not_turned() -> None:
    game = spending(6, 6, 6)
    game.move("Ann", "finish_spending")
    assert choices(game) == ["unharmed", "graceful", "others_safe", "nothing_lost"]
    game.refused(FC, Own.UNKNOWN_CONSEQUENCE, "subvert", **TURNED)


@rule("task.subvert", "task.special")
def test_by_amendment_1_a_special_consequence_that_was_not_bought_is_turned_too() -> None:
    game = adopts(spending(6, 6, 6), 1)
    game.move("Ann", "finish_spending")
    assert choices(game) == ["unharmed", "graceful", "others_safe", "nothing_lost", "special4"]
    game.refused(FC, Own.UNKNOWN_CONSEQUENCE, "subvert", **{**TURNED, "consequence": "special1"})
    said = game.move(FC, "subvert", **TURNED).ruling.sentence
    assert "turns around “Nobody hears me”" in said
    assert not game.is_rolling


@rule("task.subvert", "task.special")
def test_by_amendment_1_one_that_was_bought_is_not() -> None:
    game = adopts(spending(6, 6, 6), 1)
    game.move("Ann", "buy", consequence="special4")
    game.move("Ann", "finish_spending")
    game.refused(FC, Own.ALREADY_BOUGHT, "subvert", **TURNED)


def everything_but_the_special() -> Game:
    job = {"name": "Scout", "abilities": ["Wits", "Grace"], "level": 5, "exp": 0}
    game = spending(6, 6, 6, 6, 6, jobs=[job])
    for what in ("primary", "unharmed", "graceful", "others_safe", "nothing_lost"):
        game.move("Ann", "buy", consequence=what)
    return game


@rule("task.subvert")
def test_where_only_the_special_one_is_left_that_may_be_turned() -> None:
    game = adopts(everything_but_the_special(), 1)
    game.move("Ann", "finish_spending")
    assert choices(game) == ["special4"]


@rule("task.subvert")
def test_where_the_table_takes_the_amendment_back_meanwhile_nothing_is_left_to_turn() -> None:
    game = adopts(everything_but_the_special(), 1)
    game.move("Ann", "finish_spending")
    adopts(game, 0)
    assert game.options(FC, "subvert") == []
    game.refused(FC, Own.UNKNOWN_CONSEQUENCE, "subvert", **TURNED)
    game.move(FC, "let_be")
    assert not game.is_rolling


@rule("table.house_rules", "table.agreement")
def test_adopting_is_put_to_the_table_in_words() -> None:
    game = spending(6, 6, 6)
    asked = {"subject": "choose_house_rule", "house_rule": "amendments", "value": 1}
    put = game.move("Ann", "propose", subject=asked).ruling.sentence
    named = "the rules up to amendment 1: special consequences may be turned too"
    assert put == f"Ann proposes to play by {named}."
    id = f"p{game.state.play.proposals.ever}"
    for name in (FC, "Bo"):
        game.move(name, "agree", proposal=id)
    said = game.move("Cy", "agree", proposal=id).ruling.sentence
    assert said == f"Cy agrees to play by {named}. The rules hold with amendment 1 now."


@rule("table.house_rules")
@pytest.mark.parametrize("value", [2, -1, "1"])
def test_nothing_is_adopted_that_there_is_not(value: int | str) -> None:
    subject = {"subject": "choose_house_rule", "house_rule": "amendments", "value": value}
    spending(6, 6, 6).refused("Ann", Code.VALUE_NOT_ALLOWED, "propose", subject=subject)


def test_what_may_be_adopted_is_offered_by_what_it_changes() -> None:
    subject: Any = spending(6, 6, 6).options("Ann", "propose")[0].fields[0]
    (shape,) = [one for one in subject.shapes if one.fixed.get("house_rule") == "amendments"]
    assert [(choice.value, choice.label) for choice in shape.fields[0].choices] == [
        (0, "The rules as first written"),
        (1, "The rules up to amendment 1: special consequences may be turned too"),
    ]


@rule("task.subvert", "dispute.precedent")
def test_a_dispute_about_the_old_reading_is_a_precedent_of_the_new_one() -> None:
    game = spending(6, 6, 6)
    game.move("Ann", "finish_spending")
    game.refused(FC, Own.UNKNOWN_CONSEQUENCE, "subvert", **TURNED)
    about = {"of": "refusal", "number": 1}
    game.move(FC, "dispute", about=about, rule="task.subvert", grounds="It is secondary, too.")
    settled = {"outcome": "overturned", "reason": "So it says.", "remedy": {"remedy": "nothing"}}
    game.move(FC, "propose_settlement", dispute="q1", **settled)
    for name in ("Ann", "Bo"):
        game.move(name, "vote", dispute="q1", yes=True)
    game.refused(FC, Own.UNKNOWN_CONSEQUENCE, "subvert", **TURNED)
    judgement = adopts(game, 1).move(FC, "subvert", **TURNED)
    assert saw(judgement, "task.subvert")["precedents"] == ("q1",)
