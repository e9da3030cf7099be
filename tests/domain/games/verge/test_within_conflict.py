"""What else may happen while dice are out."""

import pytest

from tests.support.conflict import (
    acting,
    aside,
    call,
    fighter,
    gathered,
    goal,
    join,
    narrate,
    narrated,
    participant,
    roll,
    rolled,
    stop,
    trade,
)
from tests.support.play import Game, action, effect, in_run, rule, tags
from verger.domain.games.verge.model.network import NodeId
from verger.domain.games.verge.reason import Code as Own


def called(*names: str) -> tuple[Game, NodeId]:
    """Give a conflict that Bo has just called, with Knight, who is Bo's."""
    game = in_run(*names)
    knight = fighter(game, "Bo", 3)
    call(game, "Bo")
    return game, knight


@rule("conflict.one")
def test_there_is_no_conflict_within_a_conflict() -> None:
    game, _ = called("Ann", "Bo")
    refusal = game.refused("Ann", Own.CONFLICT_OPEN, "call_conflict", reason="Another!")
    assert refusal.facts["conflict"] == "c1"


@rule("conflict.one", "scene.frame")
@pytest.mark.parametrize("move", ["frame", "end_scene"])
def test_the_gm_does_not_cut_while_dice_are_out(move: str) -> None:
    game, _ = called("Ann", "Bo")
    fields = {"camera": "Night.", "place": "Roof"} if move == "frame" else {}
    game.refused("Ann", Own.CONFLICT_OPEN, move, **fields)


@rule("conflict.one")
@pytest.mark.parametrize("kind", ["strengthen", "weaken", "repair"])
def test_the_fiction_is_not_changed_while_dice_are_out(kind: str) -> None:
    game, _ = called("Ann", "Bo")
    game.grant("Bo", story=1, development=1)
    park = game.node("Ann", "Park?" if kind == "repair" else "Park")
    refusal = game.cannot_declare("Bo", Own.CONFLICT_OPEN, action(kind, element=park))
    assert refusal.rule == "conflict.one"


@rule("conflict.one", "change.strike")
def test_strikes_stay_possible_while_dice_are_out() -> None:
    game = rolled(in_run("Ann", "Bo").grant("Bo", story=1), Ann="11", Bo="66")
    guards = participant(game, "Ann").node
    game.declares("Bo", action("strike", element=guards))
    assert game.shown(guards) == "Guards!!X"
    assert participant(game, "Ann").dice == (1, 1)


@rule("conflict.one", "override.allowed")
def test_backstory_and_its_overrides_stay_possible_while_dice_are_out() -> None:
    game = rolled(in_run("Ann", "Bo").grant("Bo", story=2), Ann="11", Bo="66")
    park = game.node("Ann", "Park!")
    game.declares("Bo", action("strengthen", element=park, nature="backstory"))
    game.move("Ann", "object", declaration="d1", ground="authorship", reason="No!")
    game.move("Bo", "override", declaration="d1")
    game.move("Ann", "pass_raise", declaration="d1")
    assert (game.shown(park), game.tokens("Bo").story) == ("Park!!", 0)


@rule("conflict.one", "consent.negotiate")
def test_backstory_is_not_reworded_as_fiction_while_dice_are_out() -> None:
    game = rolled(in_run("Ann", "Bo").grant("Bo", story=2), Ann="11", Bo="66")
    park = game.node("Ann", "Park!")
    game.declares("Bo", action("strengthen", element=park, nature="backstory"))
    wording = action("strengthen", element=park)
    game.refused("Bo", Own.CONFLICT_OPEN, "reword", declaration="d1", wording=wording)


@rule("conflict.pool", "mark.elimination")
def test_who_is_eliminated_after_joining_rolls_nothing() -> None:
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


@rule("table.leave", "conflict.call")
def test_who_leaves_before_it_has_answered_stands_aside() -> None:
    game, knight = called("Ann", "Bo", "Cy")
    join(game, "Bo", knight, goal(knight))
    guards = game.node("Ann", "Guards")
    join(game, "Ann", guards, goal(guards))
    judgement = game.move("Cy", "leave")
    assert tags(judgement)[-2:] == ["stood_aside", "rolling_began"]


@rule("table.leave", "conflict.drop")
def test_who_leaves_after_it_has_joined_gives_up() -> None:
    game, knight = called("Ann", "Bo")
    join(game, "Bo", knight, goal(knight))
    assert "dropped_out" in tags(game.move("Bo", "leave"))
    guards = game.node("Ann", "Guards")
    judgement = join(game, "Ann", guards, goal(guards))
    assert effect("conflict_decided", conflict="c1", goal=2, virtual=None) in judgement.effects


@rule("table.leave", "conflict.drop")
def test_who_leaves_while_dice_are_rolled_is_waited_for_no_longer() -> None:
    game = gathered(in_run("Ann", "Bo", "Cy"), Ann=1, Bo=1, Cy=1)
    for name in ("Ann", "Bo"):
        roll(game, name, "1")
    assert "narrating_began" in tags(game.move("Cy", "leave"))


@rule("table.leave", "conflict.order")
def test_who_leaves_in_its_turn_to_narrate_passes_it_on() -> None:
    game = rolled(in_run("Ann", "Bo", "Cy"), Ann="1", Bo="55", Cy="6")
    game.move("Cy", "leave")
    game.move("Bo", "narrate", text="Knight strikes.")


@rule("table.leave", "conflict.round")
def test_who_leaves_in_its_turn_to_burn_ends_the_round() -> None:
    game = acting(in_run("Ann", "Bo", "Cy"), Ann="6", Bo="55", Cy="1")
    for name in ("Ann", "Bo"):
        game.move(name, "pass_round")
    assert "narrating_began" in tags(game.move("Cy", "leave"))


@rule("table.leave", "conflict.drop")
@pytest.mark.parametrize("stage", ["rolling", "narrating", "acting"])
def test_who_leaves_against_one_other_has_lost(stage: str) -> None:
    game = in_run("Ann", "Bo")
    if stage == "rolling":
        roll(gathered(game, Ann=1, Bo=1), "Ann", "1")
    else:
        (acting if stage == "acting" else rolled)(game, Ann="1", Bo="66")
    judgement = game.move("Bo", "leave")
    decided = effect("conflict_decided", conflict="c1", goal=1, virtual=None)
    assert decided in judgement.effects
    game.move("Ann", "pass_conclusion")
    assert conflict_is_over(game)


def conflict_is_over(game: Game) -> bool:
    """Say whether no conflict is under way."""
    return game.state.play.conflict is None


@rule("table.leave", "conflict.development")
@pytest.mark.parametrize("rolled_first", [True, False])
def test_who_leaves_with_dice_to_trade_shows_none(rolled_first: bool) -> None:
    game = narrated(in_run("Ann", "Bo"), Ann="66", Bo="1")
    stop(game)
    if rolled_first:
        trade(game, "Ann", "1")
    game.move("Bo", "leave")
    if not rolled_first:
        trade(game, "Ann", "1")
    assert (conflict_is_over(game), game.tokens("Ann").development) == (True, 1)


@rule("table.leave", "conflict.goals")
def test_a_declared_action_whose_mover_leaves_is_won_by_who_fights_on_for_it() -> None:
    game, knight = called("Ann", "Bo", "Cy")
    aside(game)
    game.grant("Bo", story=1)
    park = game.node("Ann", "Park")
    game.declares("Bo", action("strengthen", element=park))
    game.move("Ann", "object", declaration="d1", ground="fiction", reason="No!")
    call(game, "Cy", declaration="d1")
    join(game, "Bo", knight, 1)
    join(game, "Cy", game.node("Cy", "Dog"), 1)
    game.move("Bo", "leave")
    game.move("Ann", "stand_aside")
    assert (conflict_is_over(game), game.shown(park)) == (True, "Park!")


@rule("table.seats", "conflict.insurance")
def test_a_loser_who_is_gone_before_the_end_is_not_insured() -> None:
    game = narrated(in_run("Ann", "Bo", "Cy"), Ann="666", Bo="1", Cy="22")
    stop(game)
    game.move("Bo", "leave")
    game.move("Ann", "remove_seat", seat="s2")
    trade(game, "Ann", "12")
    trade(game, "Cy", "123")
    assert (conflict_is_over(game), game.account("seat:s2").total) == (True, 0)


@rule("table.seats", "conflict.development")
def test_a_side_that_is_gone_before_the_end_does_not_develop() -> None:
    game = narrated(in_run("Ann", "Bo"), Ann="666", Bo="1")
    stop(game)
    trade(game, "Bo", "333")
    game.move("Bo", "leave")
    game.move("Ann", "remove_seat", seat="s2")
    trade(game, "Ann", "1")
    assert (conflict_is_over(game), game.account("seat:s2").total) == (True, 0)
