"""Tests that players begin, and the GM's thresholds for them."""

import pytest

from tests.support.afterverse import WIT, Game, in_session, rule, skill
from verger.domain.core.reason import Code
from verger.domain.games.afterverse.reason import Code as Own

OPEN = {"threshold": "open", "hits": 1}


def begun() -> Game:
    """Have Bo begin a test of the own character."""
    game = in_session()
    game.move("Bo", "begin_test", about="Up the wall", actor={"character": "c1", "pool": WIT})
    return game


@rule("test.call")
def test_a_player_begins_a_test_and_the_gm_sets_its_threshold() -> None:
    game = begun()
    assert game.awaited() == {"set_threshold": ("Ann",), "call_test": ("Ann",)}
    game.refused("Bo", Own.OTHERS_FIRST, "roll", test="t1", character="c1")
    game.refused("Bo", Code.GM_ONLY, "set_threshold", test="t1", form="alone", threshold=OPEN)
    game.move(
        "Ann", "set_threshold", test="t1", form="alone", threshold=OPEN, risk=1, glitch="open"
    )
    game.rolls("Bo", "c1", 5, 1, 1, 1, *(1, 1, 2))
    assert game.outcome() == (1, "success", "no")
    assert game.view()["done"][0]["glitches"][0]["glitched"] is True


@rule("test.call", "team.allowed")
@pytest.mark.parametrize(("form", "role"), [("assistance", "main"), ("teamwork", "member")])
def test_the_gm_says_whether_others_may_help_in_it(form: str, role: str) -> None:
    game = begun()
    game.move("Ann", "set_threshold", test="t1", form=form)
    assert (game.test("t1").form, game.test("t1").actors[0].role) == (form, role)
    helps = {"assistance": ("assistant", WIT), "teamwork": ("leader", skill("MAN", "Leadership"))}
    game.joins("Cy", "t1", helps[form][0], "c2", helps[form][1])
    assert game.awaited()["roll"] == ("Cy",)


@rule("test.call")
def test_a_test_that_the_gm_does_not_allow_is_called_off() -> None:
    game = begun()
    game.move("Bo", "good_luck", test="t1", character="c1")
    game.move("Ann", "call_off", test="t1")
    assert (game.points("c1", "chutzpah"), game.view()["tests"]) == (3, ())


@rule("test.call")
def test_a_long_shot_before_the_threshold_adds_to_the_risk() -> None:
    game = begun()
    game.move("Bo", "long_shot", test="t1", character="c1", dice=2)
    game.move("Ann", "set_threshold", test="t1", form="alone", risk=1)
    assert (game.test("t1").actors[0].risk, game.test("t1").actors[0].pool) == (3, 6)


@rule("test.call")
def test_a_player_begins_a_test_only_with_their_own_character() -> None:
    game = in_session()
    actor = {"character": "c1", "pool": WIT}
    for name in ("Ann", "Cy"):
        game.refused(name, Own.NOT_YOUR_CHARACTER, "begin_test", about="It.", actor=actor)
    unknown = {"character": "c1", "pool": skill("BOD", "Opera")}
    game.refused("Bo", Own.UNKNOWN_SKILL, "begin_test", about="It.", actor=unknown)
    assert game.options("Ann", "begin_test") == []


@rule("test.call")
def test_only_a_test_that_a_player_began_waits_for_a_threshold() -> None:
    game = begun()
    test = game.calls("c1", pool=WIT)
    game.refused("Ann", Own.NOTHING_TO_TELL, "set_threshold", test=test, form="alone")
    assert [option.fixed["test"] for option in game.options("Ann", "set_threshold")] == ["t1"]
    game.refused("Ann", Own.WRONG_NUMBER, "set_threshold", test="t1", form="alone", risk=11)
    game.refused("Ann", Own.UNKNOWN_TEST, "set_threshold", test="t9", form="alone")
