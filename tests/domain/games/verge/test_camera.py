"""A creation in the fiction needs a scene when it is declared, but not later."""

from typing import Any

import pytest

from tests.support.conflict import aside, call, conclude, goal, join, roll
from tests.support.options import listed
from tests.support.play import Game, action, between_scenes, in_run, rule
from verger.domain.games.verge.reason import Code as Own

DOG: dict[str, Any] = action("create", label="Dog", edge="bites", other="n1")
BONE: dict[str, Any] = action("create", label="Bone", edge="feeds", other="n1")


def declared(*actions: dict[str, Any]) -> Game:
    """Return a table where Bo has declared actions in a scene that is now over."""
    game = in_run("Ann", "Bo").grant("Bo", story=5)
    game.node("Ann", "Cat!!")
    game.declares("Bo", *actions)
    game.move("Ann", "end_scene")
    return game


def answer(game: Game, settled: str) -> None:
    """Let the table settle the open action: by consent, tokens or dice."""
    if settled == "consent":
        game.move("Ann", "consent", declaration="d1")
        return
    ground = "fiction" if settled == "dice" else "authorship"
    game.move("Ann", "object", declaration="d1", ground=ground, reason="No!")
    if settled == "tokens":
        game.move("Bo", "override", declaration="d1")
        game.move("Ann", "pass_raise", declaration="d1")
        return
    call(game, "Bo", declaration="d1")
    join(game, "Bo", game.character("Bo", "Knight"), 1)
    conclude(game, game.move("Ann", "stand_aside"))


@rule("change.create", "scene.frame")
@pytest.mark.parametrize("settled", ["consent", "tokens", "dice"])
def test_a_change_declared_in_a_scene_is_recorded_although_the_scene_is_over(settled: str) -> None:
    game = declared(DOG)
    answer(game, settled)
    assert game.shown("e1") == "bites"
    assert not game.state.play.declarations


@rule("change.create", "consent.one_at_a_time")
def test_a_later_action_needs_no_further_scene() -> None:
    game = declared(DOG, BONE)
    for _ in range(2):
        game.move("Ann", "consent", declaration="d1")
    assert [game.shown(id) for id in ("n2", "n3")] == ["Dog", "Bone"]


@rule("change.create", "consent.negotiate")
@pytest.mark.parametrize("first", [DOG, action("strengthen", element="n1")])
def test_only_an_action_that_the_camera_has_shown_is_reworded_without_a_scene(
    first: dict[str, Any],
) -> None:
    game = declared(first)
    reword = {"move": "reword", "declaration": "d1", "wording": BONE}
    assert listed(game.options("Bo", "reword"), reword) == (first is DOG)
    if first is DOG:
        game.send("Bo", reword)
    else:
        game.refused("Bo", Own.NO_SCENE, "reword", declaration="d1", wording=BONE)


@rule("change.create", "conflict.goals")
@pytest.mark.parametrize("nature", ["fiction", "backstory"])
def test_a_goal_creates_in_the_fiction_only_in_a_scene(nature: str) -> None:
    game = between_scenes("Ann", "Bo").grant("Ann", story=1)
    cat = game.node("Ann", "Cat!!")
    call(game, "Ann")
    wanted = {**goal(cat), "changes": [{**DOG, "nature": nature}]}
    entry = {"move": "join_conflict", "node": cat, "goal": wanted}
    assert listed(game.options("Ann", "join_conflict"), entry) == (nature == "backstory")
    if nature == "backstory":
        game.send("Ann", entry)
    else:
        refusal = game.refused("Ann", Own.NO_SCENE, "join_conflict", node=cat, goal=wanted)
        assert refusal.rule == "change.create"


@rule("change.create", "consent.declare")
def test_without_a_scene_no_action_of_a_declaration_creates_in_the_fiction() -> None:
    game = between_scenes("Ann", "Bo").grant("Bo", story=5)
    cat = game.node("Ann", "Cat!!")
    refusal = game.cannot_declare("Bo", Own.NO_SCENE, action("strike", element=cat), DOG)
    assert refusal.rule == "change.create"


@rule("change.create", "conflict.conclude")
def test_a_creation_that_dice_decide_about_is_recorded_too() -> None:
    game = declared(DOG)
    game.move("Ann", "object", declaration="d1", ground="fiction", reason="No!")
    call(game, "Bo", declaration="d1")
    join(game, "Bo", game.character("Bo", "Knight!!!"), 1)
    join(game, "Ann", "n1", goal("n1"))
    aside(game)
    roll(game, "Bo", "66")
    roll(game, "Ann", "12")
    for seat in ("Bo", "Ann"):
        game.move(seat, "narrate", text="They fight.")
    conclude(game, game.move("Bo", "stop_conflict"))
    assert game.shown("n3") == "Dog"
