"""When the changes of a goal are paid: when it is stated, by its winner, or never."""

import pytest

from tests.support.conflict import aside, call, goal, join, narrate, roll
from tests.support.options import listed
from tests.support.play import Game, action, effect, in_run, rule, saw
from verger.domain.core.decider import Accepted
from verger.domain.core.reason import Code
from verger.domain.games.verge.model.purse import Purse
from verger.domain.games.verge.reason import Code as Own


def fought(cost: str, bo: str, ann: str, **tokens: int) -> tuple[Game, Accepted]:
    """Let Bo fight to weaken and then to create, with these dice. Return the ruling on `stop_conflict`."""
    game = in_run("Ann", "Bo", goal_cost=cost).grant("Bo", **tokens)
    alarm = game.node("Ann", f"Alarm{'!' * len(ann)}")
    thieves = game.node("Bo", f"Thieves{'!' * len(bo)}")
    call(game, "Bo")
    weaker = action("weaken", element=alarm)
    more = action("create", label="Dog", edge="bites", other=alarm)
    join(game, "Bo", thieves, goal(thieves, weaker, more))
    join(game, "Ann", alarm, goal(alarm))
    for name, dice in (("Bo", bo), ("Ann", ann)):
        roll(game, name, dice)
    return game, narrate(game).move("Bo", "stop_conflict")


@rule("conflict.goals")
@pytest.mark.parametrize(
    ("cost", "left"),
    [("stated", "nothing"), ("winner", "nothing"), ("free", "1 story, 1 development")],
)
def test_a_goal_that_wins_is_paid_as_the_house_rule_says(cost: str, left: str) -> None:
    game, _ = fought(cost, "66", "1", story=1, development=1)
    assert str(game.tokens("Bo")) == left
    assert [game.shown(id) for id in ("n1", "n3")] == ["Alarm!?", "Dog"]


@rule("conflict.goals", "consent.spent")
@pytest.mark.parametrize(("cost", "left"), [("stated", 0), ("winner", 2), ("free", 2)])
def test_a_goal_that_loses_costs_something_only_if_it_was_paid_before(cost: str, left: int) -> None:
    game, _ = fought(cost, "1", "66", story=1, development=1)
    assert (game.tokens("Bo").total, game.shown("n1")) == (left, "Alarm!!")


@rule("conflict.goals")
def test_changes_that_the_winner_cannot_pay_are_not_recorded_and_the_rest_is() -> None:
    game, decided = fought("winner", "66", "1", story=1)
    lost = {"change": 1, "code": str(Code.NOT_ENOUGH_TOKENS), "rule": "token.pay"}
    assert effect("change_failed", conflict="c1", **lost) in decided.effects
    assert [game.shown(id) for id in ("n1", "n3")] == ["Alarm!", "Dog"]
    assert saw(decided, "conflict.goals") == {"seat": "s2", "tokens_paid": 1}


@rule("conflict.goals", "token.pay")
@pytest.mark.parametrize("cost", ["winner", "free"])
def test_nothing_is_paid_for_a_goal_when_it_is_stated(cost: str) -> None:
    game = in_run("Ann", "Bo", goal_cost=cost).grant("Bo", development=1)
    knight = game.character("Bo", "Knight")
    call(game, "Ann")
    wanted = {**goal(knight), "changes": [action("repair", element=knight)]}
    game.given(effect("mark_added", element=knight, marks="?"))
    entry = {"move": "join_conflict", "node": knight, "goal": wanted}
    assert listed(game.options("Bo", "join_conflict"), entry)
    dear = {**wanted, "changes": [action("repair", element=knight, payment={"development": 1})]}
    game.refused("Bo", Own.WRONG_PAYMENT, "join_conflict", node=knight, goal=dear)
    game.send("Bo", entry)
    assert game.tokens("Bo") == Purse(development=1)


@rule("conflict.goals", "fnol.budget")
def test_a_seat_without_tokens_is_offered_every_change_that_costs_nothing_yet() -> None:
    game = in_run("Ann", "Bo", goal_cost="free")
    cat = game.node("Ann", "Cat!")
    call(game, "Ann")
    wanted = {**goal(cat), "changes": [action("strengthen", element=cat)]}
    entry = {"move": "join_conflict", "node": cat, "goal": wanted}
    assert listed(game.options("Ann", "join_conflict"), entry)
    join(game, "Ann", cat, wanted)
    aside(game)
    assert game.shown(cat) == "Cat!!"
