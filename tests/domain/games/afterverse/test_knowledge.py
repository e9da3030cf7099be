"""Knowledge is Power: a player declares a fact about an interest, which is true or only firmly believed."""

from typing import Any

import pytest

from tests.support.afterverse import Game, in_session, rule, sheet
from verger.domain.core.reason import Code
from verger.domain.games.afterverse.reason import Code as Own

OPEN = {"threshold": "open", "hits": 2}


def declared() -> Game:
    """Return a game: Bo's character (WIL 2, Earth Flora 3) has declared a fact about Earth Flora."""
    game = in_session()
    game.move("Bo", "declare_fact", character="c1", interest="Earth Flora", text="It heals.")
    return game


def weighed(threshold: dict[str, Any] | None = None, **more: Any) -> Game:
    """Have the GM set a threshold for the statement, and return the game."""
    game = declared()
    game.move("Ann", "weigh_fact", statement="d1", threshold=threshold or OPEN, **more)
    return game


def standing(game: Game) -> str:
    """Return the standing of the statement."""
    (shown,) = game.view("Bo")["statements"]
    return str(shown["statement"].get("standing", "declared"))


@rule("chutzpah.knowledge")
@pytest.mark.parametrize(
    ("dice", "became"), [((5, 6, 1, 1, 1), "true"), ((5, 4, 1, 1, 1), "believed")]
)
def test_a_statement_turns_out_true_or_is_believed(dice: tuple[int, ...], became: str) -> None:
    game = weighed()
    game.rolls("Bo", "c1", *dice)
    assert standing(game) == became


@rule("chutzpah.knowledge", "chutzpah.bank")
def test_no_other_chutzpah_affects_the_roll_for_a_statement() -> None:
    game = weighed()
    game.refused("Bo", Own.CHUTZPAH_USED, "good_luck", test="t1", character="c1")
    game.rolls("Bo", "c1", 2, 2, 2, 2, 2)
    assert (standing(game), game.options("Bo", "take_two")) == ("believed", [])


@rule("chutzpah.knowledge", "chutzpah.bank")
def test_a_statement_on_an_interest_costs_a_point_and_the_gm_may_reject_it() -> None:
    game = declared()
    assert (game.points("c1", "chutzpah"), standing(game)) == (2, "declared")
    assert game.awaited()["weigh_fact"] == ("Ann",)
    game.refused("Bo", Code.GM_ONLY, "reject_fact", statement="d1")
    game.move("Ann", "reject_fact", statement="d1", reason="It is extinct.")
    assert (game.points("c1", "chutzpah"), standing(game)) == (2, "rejected")
    game.refused("Ann", Own.ALREADY_WEIGHED, "weigh_fact", statement="d1", threshold=OPEN)


@rule("chutzpah.knowledge")
def test_with_a_hidden_threshold_the_gm_says_whether_a_statement_is_true() -> None:
    game = declared()
    threshold = {"threshold": "hidden", "hits": 1}
    game.move("Ann", "weigh_fact", statement="d1", threshold=threshold)
    game.rolls("Bo", "c1", 5, 1, 1, 1, 1)
    assert standing(game) == "weighed"
    game.move("Ann", "tell_outcome", test="t1", character="c1", outcome="success")
    assert standing(game) == "true"


@rule("chutzpah.knowledge", "glitch.hidden")
def test_the_gm_may_roll_unseen_for_a_statement_and_play_waits_for_nobody() -> None:
    game = weighed(hidden=True)
    game.refused("Bo", Code.GM_ONLY, "roll", test="t1", character="c1")
    game.rolls("Ann", "c1", 5, 5, 1, 1, 1)
    assert (standing(game), game.awaited()) == ("weighed", {"call_test": ("Ann",)})
    (test,) = game.view()["tests"]
    assert (test["actors"][0]["sealed"], test["results"][0]["hits"]) == ("k1", None)
    game.agreed("Bo", "end_session")


@rule("chutzpah.knowledge")
@pytest.mark.parametrize(("outcome", "became"), [("success", "true"), ("failure", "believed")])
def test_the_gm_chooses_whether_an_unseen_roll_is_announced(outcome: str, became: str) -> None:
    game = weighed(hidden=True)
    game.rolls("Ann", "c1", 5, 5, 1, 1, 1)
    game.move("Ann", "tell_outcome", test="t1", character="c1", outcome=outcome)
    game.move("Ann", "reveal_note", note="k1")
    result = game.view()["done"][0]["results"][0]
    assert (standing(game), result["borne_out"]) == (became, outcome == "success")


@rule("chutzpah.knowledge")
def test_the_gm_cannot_contradict_a_revealed_roll() -> None:
    game = weighed(hidden=True)
    game.rolls("Ann", "c1", 5, 5, 1, 1, 1)
    game.move("Ann", "reveal_note", note="k1")
    assert game.view()["tests"][0]["results"][0]["hits"] == 2
    wrong = {"test": "t1", "character": "c1", "outcome": "failure"}
    game.refused("Ann", Own.NOT_WHAT_IS_REVEALED, "tell_outcome", **wrong)


@rule("chutzpah.knowledge", "test.call")
def test_a_test_that_is_called_off_leaves_the_statement_rejected() -> None:
    game = weighed()
    game.move("Ann", "call_off", test="t1")
    assert (game.points("c1", "chutzpah"), standing(game)) == (2, "rejected")


@rule("chutzpah.knowledge")
def test_a_statement_is_about_an_interest_on_the_sheet() -> None:
    game = in_session()
    wanted = {"character": "c1", "text": "It heals."}
    game.refused("Bo", Own.UNKNOWN_INTEREST, "declare_fact", **wanted, interest="Opera")
    game.refused("Cy", Own.NOT_YOUR_CHARACTER, "declare_fact", **wanted, interest="Earth Flora")
    game.refused("Ann", Own.UNKNOWN_STATEMENT, "weigh_fact", statement="d1", threshold=OPEN)


@rule("chutzpah.knowledge")
def test_an_interest_that_is_gone_can_only_be_rejected() -> None:
    game = declared()
    game.agreed(
        "Ann", "write_sheet", name="X", seat="s2", character="c1", sheet=sheet(interests=[])
    )
    game.refused("Ann", Own.UNKNOWN_INTEREST, "weigh_fact", statement="d1", threshold=OPEN)
    assert game.awaited()["reject_fact"] == ("Ann",)
    assert game.options("Ann", "weigh_fact") == []
