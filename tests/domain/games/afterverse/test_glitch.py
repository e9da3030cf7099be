"""Glitches: the GM's additional dice, open or face down, for a character or for a group."""

from fractions import Fraction
from typing import Any

import pytest

from tests.support.afterverse import WIT, Game, cited, in_session, rule, saw, skill
from verger.domain.core.chance import at_least
from verger.domain.core.reason import Code
from verger.domain.games.afterverse.odds import glitch_odds, good_luck_odds, hit_odds
from verger.domain.games.afterverse.reason import Code as Own


def called(*characters: str, **fields: Any) -> Game:
    """Call a test of four dice for each character. The players have no chutzpah left."""
    game = in_session()
    for id in ("c1", "c2"):
        game.move("Ann", "take_points", character=id, kind="chutzpah", points=3)
    game.calls(*characters, pool=WIT, threshold={"threshold": "open", "hits": 1}, **fields)
    return game


def glitches(game: Game, name: str = "Bo") -> list[tuple[bool | None, str | None]]:
    """Return whether there was a glitch and who had it, as a seat sees it."""
    seen = game.view(name)
    tests = [*seen["tests"], *seen["done"]]
    return [(one["glitched"], one["whose"]) for one in tests[0]["glitches"]]


def added(game: Game) -> list[str]:
    """The tests that the GM can add glitch dice to."""
    return [str(one.fixed["test"]) for one in game.options("Ann", "add_glitch_dice")]


@rule("glitch.roll")
@pytest.mark.parametrize(("dice", "glitch"), [((1, 1), (True, "c1")), ((1, 2), (False, None))])
def test_two_ones_are_a_glitch_and_success_is_not_touched(
    dice: tuple[int, int], glitch: tuple[bool, str | None]
) -> None:
    game = called("c1", glitch="open")
    game.rolls("Bo", "c1", 5, 1, 1, 1, *dice)
    assert (glitches(game), game.outcome()) == ([glitch], (1, "success", "no"))


@rule("glitch.roll")
def test_no_glitch_dice_are_rolled_if_the_gm_adds_none_or_nobody_rolls() -> None:
    game = called("c1")
    game.rolls("Bo", "c1", 5, 1, 1, 1)
    assert glitches(game) == []
    other = called("c1", glitch="open")
    other.move("Bo", "let_be", test="t1", character="c1")
    assert (glitches(other), other.outcome()) == ([], (0, "failure", "no"))


@rule("glitch.risk")
def test_each_point_of_risk_is_one_more_die_and_two_ones_suffice() -> None:
    game = called("c1", glitch="open", risk=2)
    judgement = game.rolls("Bo", "c1", 5, 1, 1, 1, 6, 1, 3, 1)
    assert glitches(game) == [(True, "c1")]
    assert saw(judgement, "glitch.risk") == {"risk": 2, "dice": 4}


@rule("glitch.risk")
@pytest.mark.parametrize(("risk", "printed"), [(0, "2.78"), (1, "7.41"), (2, "13.19")])
def test_the_chances_of_a_glitch_are_those_that_are_printed(risk: int, printed: str) -> None:
    safe, glitch = glitch_odds(2 + risk)
    assert f"{100 * float(glitch):.2f}" == printed
    assert safe + glitch == 1


@rule("glitch.risk", "test.hits", "chutzpah.good_luck")
def test_the_odds_are_exact() -> None:
    assert glitch_odds(2)[1] == Fraction(1, 36)
    assert glitch_odds(0) == glitch_odds(1) == (Fraction(1), Fraction(0))
    assert hit_odds(2) == (Fraction(4, 9), Fraction(4, 9), Fraction(1, 9))
    assert at_least(good_luck_odds(3))[1] == Fraction(7, 8)


@rule("glitch.time")
def test_doubling_the_time_lowers_the_risk_until_there_is_none() -> None:
    game = called("c1", glitch="open", risk=2)
    for times, risk in ((2, 1), (4, 0)):
        judgement = game.move("Bo", "take_time", test="t1", character="c1")
        assert saw(judgement, "glitch.time") == {"test": "t1", "risk": risk, "time_factor": times}
    game.refused("Bo", Own.NO_RISK, "take_time", test="t1", character="c1")
    game.rolls("Bo", "c1", 5, 1, 1, 1, 1, 1)
    game.refused("Bo", Own.UNKNOWN_TEST, "take_time", test="t1", character="c1")


@rule("glitch.time")
def test_time_is_taken_before_the_roll() -> None:
    game = called("c1", "c2", glitch="open", risk=1)
    game.rolls("Bo", "c1", 5, 1, 1, 1, 2, 2, 2)
    game.refused("Bo", Own.ALREADY_ROLLED, "take_time", test="t1", character="c1")
    assert [option.fixed["character"] for option in game.options("Cy", "take_time")] == ["c2"]


@rule("glitch.group")
@pytest.mark.parametrize(("die", "whose"), [(1, "c1"), (2, "c2")])
def test_a_group_rolls_one_more_die_and_a_die_picks_its_owner(die: int, whose: str) -> None:
    game = called("c1", "c2", glitch="open", together=True)
    game.rolls("Bo", "c1", 5, 1, 1, 1)
    judgement = game.rolls("Cy", "c2", 5, 1, 1, 1, 1, 6, 1, die)
    assert (glitches(game), "glitch.group" in cited(judgement)) == ([(True, whose)], True)


@rule("glitch.group", "glitch.time")
@pytest.mark.parametrize(("player", "slower"), [("Bo", "c1"), ("Cy", "c2")])
def test_for_a_group_the_highest_risk_in_it_counts(player: str, slower: str) -> None:
    game = called("c1", "c2", glitch="open", together=True, risk=1)
    game.move(player, "take_time", test="t1", character=slower)
    game.rolls("Bo", "c1", 5, 1, 1, 1)
    judgement = game.rolls("Cy", "c2", 5, 1, 1, 1, 6, 6, 6, 6)
    assert saw(judgement, "glitch.risk") == {"risk": 1, "dice": 4}
    # Without a glitch, no die chooses its owner.
    assert glitches(game) == [(False, None)]


@rule("glitch.group")
def test_a_character_without_a_roll_is_not_in_the_group() -> None:
    game = called("c1", "c2", glitch="open", together=True)
    game.move("Bo", "let_be", test="t1", character="c1")
    game.rolls("Cy", "c2", 5, 1, 1, 1, 1, 1)
    assert glitches(game) == [(True, "c2")]


@rule("glitch.hidden")
def test_face_down_glitch_dice_show_to_nobody_until_they_are_revealed() -> None:
    game = called("c1", glitch="hidden")
    game.rolls("Bo", "c1", 5, 1, 1, 1, 1, 1)
    assert glitches(game, "Ann") == glitches(game, "Bo") == [(None, None)]
    assert game.view()["done"][0]["glitches"][0]["notes"] == ("k1",)
    game.move("Ann", "reveal_note", note="k1")
    assert glitches(game) == [(True, "c1")]
    assert game.view()["done"][0]["glitches"][0]["dice"] == (1, 1)


@rule("glitch.hidden")
def test_face_down_dice_never_change_the_state_and_the_log() -> None:
    game, other = (
        called("c1", "c2", glitch="hidden", together=True),
        called("c1", "c2", glitch="hidden", together=True),
    )
    for one, dice in ((game, (1, 1, 1, 2)), (other, (2, 3, 4, 1))):
        one.rolls("Bo", "c1", 5, 1, 1, 1)
        one.rolls("Cy", "c2", 5, 1, 1, 1, *dice)
    assert game.view() == other.view()
    assert game.log[-1].ruling == other.log[-1].ruling


@rule("glitch.hidden", "glitch.group")
def test_a_group_learns_the_owner_of_the_glitch_from_the_second_note() -> None:
    game = called("c1", "c2", glitch="hidden", together=True)
    game.rolls("Bo", "c1", 5, 1, 1, 1)
    game.rolls("Cy", "c2", 5, 1, 1, 1, 1, 1, 4, 2)
    game.move("Ann", "reveal_note", note="k1")
    assert glitches(game) == [(True, None)]
    game.move("Ann", "reveal_note", note="k2")
    assert glitches(game) == [(True, "c2")]


@rule("glitch.roll")
def test_the_gm_adds_glitch_dice_while_a_test_is_open() -> None:
    game = called("c1", "c2")
    game.rolls("Bo", "c1", 5, 1, 1, 1)
    assert len(game.options("Ann", "add_glitch_dice")) == 1
    game.dice(1, 1).move("Ann", "add_glitch_dice", test="t1", glitch="open")
    game.refused("Ann", Own.GLITCH_DICE_THERE, "add_glitch_dice", test="t1", glitch="open")
    game.rolls("Cy", "c2", 5, 1, 1, 1, 2, 2)
    assert glitches(game) == [(True, "c1"), (False, None)]
    game.refused("Ann", Own.GLITCH_DICE_THERE, "add_glitch_dice", test="t1", glitch="open")
    game.refused("Ann", Own.UNKNOWN_TEST, "add_glitch_dice", test="t2", glitch="open")


@rule("glitch.roll")
def test_a_test_that_settled_at_once_gets_glitch_dice_until_the_next_one_begins() -> None:
    game = called("c1")
    game.rolls("Bo", "c1", 5, 1, 1, 1)
    assert added(game) == ["t1"]
    judgement = game.dice(1, 1).move("Ann", "add_glitch_dice", test="t1", glitch="open")
    assert judgement.ruling.sentence.endswith("Bolena has a glitch.")
    assert (glitches(game), game.outcome()) == ([(True, "c1")], (1, "success", "no"))
    game.refused("Ann", Own.GLITCH_DICE_THERE, "add_glitch_dice", test="t1", glitch="open")


def begins(game: Game) -> None:
    """Have Bo begin a test of the own character."""
    game.move("Bo", "begin_test", about="On.", actor={"character": "c1", "pool": WIT})


def joins(game: Game) -> None:
    """Have Bo's character assist in a test of another character."""
    test = game.calls("c2", form="assistance")
    game.joins("Ann", test, "assistant", "c1")


@rule("glitch.roll")
@pytest.mark.parametrize("goes_on", [lambda game: game.calls("c1"), begins, joins])
def test_the_next_test_of_a_character_ends_the_time_for_its_glitch_dice(goes_on: Any) -> None:
    game = called("c1")
    game.rolls("Bo", "c1", 5, 1, 1, 1)
    # A test of another character does not end this time.
    game.calls("c2")
    assert sorted(added(game)) == ["t1", "t2"]
    goes_on(game)
    game.refused("Ann", Own.GLITCH_DICE_LATE, "add_glitch_dice", test="t1", glitch="open")
    assert "t1" not in added(game)


@rule("glitch.roll", "glitch.group")
def test_of_a_group_only_those_get_glitch_dice_who_have_begun_nothing_else() -> None:
    game = called("c1", "c2")
    for name, id in (("Bo", "c1"), ("Cy", "c2")):
        game.rolls(name, id, 5, 1, 1, 1)
    game.calls("c1")
    game.dice(1, 1).move("Ann", "add_glitch_dice", test="t1", glitch="open", together=True)
    done = game.view()["done"][0]["glitches"]
    assert [(one["characters"], one["whose"]) for one in done] == [(("c2",), "c2")]


@rule("glitch.roll")
def test_without_rolled_dice_there_is_nothing_to_glitch() -> None:
    game = called("c1")
    game.move("Bo", "let_be", test="t1", character="c1")
    game.refused("Ann", Own.GLITCH_DICE_LATE, "add_glitch_dice", test="t1", glitch="open")


@rule("glitch.roll", "glitch.hidden")
def test_a_closed_test_gets_face_down_glitch_dice_too() -> None:
    game = called("c1")
    game.rolls("Bo", "c1", 5, 1, 1, 1)
    game.dice(1, 1).move("Ann", "add_glitch_dice", test="t1", glitch="hidden")
    assert glitches(game) == [(None, None)]
    game.move("Ann", "reveal_note", note="k1")
    assert glitches(game) == [(True, "c1")]


@rule("glitch.roll", "glitch.hidden")
def test_glitch_dice_that_are_added_face_down_show_to_nobody_either() -> None:
    game = called("c1", "c2")
    game.rolls("Bo", "c1", 5, 1, 1, 1)
    game.refused("Bo", Code.GM_ONLY, "add_glitch_dice", test="t1", glitch="hidden")
    game.dice(1, 1).move("Ann", "add_glitch_dice", test="t1", glitch="hidden")
    assert glitches(game, "Ann") == glitches(game) == [(None, None)]


@rule("glitch.group")
def test_glitch_dice_added_for_a_group_fall_once_all_have_rolled() -> None:
    game = called("c1", "c2", "c3")
    game.rolls("Bo", "c1", 5, 1, 1, 1)
    game.move("Ann", "add_glitch_dice", test="t1", glitch="open", together=True)
    game.rolls("Cy", "c2", 5, 1, 1, 1)
    game.rolls("Ann", "c3", 5, 1, 1, 1, 1, 1, 4, 3)
    assert glitches(game) == [(True, "c3")]


@rule("glitch.group")
def test_glitch_dice_added_after_the_last_roll_of_a_group_fall_at_once() -> None:
    game = in_session()
    game.calls("c1", "c3", pool=WIT, threshold={"threshold": "open", "hits": 1})
    game.rolls("Ann", "c3", 5, 1, 1, 1)
    game.rolls("Bo", "c1", 5, 2, 1, 1)
    game.dice(1, 1, 6, 1).move("Ann", "add_glitch_dice", test="t1", glitch="open", together=True)
    assert glitches(game) == [(True, "c1")]


@rule("glitch.roll", "team.teamwork")
def test_a_leaders_glitch_that_comes_too_late_changes_no_count() -> None:
    game = in_session()
    game.calls("c1", pool=WIT, form="teamwork", threshold={"threshold": "open", "hits": 1})
    game.joins("Ann", "t1", "leader", "c3", skill("MAN", "Leadership"))
    game.rolls("Ann", "c3", 5, 5, 1, 1, 1, 1)
    game.rolls("Bo", "c1", 6, 5, 1, 1)
    game.dice(1, 1).move("Ann", "add_glitch_dice", test="t1", glitch="open")
    assert glitches(game) == [(True, "c1")]


@rule("glitch.group", "test.opposed")
def test_with_shared_dice_one_roll_is_made_for_both_sides() -> None:
    game = in_session()
    game.opposes("c1", "c3", WIT)
    game.move("Ann", "add_glitch_dice", test="t1", glitch="open", together=True)
    game.move("Bo", "roll", test="t1", character="c1")
    game.rolls("Ann", "c3", 5, 1, 1, 1, 5, 5, 1, 1, 1, 1, 4, 2)
    assert glitches(game) == [(True, "c3")]
