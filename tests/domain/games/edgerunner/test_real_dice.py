"""Real dice by house rule: players report 1 for minus, 2 for blank and 3 for plus."""

from tests.support.edgerunner import Game, in_conflict, rule, saw
from verger.domain.core.option import DiceField
from verger.domain.core.reason import Code

INVOKE = {"aspect": "a1", "pay": "fate", "why": "It fits."}


def dice_of(faces: int, count: int = 0) -> DiceField:
    """The field for this number of dice."""
    return DiceField("reported", faces, count, label="Faces of the dice")


def about_to_roll(dice: str = "reported") -> Game:
    """Return a game with real dice: Gatto has declared a move with Athletics of 3."""
    game = in_conflict(dice=dice)
    game.declares("c1", "move", skill="Athletics")
    game.move("Ann", "close_compels")
    return game


@rule("action.roll")
def test_values_of_real_dice_are_typed_in_and_marked_so() -> None:
    game = about_to_roll()
    judgement = game.move("Bo", "roll", reported=[3, 3, 2, 1])
    assert judgement.ruling.sentence == "Gatto rolls +1 +1 0 -1 with real dice: 4 shifts."
    (rolled,) = [effect for effect in judgement.effects if hasattr(effect, "reported")]
    assert (rolled.dice, rolled.reported, game.log[-1].dice) == ((1, 1, 0, -1), True, ())


@rule("action.roll")
def test_real_dice_are_four_of_three_faces() -> None:
    game = about_to_roll()
    assert game.options("Bo", "roll")[0].fields == (dice_of(3, 4),)
    for told in ({}, {"reported": [1, 2, 3]}, {"reported": [0, 1, 2, 3]}):
        facts = game.refused("Bo", Code.IMPOSSIBLE_DICE, "roll", **told).facts
        assert (facts["dice_needed"], facts["faces_per_die"]) == (4, 3)


@rule("action.roll")
def test_no_dice_are_typed_in_if_the_server_rolls() -> None:
    game = about_to_roll("server")
    game.refused("Bo", Code.SERVER_ROLLS, "roll", reported=[3, 3, 2, 1])
    assert game.options("Bo", "roll")[0].fields == ()


@rule("action.invoke")
def test_an_invoke_takes_real_dice_only_if_dice_are_rolled_again_and_says_so() -> None:
    game = about_to_roll()
    game.move("Bo", "roll", reported=[1, 1, 1, 1])
    game.refused("Bo", Code.IMPOSSIBLE_DICE, "invoke", use="reroll", **INVOKE)
    game.refused("Bo", Code.IMPOSSIBLE_DICE, "invoke", use="shifts", reported=[3], **INVOKE)
    shifts, reroll = game.options("Bo", "invoke")
    assert (shifts.fixed["use"], reroll.fixed["use"]) == ("shifts", "reroll")
    assert (shifts.fields[-1], reroll.fields[-1]) == (dice_of(3), dice_of(3, 4))
    game.copy().move("Bo", "invoke", use="shifts", reported=[], **INVOKE)
    game.move("Bo", "invoke", use="reroll", reported=[3, 3, 3, 3], **INVOKE)
    assert game.shifts() == 3 + 4


@rule("action.one", "action.roll")
def test_an_action_that_is_only_given_back_takes_no_dice_and_says_so() -> None:
    game = in_conflict(dice="reported").given_aspect("a2", "z1", by="c3", free=1, boxes=1)
    game.declares("c1", "attack", skill="Firearms", target="a2")
    game.move("Ann", "close_compels")
    game.agreed("Cy", "drop_aspect", aspect="a2", why="The light is on.")
    assert game.options("Bo", "roll")[0].fields == (dice_of(3),)
    game.refused("Bo", Code.IMPOSSIBLE_DICE, "roll", reported=[3, 3, 2, 1])
    assert saw(game.move("Bo", "roll"), "action.one")["is_given_back"]
