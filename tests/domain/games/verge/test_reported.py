"""Real dice (house rule `dice`): players report the values."""

import pytest

from tests.support.conflict import acting, dice_of, gathered, narrate, participant, rolled, stop
from tests.support.play import Game, effect, in_run, rule, saw, tags
from verger.domain.core.reason import Code


def reported(game: Game, name: str, dice: str, move: str = "roll", **fields: str) -> list[str]:
    """Let a seat report the values of its dice, and return the tags of the effects."""
    said = {"explanation": "By force."} if move == "roll" else fields
    return tags(game.move(name, move, reported=[int(value) for value in dice], **said))


def real(ann: str = "66", bo: str = "551") -> Game:
    """Return a conflict at a table with real dice, after these rolls were reported."""
    game = gathered(in_run("Ann", "Bo", dice="reported"), Ann=len(ann), Bo=len(bo))
    reported(game, "Ann", ann)
    reported(game, "Bo", bo)
    return game


@rule("conflict.roll")
def test_real_dice_are_typed_in_and_marked_so() -> None:
    game = gathered(in_run("Ann", "Bo", dice="reported"), Ann=3, Bo=1)
    judgement = game.move("Ann", "roll", explanation="By force.", reported=[5, 5, 1])
    rolled = {"path": [], "values": [5, 5, 1], "face": 5, "reported": True}
    assert judgement.effects == (effect("pool_rolled", conflict="c1", seat="s1", **rolled),)
    assert (game.log[-1].dice, game.state.table.dice_rolled) == ((), 0)
    assert saw(judgement, "conflict.roll") == {"dice": ("5", "5", "1"), "signal": 5}


@rule("conflict.roll")
def test_the_server_s_dice_are_marked_as_none_that_were_typed_in() -> None:
    game = rolled(in_run("Ann", "Bo"), Ann="66", Bo="1")
    marks = [one.reported for event in game.log for one in event.effects if hasattr(one, "path")]
    assert marks == [False, False]
    assert game.log[-1].dice[0].values == (1,)


@rule("conflict.roll")
@pytest.mark.parametrize(
    ("dice", "shown"),
    [
        ((5, 5), "5, 5"),
        ((5, 5, 1, 1), "5, 5, 1, 1"),
        ((5, 5, 7), "5, 5, 7"),
        ((0, 1, 2), "0, 1, 2"),
    ],
)
def test_dice_that_cannot_have_fallen_so_are_refused(dice: tuple[int, ...], shown: str) -> None:
    game = gathered(in_run("Ann", "Bo", dice="reported"), Ann=3, Bo=1)
    fields = {"explanation": "By force.", "reported": dice}
    refusal = game.refused("Ann", Code.IMPOSSIBLE_DICE, "roll", **fields)
    assert refusal.facts == {"dice_needed": 3, "faces_per_die": 6, "dice_reported": shown}


@rule("conflict.roll")
def test_the_server_rolls_nothing_at_a_table_with_real_dice() -> None:
    game = gathered(in_run("Ann", "Bo", dice="reported"), Ann=3, Bo=1)
    refusal = game.refused("Ann", Code.IMPOSSIBLE_DICE, "roll", explanation="By force.")
    assert refusal.facts["dice_reported"] == "none"


@rule("conflict.roll")
@pytest.mark.parametrize("dice", [[1, 2, 3], []])
def test_no_dice_are_typed_in_if_the_server_rolls(dice: list[int]) -> None:
    game = gathered(in_run("Ann", "Bo"), Ann=3, Bo=1)
    game.refused("Ann", Code.SERVER_ROLLS, "roll", explanation="By force.", reported=dice)


@rule("conflict.roll")
@pytest.mark.parametrize("fields", [{}, {"reported": []}])
def test_no_values_need_be_typed_in_if_there_are_no_dice(fields: dict[str, list[int]]) -> None:
    game = gathered(in_run("Ann", "Bo", dice="reported"), Ann=0, Bo=1)
    game.move("Ann", "roll", explanation="By force.", **fields)
    assert participant(game, "Ann").dice == ()


@rule("conflict.burn")
def test_dice_for_a_burned_edge_are_typed_in() -> None:
    game = narrate(real())
    game.edge("Ann", participant(game, "Ann").node, "follow!", game.node("Ann", "Dog!!"))
    game.move("Ann", "go_on")
    fields = {"edge": "e1", "narration": "Bite!"}
    game.refused("Ann", Code.IMPOSSIBLE_DICE, "burn", reported=[6], **fields)
    assert game.shown("e1") == "follow!"
    judgement = game.move("Ann", "burn", reported=[6, 2], **fields)
    burned = {"edge": "e1", "values": [6, 2], "face": 6, "reported": True}
    assert effect("edge_burned", conflict="c1", seat="s1", **burned) in judgement.effects


@rule("conflict.reroll")
def test_noise_that_is_rolled_again_is_typed_in() -> None:
    game = narrate(real(bo="5512").grant("Bo", story=1))
    game.move("Ann", "go_on")
    game.move("Ann", "pass_round")
    game.refused("Bo", Code.IMPOSSIBLE_DICE, "reroll", reported=[5])
    assert game.tokens("Bo").story == 1
    assert reported(game, "Bo", "53", "reroll") == [
        "tokens_moved",
        "noise_rerolled",
        "narrating_began",
    ]
    assert dice_of(game, "Bo") == "555 3"


@rule("conflict.development")
def test_traded_dice_are_typed_in() -> None:
    game = narrate(real())
    stop(game)
    game.refused("Ann", Code.IMPOSSIBLE_DICE, "trade_dice", reported=[1, 2])
    judgement = game.move("Ann", "trade_dice", reported=[1, 2, 2])
    traded = {"values": [1, 2, 2], "reported": True}
    assert judgement.effects == (effect("dice_traded", conflict="c1", seat="s1", **traded),)


@rule("conflict.burn", "conflict.reroll", "conflict.development")
@pytest.mark.parametrize("move", ["burn", "reroll", "trade_dice"])
def test_the_server_s_dice_are_never_typed_in(move: str) -> None:
    game = acting(in_run("Ann", "Bo").grant("Ann", story=1), Ann="61", Bo="1")
    game.edge("Ann", participant(game, "Ann").node, "follow!", game.node("Ann", "Dog!"))
    if move == "trade_dice":
        for name in ("Ann", "Bo"):
            game.move(name, "pass_round")
        stop(narrate(game))
    fields = {"edge": "e1", "narration": "Bite!"} if move == "burn" else {}
    game.refused("Ann", Code.SERVER_ROLLS, move, reported=[6], **fields)
