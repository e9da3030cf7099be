"""Examples of the text of Verge that combine several rules. Every printed figure must be right."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.conflict import aside, call, goal, join, narrate, roll, stop
from tests.support.play import Game, action, effect, in_load, in_run, rule, steps
from verger.domain.games.verge.model.network import Network
from verger.domain.games.verge.model.purse import Purse


@rule("mark.power", "mark.strikes", "mark.standing")
@pytest.mark.parametrize(
    ("shown", "fate"),
    [
        ("Cyborgs", None),
        ("Cyborgs!", None),
        ("Cyborgs!X", None),
        ("Cyborgs!!!!X!", None),
        ("Cyborgs!XX", "standing"),
        ("Cyborgs!XX!", None),
    ],
)
def test_cyborgs_leave_the_game_at_the_end_of_load_as_the_text_says(
    shown: str, fate: str | None
) -> None:
    game = at_the_end_of_load()
    cyborgs = game.node("Cy", shown)
    game.move("Cy", "end_turn")
    assert (game.shown(cyborgs), game.eliminated(cyborgs)) == (shown, fate)


def at_the_end_of_load() -> Game:
    """Return a game in the last turn of Load. Its network is empty."""
    game = in_load("Ann", "Bo", "Cy", phase=6)
    list(steps(game, "Cy"))
    game.move("Cy", "tie", thing={"label": "Fame"}, label="wants")
    play = game.state.play
    game.state = replace(game.state, play=replace(play, network=Network()))
    return game


def hunters(cost: str) -> tuple[Game, list[dict[str, Any]]]:
    """Return the game and the actions of the example of several actions. Bo has five tokens."""
    game = in_run("Ann", "Bo", "Cy", create_cost=cost).grant("Bo", story=5)
    knight, megasoft = game.character("Bo", "Knight Carson"), game.node("Cy", "Megasoft Corp!X!")
    win = action("create", label="Win Carson", edge="is sibling of", other=knight, kind="person")
    mandy = action("create", label="Mandy Math", edge="is hunting", other="a1.node", kind="person")
    return game, [win, mandy, action("strengthen", element=megasoft)]


@rule("change.create", "change.strengthen", "consent.one_at_a_time")
@pytest.mark.parametrize(("cost", "left"), [("each", 0), ("together", 2)])
def test_mandy_win_two_edges_and_a_mark_cost_five_tokens_or_three(cost: str, left: int) -> None:
    # The text contradicts itself: an action `create` costs one token, but the example pays five tokens
    # for two nodes, two edges and a mark. The house rule `create_cost` has a value for each reading.
    game, actions = hunters(cost)
    game.changes("Bo", *actions)
    assert [game.shown(id) for id in ("n3", "n4", "e1", "e2", "n2")] == [
        *("Win Carson", "Mandy Math", "is sibling of", "is hunting", "Megasoft Corp!X!!")
    ]
    assert (game.tokens("Bo").total, game.tokens("Cy").story) == (left, 1)


def bob() -> Game:
    """Return the game of the example of Adam's Bob, who invented holographic reality. All agreed to Bob, but not to the trust."""
    game = in_run("Ann", "Bo", "Cy", create_cost="each").grant("Bo", story=9, development=6)
    holo, knight = game.node("Ann", "Holographic Reality"), game.character("Bo", "Knight")
    invents = action("create", label="Bob", edge="invented", other=holo, kind="person")
    stronger = [action("strengthen", element=f"a1.{part}") for part in ("node", *["edge"] * 4)]
    trusts = action("connect", label="trusts", source="a1.node", target=knight)
    game.declares("Bo", invents, *stronger, trusts)
    for name in ("Ann", "Cy") * 6:
        game.move(name, "consent", declaration="d1")
    game.move("Cy", "object", declaration="d1", ground="fiction", reason="I get to Bob.")
    return game


@rule("change.create", "change.strengthen", "token.pay")
def test_bob_and_his_invention_take_seven_story_and_five_development_tokens() -> None:
    game = bob()
    assert [game.shown(id) for id in ("n3", "e1")] == ["Bob!", "invented!!!!"]
    # Bob: 1, and 1 + 1 for his `!`. The edge: 1, and 4 + 4 for its power. One more token is in escrow.
    assert game.account("escrow:d1") == Purse(1)
    assert game.tokens("Bo") == Purse(9 - (1 + 1 + 1 + 4) - 1, 6 - (1 + 4))


def trusting() -> Game:
    """Return the game before the rolls in the conflict about trust. Bo has paid for the changes of his goal."""
    game = bob()
    game.move("Bo", "withdraw", declaration="d1")
    trusts = action("connect", label="trusts", source="n3", target="n2")
    spy = game.node("Cy", "Spy!")
    call(game, "Bo")
    join(game, "Bo", "n2", goal("n2", trusts, action("strengthen", element="a1.edge")))
    join(game, "Cy", spy, goal(spy))
    aside(game)
    return game


@rule("conflict.goals", "consent.spent")
@pytest.mark.parametrize(("knight", "trusts"), [("66", "trusts!"), ("", None)])
def test_two_story_and_a_development_token_are_spent_and_the_winner_writes_trust(
    knight: str, trusts: str | None
) -> None:
    game = trusting()
    assert (game.tokens("Bo"), "e2" in game.state.play.network.edges) == (Purse(), False)
    game.given(effect("mark_added", element="n2", marks="!!")) if knight else None
    for name, dice in (("Bo", knight), ("Cy", "1")):
        roll(game, name, dice)
    stop(narrate(game))
    assert (game.shown("e2") if trusts else None) == trusts
    assert game.tokens("Bo").development == 0


@rule("conflict.goals", "mark.power")
@pytest.mark.parametrize(("cost", "paid"), [("free", 0), ("stated", 4), ("winner", 4)])
def test_the_gm_adds_four_question_marks_to_a_trait_without_a_token_if_goals_are_free(
    cost: str, paid: int
) -> None:
    # The text's example of a goal mentions no price. The house rule `goal_cost` has a value for each reading.
    game = in_run("Ann", "Bo", goal_cost=cost).grant("Ann", development=paid)
    knight, _, trait = game.draws("Bo", "Knight! (Bo) -has-> Hyperintelligence!!!!")
    alarm = game.node("Ann", "Alarm!!")
    call(game, "Ann")
    join(game, "Ann", alarm, goal(alarm, *[action("weaken", element=trait)] * 4))
    join(game, "Bo", knight, goal(knight))
    for name, dice in (("Ann", "66"), ("Bo", "1")):
        roll(game, name, dice)
    stop(narrate(game))
    assert game.shown(trait) == "Hyperintelligence!!!!????"
    assert game.tokens("Ann").development == 0
