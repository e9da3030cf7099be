"""Continuing an action: the same skill, action and target are not rolled again."""

from tests.support.edgerunner import Game, in_conflict, rule, saw
from verger.domain.games.edgerunner.reason import Code as Own

DEED = "an attack on Hargan's “Cool” with “Firearms”"
SHOT = {"skill": "Firearms", "target": "c3", "track": "Cool"}
JAM = {"aspect": "a1", "pay": "fate", "use": "shifts", "why": "So."}


def second_exchange(*dice: int, invoked: bool = False) -> Game:
    """Return a game: Gatto has shot at Hargan with 2, and it is his turn again."""
    game = in_conflict()
    game.acts("c1", "attack", dice, **SHOT)
    if invoked:
        game.move("Bo", "invoke", **JAM)
    game.stands("c1", "c3")
    game.move("Bo", "end_turn")
    game.passes("c2", "c3")
    return game.turned("c1")


@rule("action.continue")
def test_only_the_same_action_is_continued_and_it_is_not_rolled_again() -> None:
    game = second_exchange(0, 0, 0, 0)
    for move, code, other in (
        ("declare", Own.MUST_CONTINUE, {}),
        ("continue", Own.NOT_THE_SAME, {"skill": "Taunt"}),
        ("continue", Own.NOT_THE_SAME, {"target": "c2"}),
    ):
        told = {"action": {"action": "attack", **SHOT, **other}, "narration": "Again."}
        facts = game.refused("Bo", code, move, **told).facts
        earlier = {"earlier_action": "attack", "earlier_action_in_words": DEED}
        assert facts == {"character_name": "Gatto", **earlier}
    game.says("c1", "declare", "attack", **{**SHOT, "skill": "Taunt"})


@rule("action.continue")
def test_a_continued_action_has_the_same_shifts_without_a_roll() -> None:
    game = second_exchange(1, 0, 0, 0, invoked=True)
    judgement = game.says("c1", "continue", "attack", **SHOT)
    assert saw(judgement, "action.continue") == {"shifts": 5}
    game.move("Ann", "close_compels")
    assert (game.moment(), game.shifts()) == ("boosting", 5)
    game.stands("c1")
    game.move("Ann", "take_stress", track="Cool", box=4, why="Cover.")
    game.stands("c3")
    assert game.marked("c3", "Cool") == (5, 4, 1)


@rule("action.continue", "action.spin")
def test_an_action_without_a_roll_leaves_no_spin_however_bad() -> None:
    game = in_conflict()
    game.acts("c1", "attack", (-1, -1, -1, 0), **SHOT)
    game.stands("c1")
    game.move("Bo", "end_turn")
    game.passes("c2", "c3")
    game.turned("c1").says("c1", "continue", "attack", **SHOT)
    game.move("Ann", "close_compels")
    game.stands("c1")
    assert (game.tokens("c1").spin, game.moment()) == (1, "closing")


@rule("action.continue")
def test_nothing_is_continued_in_the_first_exchange() -> None:
    game = in_conflict().turned("c1")
    told = {"action": {"action": "attack", **SHOT}, "narration": "Again."}
    refused = game.refused("Bo", Own.NOTHING_TO_CONTINUE, "continue", **told)
    assert refused.facts == {"character_name": "Gatto"}


@rule("action.continue")
def test_only_aspects_that_were_not_used_are_invoked_further() -> None:
    game = second_exchange(0, 0, 0, 0, invoked=True)
    game.says("c1", "continue", "attack", **SHOT)
    game.move("Ann", "close_compels")
    game.refused("Bo", Own.INVOKED_ALREADY, "invoke", **JAM)
    game.given_aspect("a2", "z1", by="c1", free=1)
    game.move("Bo", "invoke", **{**JAM, "aspect": "a2", "pay": "free"})
    assert game.shifts() == 2 + 2 + 2


@rule("action.continue")
def test_an_invoke_may_roll_the_kept_dice_again() -> None:
    game = second_exchange(-1, 0, 0, 0)
    game.says("c1", "continue", "attack", **SHOT)
    game.move("Ann", "close_compels")
    game.fudge(1, 1, 0, 0).move("Bo", "invoke", **{**JAM, "use": "reroll"})
    assert game.shifts() == 2 + 2


@rule("action.continue", "initiative.auction")
def test_a_bid_for_the_turn_is_deducted_from_the_kept_shifts() -> None:
    game = second_exchange(1, 1, 0, 0)
    game.move("Bo", "end_turn")
    game.passes("c2", "c3")
    # A deed of two exchanges ago is rolled again.
    game.acts("c1", "attack", (1, 1, 0, 0), **SHOT)
    game.stands("c1", "c3")
    game.move("Bo", "end_turn")
    game.passes("c2", "c3")
    game.bids(c1=1, c2=0)
    game.says("c1", "continue", "attack", **SHOT)
    assert game.shifts() == 4 - 1


@rule("action.continue", "action.boost_move")
def test_stress_adds_shifts_only_to_the_action_that_it_was_taken_for() -> None:
    game = in_conflict()
    game.acts("c1", "move", (-1, -1, -1, 0), skill="Athletics")
    game.move("Bo", "take_stress", track="Cool", box=2, why="He runs.")
    game.stands("c1")
    game.move("Bo", "go", route="b1.1 b2.1")
    game.move("Bo", "end_turn")
    game.passes("c2", "c3")
    game.turned("c1").says("c1", "continue", "move", skill="Athletics")
    assert game.shifts() == 0
