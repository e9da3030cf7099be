"""A character whose player left: the GM controls it, fights with it, and it can be struck."""

import pytest

from tests.support.conflict import call, goal, join
from tests.support.options import listed
from tests.support.play import Game, action, cited, in_run, rule
from verger.domain.games.verge.control import control_of, controlled_by_right
from verger.domain.games.verge.model.network import ElementId, NodeId
from verger.domain.games.verge.reason import Code as Own

ALIANA = NodeId(ElementId("n1"))


def aliana(**house_rules: str) -> Game:
    """Return a game after Cy has claimed Aliana `n1`, next to Knight `n2`, and left."""
    game = in_run("Ann", "Bo", "Cy", **house_rules)
    own = game.character("Cy", "Aliana!!!")
    game.edge("Bo", game.character("Bo", "Knight!!"), "loves!", own)
    game.move("Cy", "leave")
    return game


@rule("control.gm", "control.own")
@pytest.mark.parametrize("residual", ["gm", "creator"])
def test_only_the_gm_controls_a_left_character(residual: str) -> None:
    game = aliana(residual_control=residual)
    assert [(one.seat, one.rule) for one in control_of(game.state, ALIANA)] == [
        ("s1", "control.gm")
    ]
    own = {name: dict(controlled_by_right(game.state, game.seat(name))) for name in ("Ann", "Bo")}
    assert ("n1" in own["Ann"], "n1" in own["Bo"]) == (True, False)


@rule("control.gm", "interest.control")
def test_points_in_a_left_character_give_no_control() -> None:
    game = aliana(controlling_interest="on").grant("Bo", story=1)
    game.move("Bo", "buy_interest", element="n1")
    assert [one.seat for one in control_of(game.state, ALIANA)] == ["s1"]


@rule("control.gm", "control.own")
def test_a_player_who_comes_back_controls_the_character_again() -> None:
    game = aliana()
    game.move("s3", "take_seat", name="Cy")
    assert [(one.seat, one.rule) for one in control_of(game.state, ALIANA)] == [
        ("s3", "control.own")
    ]
    game.cannot_declare("Bo", Own.CLAIMED_CHARACTER, action("strike", element="n1"))


@rule("control.gm")
def test_without_a_gm_nobody_controls_a_left_character() -> None:
    game = aliana()
    game.move("Ann", "leave")
    assert control_of(game.state, ALIANA) == ()
    assert "n1" not in dict(controlled_by_right(game.state, game.seat("Bo")))


@rule("conflict.call", "token.interest", "conflict.pool_gm")
def test_the_gm_fights_with_a_left_character_and_earns_nothing_by_it() -> None:
    game = aliana()
    call(game, "Bo")
    entry = {
        "move": "join_conflict",
        "node": "n1",
        "goal": {"statement": "To win.", "target": "n1"},
    }
    assert listed(game.options("Ann", "join_conflict"), entry)
    assert "token.interest" not in cited(game.send("Ann", entry))
    join(game, "Bo", "n2", goal("n2"))
    judgement = game.dice(6, 6, 6).move("Ann", "roll", explanation="She turns on him.")
    assert "conflict.pool_gm" in cited(judgement)


@rule("conflict.call")
def test_no_player_fights_with_a_left_character_not_even_its_writer() -> None:
    game = in_run("Ann", "Bo", "Cy")
    own = game.node("Bo", "Aliana", "person")
    game.move("Ann", "frame", camera="Rain.", place="A roof")
    game.grant("Cy", story=1).changes("Cy", action("claim", element=own))
    game.move("Cy", "leave")
    call(game, "Ann")
    game.refused("Bo", Own.NOT_THIS_NODE, "join_conflict", node=own, goal=goal(own))


@rule("change.strike", "mark.strikes")
def test_a_left_character_can_be_struck_out() -> None:
    game = aliana().grant("Bo", story=3)
    strike = action("strike", element="n1")
    assert listed(game.options("Bo", "declare"), {"move": "declare", "actions": [strike]})
    game.declares("Bo", *[strike] * 3)
    assert (game.shown("n1"), game.eliminated("n1")) == ("Aliana!!!XXX", "strikes")
    assert dict(game.state.play.network.characters.items()) == {"s2": "n2"}
