"""Real dice by house rule: players report the values. The server still rolls face-down dice."""

from typing import Any

import pytest

from tests.support.afterverse import WIT, Game, in_session, rule
from verger.domain.core.reason import Code
from verger.domain.games.afterverse.reason import Code as Own

OPEN = {"threshold": "open", "hits": 1}


def table(**fields: Any) -> Game:
    """Return a table with real dice, and a test of four dice."""
    game = in_session(dice="reported")
    game.calls("c1", pool=WIT, threshold=OPEN, **fields)
    return game


def types(game: Game, name: str, move: str, *dice: int, **fields: str) -> None:
    """Have a player report dice."""
    game.move(name, move, **fields, reported=list(dice))


@rule("test.hits")
def test_values_of_real_dice_are_typed_in_and_marked_so() -> None:
    game = table()
    types(game, "Bo", "roll", 5, 1, 1, 1, test="t1", character="c1")
    (made,) = (one for one in game.log[-1].effects if hasattr(one, "helped"))
    assert (made.dice, made.reported, game.log[-1].dice) == ((5, 1, 1, 1), True, ())
    assert game.outcome() == (1, "success", "no")


@rule("test.hits")
@pytest.mark.parametrize("dice", [(5, 1, 1), (7, 1, 1, 1), (0, 1, 1, 1)])
def test_dice_that_cannot_have_fallen_so_are_refused(dice: tuple[int, ...]) -> None:
    game = table()
    wanted = {"test": "t1", "character": "c1"}
    game.refused("Bo", Code.IMPOSSIBLE_DICE, "roll", **wanted, reported=dice)
    game.refused("Bo", Code.IMPOSSIBLE_DICE, "roll", **wanted)


@rule("test.hits")
def test_nothing_is_typed_in_if_the_server_rolls() -> None:
    game = in_session()
    game.calls("c1", pool=WIT)
    wanted = {"test": "t1", "character": "c1", "reported": [5, 1, 1, 1]}
    game.refused("Bo", Code.SERVER_ROLLS, "roll", **wanted)


@rule("test.opposed")
def test_of_two_opponents_nobody_types_anything_before_both_have_rolled() -> None:
    game = in_session(dice="reported")
    game.opposes("c1", "c2", WIT)
    wanted = {"test": "t1", "character": "c1"}
    game.refused("Bo", Code.IMPOSSIBLE_DICE, "roll", **wanted, reported=[5, 5, 1, 1])
    game.move("Bo", "roll", **wanted)
    assert game.awaited()["roll"] == ("Cy",)
    types(game, "Cy", "roll", 5, 1, 1, 1, test="t1", character="c2")
    game.refused("Bo", Own.ALREADY_ROLLED, "good_luck", **wanted)
    assert game.awaited()["roll"] == ("Bo",)
    types(game, "Bo", "roll", 5, 5, 1, 1, **wanted)
    assert (game.outcome()[1], game.outcome(place=1)[1]) == ("success", "failure")


@rule("test.opposed")
def test_the_first_player_still_types_in_a_roll_if_the_last_declines() -> None:
    game = in_session(dice="reported")
    game.opposes("c1", "c2", WIT)
    game.move("Bo", "roll", test="t1", character="c1")
    game.move("Cy", "let_be", test="t1", character="c2")
    types(game, "Bo", "roll", 5, 1, 1, 1, test="t1", character="c1")
    assert game.outcome()[1] == "success"


@rule("chutzpah.take_two")
def test_the_dice_of_take_two_are_typed_in_too() -> None:
    game = table()
    types(game, "Bo", "roll", 5, 2, 3, 1, test="t1", character="c1")
    wanted = {"test": "t1", "character": "c1"}
    game.refused("Bo", Code.IMPOSSIBLE_DICE, "take_two", **wanted, reported=[6])
    types(game, "Bo", "take_two", 6, 5, **wanted)
    assert (game.test("t1").actors[0].dice, game.points("c1", "chutzpah")) == ((5, 6, 5, 1), 2)


@rule("chutzpah.adrenaline")
def test_the_die_of_adrenaline_is_typed_in() -> None:
    game = table(attacked=["c1"])
    game.refused("Bo", Code.IMPOSSIBLE_DICE, "adrenaline", character="c1")
    types(game, "Bo", "adrenaline", 4, character="c1")
    assert (game.points("c1", "initiative"), game.log[-1].dice) == (4, ())


@rule("glitch.roll", "glitch.hidden")
def test_glitch_dice_are_the_servers_and_face_down_as_ever() -> None:
    game = table(glitch="hidden")
    game.dice(1, 1)
    types(game, "Bo", "roll", 5, 1, 1, 1, test="t1", character="c1")
    assert [roll.values for roll in game.log[-1].dice] == [(0, 0)]


@rule("chutzpah.knowledge")
def test_the_server_makes_the_unseen_rolls_of_the_gm() -> None:
    game = in_session(dice="reported")
    game.move("Bo", "declare_fact", character="c1", interest="Earth Flora", text="It heals.")
    game.move("Ann", "weigh_fact", statement="d1", threshold=OPEN, hidden=True)
    wanted = {"test": "t1", "character": "c1"}
    game.refused("Ann", Code.SERVER_ROLLS, "roll", **wanted, reported=[5, 5, 5, 5, 5])
    (option,) = game.options("Ann", "roll")
    assert option.fields == ()
    game.dice(5, 5, 5, 5, 5).move("Ann", "roll", **wanted)
