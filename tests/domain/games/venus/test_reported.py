"""Real dice (house rule `dice`): players report the values."""

import pytest

from tests.support.venus import FC, Game, at_check, at_task, kissing, rule, saw
from verger.domain.core.option import DiceField
from verger.domain.core.reason import Code


def dice_of(faces: int, count: int = 0) -> DiceField:
    """The field for this number of dice."""
    return DiceField("reported", faces, count, label="Faces of the dice")


def real(game: Game) -> Game:
    """The same game at a table with real dice."""
    game.agreed(FC, "choose_house_rule", house_rule="dice", value="reported")
    return game


def asked(game: Game, move: str) -> DiceField:
    """The dice that Ann may report."""
    ((field,),) = [option.fields for option in game.options("Ann", move)]
    assert isinstance(field, DiceField)
    return field


@rule("check.roll", "check.bonus")
def test_a_check_takes_the_values_of_a_real_d20_and_a_real_d6() -> None:
    game = real(at_check())
    assert asked(game, "roll_check") == dice_of(20, 1)
    judgement = game.move("Ann", "roll_check", reported=[10])
    assert saw(judgement, "check.roll")["natural_roll"] == 10
    for text in ("A rope.", "A lantern."):
        game.claims("Ann", "claim_bonus", "Bo", "Cy", text=text)
    assert asked(game, "roll_bonus") == dice_of(6, 2)
    assert game.move("Ann", "roll_bonus", reported=[1, 3]).effects[0].outcome == "passed"


@rule("task.successes", "kiss.once")
def test_a_task_takes_the_values_of_real_d6_even_on_a_reroll() -> None:
    game = real(at_task())
    assert asked(game, "roll_task") == dice_of(6, 3)
    judgement = game.move("Ann", "roll_task", reported=[1, 2, 6])
    assert "Ann types in 1, 2, 6" in judgement.ruling.sentence
    assert (game.log[-1].move.reported, game.log[-1].dice) == ((1, 2, 6), ())
    game.move("Ann", "kiss_lot", die=2)
    assert asked(game, "finish_kissing") == dice_of(6, 1)
    game.move("Ann", "finish_kissing", reported=[5])
    assert game.stage.successes == 2


@rule("check.roll", "task.successes", "kiss.once")
@pytest.mark.parametrize("dice", [None, [], [1, 2, 3, 4], [0], [21]])
def test_dice_that_cannot_have_fallen_so_are_refused(dice: list[int] | None) -> None:
    more = {"reported": dice} if dice is not None else {}
    real(at_check()).refused("Ann", Code.IMPOSSIBLE_DICE, "roll_check", **more)
    real(at_task()).refused("Ann", Code.IMPOSSIBLE_DICE, "roll_task", **more)
    game = kissing(1, 2, 6)
    game.move("Ann", "kiss_lot", die=1)
    real(game).refused("Ann", Code.IMPOSSIBLE_DICE, "finish_kissing", **more)


@rule("check.roll")
def test_no_dice_are_typed_in_if_the_server_rolls() -> None:
    at_check().refused("Ann", Code.SERVER_ROLLS, "roll_check", reported=[20])
