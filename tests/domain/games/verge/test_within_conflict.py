"""Moves that are possible during a conflict."""

import pytest

from tests.support.conflict import (
    acting,
    call,
    fighter,
    gathered,
    goal,
    join,
    narrate,
    participant,
    roll,
    rolled,
    stop,
)
from tests.support.play import Game, action, effect, in_run, rule
from verger.domain.games.verge.model.network import NodeId
from verger.domain.games.verge.reason import Code as Own


def called(*names: str) -> tuple[Game, NodeId]:
    """Return a conflict that Bo has just called, and the id of Bo's node Knight."""
    game = in_run(*names)
    knight = fighter(game, "Bo", 3)
    call(game, "Bo")
    return game, knight


@rule("conflict.one", "scene.frame")
@pytest.mark.parametrize(
    ("move", "fields"),
    [
        ("call_conflict", {"reason": "Another!"}),
        ("frame", {"camera": "Night.", "place": "Roof"}),
        ("end_scene", {}),
    ],
)
def test_there_is_no_conflict_within_a_conflict_and_no_cut(
    move: str, fields: dict[str, str]
) -> None:
    game, _ = called("Ann", "Bo")
    refusal = game.refused("Ann", Own.CONFLICT_OPEN, move, **fields)
    assert refusal.facts["conflict"] == "c1"


@rule("conflict.one")
@pytest.mark.parametrize("kind", ["strengthen", "weaken", "repair"])
def test_the_fiction_is_not_changed_while_dice_are_out(kind: str) -> None:
    game, _ = called("Ann", "Bo")
    game.grant("Bo", story=1, development=1)
    park = game.node("Ann", "Park?" if kind == "repair" else "Park")
    refusal = game.cannot_declare("Bo", Own.CONFLICT_OPEN, action(kind, element=park))
    assert refusal.rule == "conflict.one"
    assert "an action of nature `backstory`" in refusal.remedy


@rule("conflict.one", "change.strike")
def test_strikes_stay_possible_while_dice_are_out() -> None:
    game = rolled(in_run("Ann", "Bo").grant("Bo", story=1), Ann="11", Bo="66")
    guards = participant(game, "Ann").node
    game.declares("Bo", action("strike", element=guards))
    assert game.shown(guards) == "Guards!!X"
    assert participant(game, "Ann").dice == (1, 1)


@rule("conflict.one", "override.allowed", "consent.negotiate")
def test_backstory_and_its_overrides_stay_possible_and_no_fiction_while_dice_are_out() -> None:
    game = rolled(in_run("Ann", "Bo").grant("Bo", story=2), Ann="11", Bo="66")
    park = game.node("Ann", "Park!")
    fiction = action("strengthen", element=park)
    game.declares("Bo", {**fiction, "nature": "backstory"})
    game.refused("Bo", Own.CONFLICT_OPEN, "reword", declaration="d1", wording=fiction)
    game.move("Ann", "object", declaration="d1", ground="authorship", reason="No!")
    game.move("Bo", "override", declaration="d1")
    game.move("Ann", "pass_raise", declaration="d1")
    assert (game.shown(park), game.tokens("Bo").story) == ("Park!!", 0)


@rule("conflict.pool", "mark.elimination")
def test_a_participant_that_is_eliminated_after_joining_rolls_nothing() -> None:
    game = gathered(in_run("Ann", "Bo"), Ann=2, Bo=3)
    guards = participant(game, "Ann").node
    game.given(effect("element_eliminated", element=guards, cause="strikes"))
    roll(game, "Ann", "")
    roll(game, "Bo", "123")
    assert stop(narrate(game)).effects[0].goal == 2


@rule("conflict.pool", "conflict.call")
def test_a_target_that_has_left_the_fiction_is_out_of_reach() -> None:
    game, knight = called("Ann", "Bo")
    game.grant("Ann", story=1)
    safe, guards = game.node("Ann", "Safe"), game.node("Ann", "Guards!")
    edge = game.edge("Ann", knight, "robs!!", safe)
    join(game, "Bo", knight, goal(safe))
    join(game, "Ann", guards, goal(guards))
    game.changes("Ann", action("strike", element=safe))
    fields = {"explanation": "By force.", "path": [edge, safe]}
    game.refused("Bo", Own.BROKEN_PATH, "roll", **fields)
    own = game.state.play.network.nodes[knight].marks.power
    roll(game, "Bo", "6" * (own - 1))
    assert len(participant(game, "Bo").dice) == own - 1 > 0


@rule("table.leave", "conflict.drop")
@pytest.mark.parametrize("stage", ["rolling", "narrating", "acting"])
def test_a_player_that_leaves_against_one_other_has_lost(stage: str) -> None:
    game = in_run("Ann", "Bo")
    if stage == "rolling":
        roll(gathered(game, Ann=1, Bo=1), "Ann", "1")
    else:
        (acting if stage == "acting" else rolled)(game, Ann="1", Bo="66")
    judgement = game.move("Bo", "leave")
    decided = effect("conflict_decided", conflict="c1", goal=1, virtual=None)
    assert decided in judgement.effects
    game.move("Ann", "pass_conclusion")
    assert game.state.play.conflict is None
