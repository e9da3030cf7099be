"""Chutzpah: its effects on a roll and on the character, once for each action."""

from typing import Any

import pytest

from tests.support.afterverse import WIT, Game, in_session, rule, saw, skill
from verger.domain.games.afterverse.reason import Code as Own


def called(*characters: str, **fields: Any) -> Game:
    """Call a test of four dice for each character."""
    game = in_session()
    game.calls(*(characters or ("c1",)), pool=WIT, **fields)
    return game


def uses(game: Game, name: str, use: str, **more: Any) -> None:
    """Have a player spend a point of the own character on the test."""
    game.move(name, use, test="t1", character={"Bo": "c1", "Cy": "c2"}[name], **more)


@rule("chutzpah.bank")
def test_an_empty_bank_pays_for_nothing() -> None:
    game = called()
    game.move("Ann", "take_points", character="c1", kind="chutzpah", points=3)
    game.refused("Bo", Own.NO_CHUTZPAH, "good_luck", test="t1", character="c1")
    assert game.options("Bo", "good_luck") == []


@rule("chutzpah.bank")
@pytest.mark.parametrize("second", ["good_luck", "long_shot"])
def test_no_action_is_affected_twice(second: str) -> None:
    game = called()
    uses(game, "Bo", "good_luck")
    more = {"dice": 1} if second == "long_shot" else {}
    refusal = game.refused("Bo", Own.CHUTZPAH_USED, second, test="t1", character="c1", **more)
    assert (refusal.rule, refusal.facts["chutzpah_use"]) == ("chutzpah.bank", "good_luck")


@rule("chutzpah.bank", "test.opposed")
def test_each_of_two_opponents_has_a_separate_action() -> None:
    game = in_session()
    game.opposes("c1", "c2", WIT)
    uses(game, "Bo", "good_luck")
    uses(game, "Cy", "good_luck")
    game.refused("Cy", Own.CHUTZPAH_USED, "good_luck", test="t1", character="c2")
    assert (game.points("c1", "chutzpah"), game.points("c2", "chutzpah")) == (2, 2)


@rule("chutzpah.bank")
def test_a_roll_that_was_lucky_stands_at_once() -> None:
    game = called()
    uses(game, "Bo", "good_luck")
    game.rolls("Bo", "c1", 2, 2, 2, 2)
    assert game.outcome() == (0, "none", "no")


@rule("chutzpah.good_luck")
def test_the_ruling_on_a_lucky_roll_names_the_pip_and_its_rule() -> None:
    game = called()
    uses(game, "Bo", "good_luck")
    judgement = game.rolls("Bo", "c1", 4, 5, 1, 1)
    assert "(2 hits, with 1 pip more on each die by Good Luck)" in judgement.ruling.sentence
    assert saw(judgement, "chutzpah.good_luck")["pips_added"] == 1


@rule("chutzpah.bank", "team.assist")
def test_an_assistant_has_an_action_apart_from_the_main_one() -> None:
    game = called("c1", "c2", form="assistance")
    uses(game, "Cy", "good_luck")
    game.refused("Cy", Own.CHUTZPAH_USED, "good_luck", test="t1", character="c2")
    uses(game, "Bo", "good_luck")
    game.rolls("Cy", "c2", 4, 1, 1, 1)
    game.rolls("Bo", "c1", 4, 4, 1, 1, 1)
    assert game.outcome()[0] == 2


@rule("chutzpah.bank", "team.teamwork")
def test_a_leader_that_also_works_in_the_team_has_two_actions() -> None:
    game = called("c2", form="teamwork")
    game.joins("Cy", "t1", "leader", "c2", skill("MAN", "Leadership"))
    uses(game, "Cy", "good_luck")
    game.rolls("Cy", "c2", 4, 4, 1, 1, 1, 1)
    uses(game, "Cy", "good_luck")
    assert game.points("c2", "chutzpah") == 1


@rule("chutzpah.bank")
def test_each_character_of_a_group_has_a_separate_action() -> None:
    game = called("c1", "c2")
    uses(game, "Bo", "good_luck")
    uses(game, "Cy", "long_shot", dice=1)
    assert [game.points(id, "chutzpah") for id in ("c1", "c2")] == [2, 2]


@rule("chutzpah.bank", "test.call")
def test_chutzpah_does_not_affect_a_test_that_is_called_off() -> None:
    game = called()
    uses(game, "Bo", "good_luck")
    game.move("Ann", "call_off", test="t1")
    assert game.points("c1", "chutzpah") == 3


@rule("chutzpah.good_luck")
def test_good_luck_adds_a_pip_to_every_die() -> None:
    game = called(threshold={"threshold": "open", "hits": 2})
    uses(game, "Bo", "good_luck")
    game.rolls("Bo", "c1", 4, 5, 5, 3)
    game.move("Bo", "take_result", test="t1", character="c1", critical=True)
    assert (game.outcome(), game.test("t1").results[0].hits) == ((2, "success", "taken"), 3)


@rule("chutzpah.good_luck")
def test_luck_comes_before_the_roll() -> None:
    game = called("c1", "c2")
    game.rolls("Bo", "c1", 1, 1, 1, 1)
    game.refused("Bo", Own.ALREADY_ROLLED, "good_luck", test="t1", character="c1")
    game.refused("Bo", Own.UNKNOWN_TEST, "good_luck", test="t9", character="c1")


@rule("chutzpah.long_shot", "glitch.risk")
def test_a_long_shot_adds_dice_and_as_much_risk() -> None:
    game = called(glitch="open", risk=1)
    uses(game, "Bo", "long_shot", dice=3)
    judgement = game.rolls("Bo", "c1", 5, 5, 5, 5, 5, 5, 5, *(1, 2, 2, 2, 2, 2))
    assert game.outcome()[0] == 7
    assert saw(judgement, "glitch.risk") == {"risk": 4, "dice": 6}


@rule("chutzpah.long_shot")
@pytest.mark.parametrize("dice", [0, -3, 21])
def test_a_long_shot_has_a_limited_number_of_dice(dice: int) -> None:
    game = called()
    game.refused("Bo", Own.WRONG_NUMBER, "long_shot", test="t1", character="c1", dice=dice)


@rule("chutzpah.take_two")
def test_take_two_rerolls_dice_that_neither_hit_nor_show_a_one() -> None:
    game = called()
    game.rolls("Bo", "c1", 1, 5, 3, 4)
    assert game.awaited()["keep_roll"] == ("Bo",)
    game.dice(6, 1).move("Bo", "take_two", test="t1", character="c1")
    assert (game.test("t1").actors[0].dice, game.outcome()[0]) == ((1, 5, 6, 1), 2)


@rule("chutzpah.take_two")
def test_take_two_comes_after_the_roll_and_before_the_roll_is_kept() -> None:
    game = called("c1", "c2")
    wanted = {"test": "t1", "character": "c1"}
    game.refused("Bo", Own.NOT_ROLLED_YET, "take_two", **wanted)
    game.refused("Bo", Own.NOTHING_TO_KEEP, "keep_roll", **wanted)
    game.rolls("Bo", "c1", 1, 5, 3, 4)
    game.move("Bo", "keep_roll", **wanted)
    game.refused("Bo", Own.NOT_ROLLED_YET, "take_two", **wanted)
    game.refused("Bo", Own.UNKNOWN_TEST, "take_two", **{**wanted, "test": "t9"})
    game.refused("Bo", Own.UNKNOWN_TEST, "keep_roll", **{**wanted, "test": "t9"})


@rule("chutzpah.take_two")
def test_the_roll_stands_at_once_if_nothing_could_change_it() -> None:
    game = called()
    game.rolls("Bo", "c1", 1, 1, 5, 6)
    assert game.outcome()[0] == 2


@rule("chutzpah.take_two", "chutzpah.bank")
def test_two_of_a_team_may_both_take_two() -> None:
    game = called("c1", "c2", form="assistance")
    game.rolls("Cy", "c2", 2, 2, 2, 2)
    game.dice(5, 1, 1, 1).move("Cy", "take_two", test="t1", character="c2")
    game.rolls("Bo", "c1", 2, 2, 2, 2, 2)
    game.dice(5, 5, 1, 1, 1).move("Bo", "take_two", test="t1", character="c1")
    assert game.outcome() == (2, "none", "no")


@rule("chutzpah.take_two")
@pytest.mark.parametrize("where", [{"test": "t1"}, {}])
def test_a_player_that_keeps_every_roll_is_not_asked_after_it(where: dict[str, str]) -> None:
    game = called("c1", "c2")
    game.move("Bo", "keep_rolls", character="c1", **where)
    game.refused("Bo", Own.SAID_ALREADY, "keep_rolls", character="c1", **where)
    game.rolls("Bo", "c1", 1, 5, 3, 4)
    game.rolls("Cy", "c2", 1, 5, 3, 4)
    assert game.awaited()["keep_roll"] == ("Cy",)


@rule("chutzpah.take_two")
def test_keeping_rolls_ends_when_taken_back_and_may_be_for_only_one_test() -> None:
    game = called()
    game.move("Bo", "keep_rolls", character="c1", test="t1")
    game.calls("c1", pool=WIT)
    game.move("Bo", "keep_rolls", character="c1")
    game.move("Bo", "keep_rolls", character="c1", keep=False)
    game.rolls("Bo", "c1", 1, 5, 3, 4)
    game.rolls("Bo", "c1", 1, 5, 3, 4, test="t2")
    assert [option.fixed["test"] for option in game.options("Bo", "keep_roll")] == ["t2"]


@rule("chutzpah.take_two")
def test_a_player_decides_to_keep_rolls_for_the_own_character_before_rolling() -> None:
    game = called("c1", "c2")
    game.refused("Cy", Own.NOT_YOUR_CHARACTER, "keep_rolls", character="c1")
    game.rolls("Bo", "c1", 1, 5, 3, 4)
    game.refused("Bo", Own.ALREADY_ROLLED, "keep_rolls", character="c1", test="t1")


@rule("chutzpah.take_two")
@pytest.mark.parametrize("test", ["", "t9"])
def test_keeping_rolls_is_for_every_test_or_for_an_existing_test(test: str) -> None:
    game = called()
    game.refused("Bo", Own.UNKNOWN_TEST, "keep_rolls", character="c1", test=test)


@rule("chutzpah.adrenaline")
def test_adrenaline_gives_a_die_of_initiative_in_combat() -> None:
    game = in_session()
    game.refused("Bo", Own.NO_COMBAT, "adrenaline", character="c1")
    game.move("Ann", "begin_combat")
    game.dice(4).move("Bo", "adrenaline", character="c1")
    assert (game.points("c1", "initiative"), game.points("c1", "chutzpah")) == (4, 2)


@rule("chutzpah.adrenaline")
def test_chutzpah_may_be_used_during_an_attack() -> None:
    game = called("c3", attacked=["c1", "c1", "c1", "c1"])
    assert game.view()["tests"][0]["attacked"] == ("c1",)
    game.dice(6).move("Bo", "adrenaline", character="c1")
    game.refused("Cy", Own.NO_COMBAT, "adrenaline", character="c2")


@rule("chutzpah.adrenaline")
def test_the_gm_says_when_there_is_combat() -> None:
    game = in_session()
    game.refused("Ann", Own.NO_COMBAT, "end_combat")
    game.move("Ann", "begin_combat")
    game.refused("Ann", Own.IN_COMBAT, "begin_combat")
    game.move("Ann", "end_combat")
    assert game.view()["combat"] is False


@rule("chutzpah.second_wind")
def test_second_wind_clears_the_stun_bank() -> None:
    game = in_session()
    refused = game.refused("Bo", Own.TOO_FEW_POINTS, "second_wind", character="c1")
    assert refused.remedy == "Wait until the stun bank of Bolena holds 1."
    game.move("Ann", "give_points", character="c1", kind="stun", points=5)
    game.move("Bo", "second_wind", character="c1")
    assert (game.points("c1", "stun"), game.points("c1", "chutzpah")) == (0, 2)


@rule("chutzpah.second_wind")
def test_there_is_no_second_wind_under_attack() -> None:
    game = called("c3", attacked=["c1"])
    game.move("Ann", "give_points", character="c1", kind="stun", points=5)
    game.refused("Bo", Own.UNDER_ATTACK, "second_wind", character="c1")
    game.rolls("Ann", "c3", 1, 1, 1, 1)
    game.move("Bo", "second_wind", character="c1")
