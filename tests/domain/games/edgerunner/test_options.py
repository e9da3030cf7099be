"""The moves that the options offer to seats."""

from typing import Any

import msgspec

from tests.support.edgerunner import Game, in_conflict, rule, table


def moves(game: Game, name: str) -> set[str]:
    """The names of Edgerunner's own moves that are open to a seat."""
    listed = game.ruleset.options(game.state, game.seat(name))
    every = {"add_limit", "rename", "leave", "signal", "propose"}
    return {str(option.fixed["move"]) for option in listed} - every


def shapes(game: Game, name: str, move: str) -> list[dict[str, Any]]:
    """The shapes of actions that a seat may declare or continue."""
    (option,) = game.options(name, move)
    told = msgspec.to_builtins(option)
    return list(told["fields"][0]["shapes"])


@rule("map.zones")
def test_the_referee_draws_and_the_others_wait() -> None:
    game = table("Ann", "Bo")
    game.zones("Here", "There")
    assert moves(game, "Ann") >= {"draw_map", "add_zone", "add_border", "redefine_border"}
    assert moves(game, "Bo") == {"assign_threshold"}


@rule("initiative.social")
def test_between_turns_players_answer_and_the_caller_gives_turns() -> None:
    game = in_conflict()
    assert moves(game, "Bo") == {"claim_turn", "assign_threshold"}
    assert moves(game, "Ann") >= {"claim_turn", "give_turn"}


@rule("action.one")
def test_in_a_turn_the_actions_are_listed_with_their_targets() -> None:
    game = in_conflict().turned("c1")
    assert moves(game, "Bo") >= {"declare", "act_simply", "end_turn", "free_move"}
    kinds = [shape["fixed"]["action"] for shape in shapes(game, "Bo", "declare")]
    assert kinds.count("attack") == 2
    assert kinds.count("defense") == 3
    assert (kinds.count("maneuver"), kinds.count("recovery")) == (3 + 3 + 2, 0)


@rule("action.attack")
def test_only_skills_that_reach_the_target_are_listed() -> None:
    game = in_conflict().given_zone("c3", "z2").turned("c1")
    skills = [
        [choice["value"] for choice in shape["fields"][0]["choices"]]
        for shape in shapes(game, "Bo", "declare")
        if shape["fixed"]["action"] == "attack"
    ]
    assert skills == [["Athletics", "Firearms", "Taunt"], ["Firearms", "Taunt"]]


@rule("action.continue")
def test_a_continued_action_is_not_listed_as_new() -> None:
    game = in_conflict()
    game.acts("c1", "move", (0, 0, 0, 0), skill="Athletics")
    game.stands("c1")
    game.move("Bo", "finish_action")
    game.move("Bo", "end_turn")
    game.passes("c2", "c3")
    game.turn("c1")
    (kept,) = shapes(game, "Bo", "continue")
    assert kept["fields"][0]["choices"] == ({"value": "Athletics", "label": "Athletics 3"},)
    new = shapes(game, "Bo", "declare")[0]["fields"][0]["choices"]
    assert [choice["value"] for choice in new] == ["Firearms", "Taunt"]


@rule("table.pause")
def test_no_move_of_a_conflict_is_open_during_a_pause() -> None:
    game = in_conflict()
    game.move("Bo", "signal")
    assert moves(game, "Ann") == set()
    assert game.awaited() == {"resume_play": ("Ann", "Bo", "Cy")}


@rule("table.observers")
def test_observers_see_everything_and_do_nothing() -> None:
    game = table("Ann", "Bo", "Cy", observers=1)
    assert moves(game, "Cy") == set()
    assert game.ruleset.view(game.state, game.seat("Cy")) == game.view()


@rule("conflict.setup")
def test_the_requirements_of_a_conflict_are_awaited_from_the_referee() -> None:
    game = table("Ann", "Bo")
    assert game.awaited() == {"add_zone": ("Ann",)}
    game.zones("Here")
    assert game.awaited() == {"write_sheet": ("Ann",)}
    game.sheet("Gatto", "Bo")
    game.sheet("Hargan", None)
    assert game.awaited() == {"place": ("Ann",)}
    game.places("c1", "z1", 1)
    game.places("c2", "z1", 2)
    assert game.awaited() == {"begin_conflict": ("Ann",)}
