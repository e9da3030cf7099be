"""Spending successes: consequences, failure, the FC's reversal of a consequence, and special consequences."""

from typing import Any

import pytest

from tests.support.venus import FC, Game, kissing, rule, saw, spending
from verger.domain.core.reason import Code
from verger.domain.games.venus.model.sheet import Kind
from verger.domain.games.venus.reason import Code as Own

SECONDARY = ("unharmed", "graceful", "others_safe", "nothing_lost")
TURNED = {"consequence": "special4", "text": "Everybody hears it."}


def buying(*bought: str | tuple[str, str]) -> Game:
    """Return a task: Ann has bought these consequences with 3 successes against a threshold of 1."""
    game = spending(6, 6, 6)
    for one in bought:
        what, to = one if isinstance(one, tuple) else (one, None)
        game.move("Ann", "buy", consequence=what, to=to, text=None if what == "surprise" else "So.")
    return game


def five_bought(*bought: str) -> Game:
    """Return a task: Ann has bought these consequences with 5 successes."""
    job = {"name": "Scout", "abilities": ["Wits", "Grace"], "level": 5, "exp": 0}
    game = spending(6, 6, 6, 6, 6, jobs=[job])
    for what in bought:
        game.move("Ann", "buy", consequence=what)
    return game


def choices(game: Game) -> list[object]:
    """The consequences that the FC is offered."""
    consequence: Any = game.options(FC, "subvert")[0].fields[0]
    return [choice.value for choice in consequence.choices]


@rule("task.spend")
def test_the_primary_consequence_costs_the_threshold() -> None:
    game = spending(6, 6, 6, factors=2)
    judgement = game.move("Ann", "buy", consequence="primary")
    assert saw(judgement, "task.spend") == {
        "consequence": "primary",
        "successes_spent": 3,
        "successes_left": 0,
    }
    game.refused("Ann", Own.NOT_ENOUGH_SUCCESSES, "buy", consequence="graceful")


@rule("task.spend")
def test_no_more_is_spent_than_was_rolled() -> None:
    game = spending(6, 6, 1, factors=2)
    refusal = game.refused("Ann", Own.NOT_ENOUGH_SUCCESSES, "buy", consequence="primary")
    assert refusal.sentence == "This costs 3 successes. Left: 2 successes."


@rule("task.spend")
def test_each_consequence_is_bought_once() -> None:
    game = buying("unharmed")
    game.refused("Ann", Own.ALREADY_BOUGHT, "buy", consequence="unharmed")
    game.refused("Ann", Own.UNKNOWN_CONSEQUENCE, "buy", consequence="glory")
    game.refused("Bo", Own.NOT_THE_ROLLER, "buy", consequence="graceful")


@rule("task.spend")
@pytest.mark.parametrize("what", ["unharmed", "graceful", "others_safe", "nothing_lost"])
def test_a_secondary_consequence_is_an_independent_sentence(what: str) -> None:
    game = spending(6, 1, 1)
    game.refused("Ann", Own.NOT_APPENDED, "buy", consequence=what, to="failure")
    game.move("Ann", "buy", consequence=what, text="By a hair.")
    assert game.stage.left == 0


@rule("task.spend")
@pytest.mark.parametrize("what", ["lesson", "intentions", "surprise", "prize"])
def test_a_tertiary_consequence_is_appended_to_another_or_to_the_failure(what: str) -> None:
    game = spending(6, 6, 6)
    more = {"text": "A key."} if what == "prize" else {}
    game.refused("Ann", Own.NOTHING_TO_APPEND_TO, "buy", consequence=what, **more)
    game.refused("Ann", Own.NOTHING_TO_APPEND_TO, "buy", consequence=what, to="graceful", **more)
    game.copy().move("Ann", "buy", consequence=what, to="failure", **more)
    game.move("Ann", "buy", consequence="primary")
    game.refused("Ann", Own.NOTHING_TO_APPEND_TO, "buy", consequence=what, to="failure", **more)
    game.move("Ann", "buy", consequence=what, to="primary", **more)


@rule("task.spend")
def test_an_appended_failure_settles_the_task() -> None:
    game = buying(("lesson", "failure"))
    game.refused("Ann", Own.FAILURE_SETTLED, "buy", consequence="primary")


@rule("task.spend")
def test_a_prize_is_an_asset_on_the_sheet() -> None:
    game = spending(6, 6, 6)
    game.refused("Ann", Own.PRIZE_UNNAMED, "buy", consequence="prize", to="failure")
    game.move("Ann", "buy", consequence="prize", to="failure", text="A silver key.")
    won = game.sheet_of("Ann").attributes[-1]
    assert (won.kind, won.text) == (Kind.ASSET, "A silver key.")


@rule("task.spend")
def test_a_full_sheet_holds_no_further_prize() -> None:
    game = spending(6, 6, 6, attributes=[{"kind": "asset", "text": "A coin"}] * 50)
    prize = {"consequence": "prize", "to": "failure", "text": "A key."}
    game.refused("Ann", Own.ATTRIBUTES_FULL, "buy", **prize)


@rule("task.spend", "lots.earn")
def test_something_learned_is_an_exp_for_the_job_and_true_intentions_earn_a_lot() -> None:
    game = buying("primary", ("lesson", "primary"), ("intentions", "primary"))
    assert (game.sheet_of("Ann").jobs[0].exp, game.purse("Ann").lots) == (1, 5 + 1)


@rule("task.spend")
def test_the_peers_say_what_happens_unexpectedly() -> None:
    game = spending(6, 6, 6)
    game.refused("Bo", Own.NO_SURPRISE, "tell_surprise", text="Snow.")
    surprise = {"consequence": "surprise", "to": "failure"}
    game.refused("Ann", Own.PEERS_DECIDE, "buy", **surprise, text="Snow.")
    game.move("Ann", "buy", **surprise)
    game.refused("Ann", Own.SURPRISE_UNTOLD, "finish_spending")
    game.refused("Ann", Code.NOT_ASKED, "tell_surprise", text="Snow.")
    assert game.awaited() == {"tell_surprise": (FC, "Bo", "Cy")}
    game.move("Cy", "tell_surprise", text="Snow.")
    game.move("Ann", "finish_spending")


@rule("task.fail")
def test_without_the_primary_consequence_the_task_fails_and_its_job_marks_an_exp() -> None:
    game = buying("unharmed")
    judgement = game.move("Ann", "finish_spending")
    assert saw(judgement, "task.fail") == {"job_name": "Scout", "successes_threshold": 1}
    assert game.sheet_of("Ann").jobs[0].exp == 1
    assert game.move(FC, "let_be").effects[-1].outcome == "failed"


@rule("task.subvert")
def test_the_fc_turns_one_secondary_consequence_that_was_not_bought() -> None:
    game = buying("primary", "unharmed")
    game.move("Ann", "finish_spending")
    turned = {"text": "Everybody laughs."}
    game.refused("Bo", Code.GM_ONLY, "subvert", consequence="graceful", **turned)
    game.refused(FC, Own.ALREADY_BOUGHT, "subvert", consequence="unharmed", **turned)
    game.refused(FC, Own.UNKNOWN_CONSEQUENCE, "subvert", consequence="lesson", **turned)
    game.move(FC, "subvert", consequence="graceful", **turned)
    assert not game.is_rolling


@rule("task.subvert", "task.fail")
def test_a_task_that_succeeds_marks_no_exp_and_the_fc_may_let_it_be() -> None:
    game = buying("primary")
    game.move("Ann", "finish_spending")
    assert game.sheet_of("Ann").jobs[0].exp == 0
    game.refused("Ann", Code.GM_ONLY, "let_be")
    game.move(FC, "let_be")
    assert not game.is_rolling


@rule("task.subvert")
def test_if_all_are_bought_there_is_nothing_to_turn() -> None:
    game = five_bought(*SECONDARY, "special4")
    assert game.move("Ann", "finish_spending").effects[-1].outcome == "failed"
    assert not game.is_rolling


@rule("task.subvert", "task.special")
def test_a_special_consequence_that_was_not_bought_may_be_turned_too() -> None:
    game = buying()
    game.move("Ann", "finish_spending")
    assert choices(game) == [*SECONDARY, "special4"]
    game.refused(FC, Own.UNKNOWN_CONSEQUENCE, "subvert", **{**TURNED, "consequence": "special1"})
    said = game.move(FC, "subvert", **TURNED).ruling.sentence
    assert "turns around “Nobody hears me”" in said
    assert not game.is_rolling


@rule("task.subvert", "task.special")
def test_a_special_consequence_that_was_bought_may_not_be_turned() -> None:
    game = buying("special4")
    game.move("Ann", "finish_spending")
    game.refused(FC, Own.ALREADY_BOUGHT, "subvert", **TURNED)


@rule("task.subvert")
def test_if_only_the_special_one_is_left_it_may_be_turned() -> None:
    game = five_bought("primary", *SECONDARY)
    game.move("Ann", "finish_spending")
    assert choices(game) == ["special4"]


@rule("task.special")
def test_an_attribute_may_add_a_secondary_consequence() -> None:
    game = spending(6, 6, 6)
    labels = [option.label for option in game.options("Ann", "buy")]
    assert labels[4:7] == ["Buy: nothing lost", "Buy: “Nobody hears me”", "Buy: prize"]
    judgement = game.move("Ann", "buy", consequence="special4")
    assert saw(judgement, "task.special") == {"consequence": "special4"}
    ends: Any = game.options("Ann", "buy")[-1].fields[0]
    assert [choice.label for choice in ends.choices] == ["“Nobody hears me”", "Failure"]
    game.move("Ann", "buy", consequence="lesson", to="special4")
    game.refused("Ann", Own.UNKNOWN_CONSEQUENCE, "buy", consequence="special1")


@rule("kiss.once")
def test_successes_are_spent_once_the_dice_are_kissed() -> None:
    kissing(6, 6, 6).refused("Ann", Own.WRONG_STAGE_OF_ROLL, "buy", consequence="primary")
