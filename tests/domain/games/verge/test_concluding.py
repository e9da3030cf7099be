"""The end of a conflict: the winner, the record, development, insurance."""

from typing import Any

import pytest

from tests.support.conflict import (
    aside,
    call,
    fighter,
    goal,
    join,
    moved,
    narrate,
    narrated,
    roll,
    stop,
    trade,
)
from tests.support.play import Game, action, effect, in_run, rule, saw, tags
from verger.domain.core.decider import Accepted
from verger.domain.games.verge.reason import Code as Own


def winner(judgement: Accepted) -> int:
    """Return the number of the goal that won, or 0 if none did."""
    return int(next(found.goal for found in judgement.effects if hasattr(found, "virtual")))


def insured(game: Game) -> dict[str, int]:
    """Return the insurance that each seat received in the whole game, in tokens."""
    moves = [one for event in game.log for one in event.effects if hasattr(one, "rule")]
    paid = [one for one in moves if one.rule == "conflict.insurance"]
    return {one.target: one.amount for one in paid}


def traded(game: Game) -> Game:
    """Let the sides trade dice that all show the same, with any result."""
    while conflict := game.state.play.conflict:
        for one in conflict.stage.trades:  # type: ignore[union-attr]
            trade(game, one.seat, "1" * one.dice)
    return game


def with_goal(*changes: dict[str, Any], ann: str = "1", bo: str = "66") -> Game:
    """Return a conflict about these changes of Bo's, with all dice narrated. The Park is `n1`."""
    game = in_run("Ann", "Bo").grant("Bo", story=5, development=5)
    game.node("Ann", "Park")
    knight, guards = fighter(game, "Bo", len(bo)), fighter(game, "Ann", len(ann))
    call(game, "Bo")
    join(game, "Bo", knight, goal(knight, *changes))
    join(game, "Ann", guards, goal(guards))
    roll(game, "Bo", bo)
    roll(game, "Ann", ann)
    return narrate(game)


@rule("conflict.conclude", "conflict.roll")
def test_the_most_signal_dice_win_at_any_face() -> None:
    game = narrated(in_run("Ann", "Bo"), Ann="66", Bo="1112")
    judgement = stop(game)
    assert winner(judgement) == 2
    assert "Bo wins: “To win.”" in judgement.ruling.sentence
    assert saw(judgement, "conflict.conclude")["signals"] == ("s2: 3", "s1: 2")


@rule("conflict.ties")
@pytest.mark.parametrize(
    ("ties", "bo", "goal"),
    [("status_quo", "5532", 0), ("higher_face", "5532", 2), ("higher_face", "4423", 0)],
    ids=["status quo", "higher face", "equal faces"],
)
def test_a_tie_is_decided_by_house_rule(ties: str, bo: str, goal: int) -> None:
    game = narrated(in_run("Ann", "Bo", conflict_ties=ties), Ann="441", Bo=bo)
    judgement = stop(game)
    assert winner(judgement) == goal
    assert saw(judgement, "conflict.ties")["tie_rule"] == ties


@rule("conflict.ties")
def test_the_status_quo_is_the_default_and_records_nothing() -> None:
    game = with_goal(action("strengthen", element="n1"), ann="66", bo="55")
    judgement = stop(game)
    assert (winner(judgement), game.shown("n1")) == (0, "Park")
    traded(game)
    closed = effect("conflict_closed", conflict="c1", outcome="undecided")
    assert closed in game.log[-1].effects
    assert insured(game) == {}


@rule("conflict.ties", "conflict.insurance")
def test_a_player_that_loses_by_the_lower_face_gets_no_insurance() -> None:
    game = narrated(in_run("Ann", "Bo", conflict_ties="higher_face"), Ann="44", Bo="55")
    stop(game)
    assert insured(traded(game)) == {}


@rule("conflict.ties")
def test_a_tie_behind_the_winner_is_none() -> None:
    game = narrated(in_run("Ann", "Bo", "Cy"), Ann="44", Bo="55", Cy="111")
    assert winner(stop(game)) == 3


@rule("conflict.goals", "conflict.conclude")
def test_allies_win_by_their_best_signal() -> None:
    game = narrated(in_run("Ann", "Bo", "Cy"), Ann="666", Bo="51", Cy="2222", allies={"Cy": "Bo"})
    assert winner(stop(game)) == 2


@rule("conflict.ties")
def test_allies_do_not_tie_with_each_other() -> None:
    game = narrated(in_run("Ann", "Bo", "Cy"), Ann="6", Bo="55", Cy="22", allies={"Cy": "Bo"})
    assert winner(stop(game)) == 2


@rule("conflict.drop", "conflict.conclude")
def test_a_player_that_gave_up_cannot_win() -> None:
    game = narrated(in_run("Ann", "Bo", "Cy"), Ann="6", Bo="555", Cy="22")
    game.move("Bo", "drop_out")
    assert winner(stop(game)) == 3


@rule("conflict.call", "conflict.conclude")
def test_the_only_participant_of_a_conflict_wins_without_dice() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    knight, park = fighter(game, "Bo", 1), game.node("Ann", "Park")
    call(game, "Bo")
    join(game, "Bo", knight, goal(park, action("strengthen", element=park)))
    judgement = game.move("Ann", "stand_aside")
    assert (winner(judgement), game.shown(park)) == (1, "Park!")
    assert tags(judgement)[-1] == "conflict_closed"


@rule("conflict.call", "conflict.conclude")
def test_a_conflict_that_nobody_joins_records_nothing() -> None:
    game = in_run("Ann", "Bo")
    call(game, "Bo")
    game.move("Ann", "stand_aside")
    judgement = game.move("Bo", "stand_aside")
    assert winner(judgement) == 0
    assert effect("conflict_closed", conflict="c1", outcome="undecided") in judgement.effects


@rule("conflict.conclude", "conflict.goals", "token.ratified")
def test_the_winner_s_changes_are_recorded_and_cost_nothing_more() -> None:
    game = with_goal(action("strengthen", element="n1"), action("weaken", element="n3"))
    paid = game.tokens("Bo")
    judgement = stop(game)
    assert effect("change_won", conflict="c1", change=1, made={}) in judgement.effects
    assert (game.shown("n1"), game.shown("n3")) == ("Park!", "Guards!?")
    assert (game.tokens("Bo"), str(paid)) == (paid, "4 story, 4 development")
    # Ann wrote the park, so she earns a token when the winner strengthens it.
    assert (1, "story", "bank", "seat:s1", "token.ratified") in moved(judgement)


@rule("conflict.goals", "conflict.conclude")
def test_the_loser_s_changes_are_not_recorded_and_spent_all_the_same() -> None:
    game = with_goal(action("strengthen", element="n1"), ann="666")
    stop(game)
    assert (game.shown("n1"), game.tokens("Bo").story) == ("Park", 4)


def boy_meets_girl() -> tuple[dict[str, Any], ...]:
    """Return changes that depend on an element of the first change."""
    return (
        action("create", label="Sarasvati", edge="loves", other="n1"),
        action("connect", label="trusts", source="a1.node", target="n2"),
        action("strengthen", element="a1.edge"),
    )


@rule("conflict.conclude", "consent.declare")
def test_a_goal_s_changes_may_name_elements_that_earlier_ones_write() -> None:
    game = with_goal(*boy_meets_girl())
    judgement = stop(game)
    made = [found.made for found in judgement.effects if hasattr(found, "made")]
    assert [(one.node, one.edge) for one in made] == [("n4", "e1"), (None, "e2"), (None, None)]
    assert [game.shown(id) for id in ("n4", "e1", "e2")] == ["Sarasvati", "loves!", "trusts"]


@rule("conflict.conclude", "mark.elimination")
def test_an_impossible_change_is_left_out_with_all_changes_that_depend_on_it() -> None:
    game = with_goal(*boy_meets_girl(), action("strengthen", element="n3"))
    game.given(effect("element_eliminated", element="n1", cause="strikes"))
    judgement = stop(game)
    failed = [one for one in judgement.effects if hasattr(one, "code")]
    assert [(one.change, one.code) for one in failed] == [
        (1, Own.ELIMINATED),
        (2, Own.UNKNOWN_RESULT),
        (3, Own.UNKNOWN_RESULT),
    ]
    assert (winner(judgement), game.shown("n3")) == (1, "Guards!!")


@rule("conflict.conclude", "consent.declare")
def test_a_failed_change_keeps_its_number() -> None:
    create = action("create", label="Sarasvati", edge="loves", other="n2")
    trusts = action("connect", label="trusts", source="a2.node", target="n3")
    game = with_goal(action("strengthen", element="n1"), create, trusts)
    game.given(effect("element_eliminated", element="n1", cause="strikes"))
    won = [one.change for one in stop(game).effects if hasattr(one, "made")]
    assert (won, game.shown("e2")) == ([2, 3], "trusts")


@rule("conflict.conclude", "network.similar")
def test_an_element_that_somebody_else_wrote_first_is_not_written_again() -> None:
    game = with_goal(*boy_meets_girl())
    game.node("Ann", "Sarasvati")
    failed = [one for one in stop(game).effects if hasattr(one, "code")]
    assert (failed[0].change, failed[0].code) == (1, Own.SIMILAR)


def seduced(ann: str, bo: str) -> tuple[Game, Accepted]:
    """Return the result of dice about whether Sarasvati loves Gil. Gil's power is Ann's pool."""
    game = in_run("Ann", "Bo").grant("Bo", story=3)
    gil = game.node("Ann", "Gil Bates" + "!" * len(ann))
    dog = game.node("Ann", "Dog")
    first = action("create", label="Sarasvati", edge="loves", other=gil)
    game.declares("Bo", first, action("strengthen", element=dog))
    game.move("Ann", "object", declaration="d1", ground="fiction", reason="Not Gil!")
    thugs, edge, _ = game.draws("Bo", f"Thugs{'!' * len(bo)} -know!!-> Gil Bates")
    call(game, "Bo", declaration="d1")
    join(game, "Bo", thugs, 1)
    join(game, "Ann", gil, goal(gil))
    roll(game, "Ann", ann)
    roll(game, "Bo", bo, edge, gil)
    return game, stop(narrate(game))


@rule("conflict.conclude", "conflict.goals")
def test_a_declared_action_that_wins_is_recorded_and_the_next_comes_up() -> None:
    game, judgement = seduced("1", "66")
    recorded = {"action": 1, "made": {"node": "n4", "edge": "e2"}}
    assert effect("action_recorded", declaration="d1", **recorded) in judgement.effects
    assert game.shown("n4") == "Sarasvati"
    assert effect("action_opened", declaration="d1", action=2, asked=["s1"]) in judgement.effects


@rule("conflict.goals", "conflict.ties", "consent.spent")
@pytest.mark.parametrize("bo", ["6", "66"], ids=["fewer dice", "a tie"])
def test_a_declared_action_that_does_not_win_is_spent_and_the_next_comes_up(bo: str) -> None:
    game, judgement = seduced("11", bo)
    assert effect("action_lost", declaration="d1", action=1) in judgement.effects
    assert effect("action_opened", declaration="d1", action=2, asked=["s1"]) in judgement.effects
    # One story token is spent, and one is in escrow for the next action.
    assert (game.tokens("Bo").story, len(game.state.play.network.nodes)) == (1, 3)


@rule("conflict.call", "consent.spent")
def test_a_declared_action_that_nobody_fights_for_is_lost() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    game.declares("Bo", action("strengthen", element=game.node("Ann", "Park")))
    game.move("Ann", "object", declaration="d1", ground="fiction", reason="No!")
    call(game, "Ann", declaration="d1")
    aside(game)
    assert "action_lost" in tags_of(game)
    assert (game.shown("n1"), game.tokens("Bo").story) == ("Park", 0)


def tags_of(game: Game) -> list[str]:
    """Return the tags of the last move's effects."""
    return [type(one).__struct_config__.tag for one in game.log[-1].effects]


@rule("conflict.development", "conflict.insurance", "conflict.conclude")
def test_ten_and_fifteen_dice_are_traded_and_four_against_two_develop_by_two() -> None:
    game = narrated(in_run("Ann", "Bo"), Ann="111112222233333", Bo="1111112345")
    begun = stop(game).effects[-1]
    assert [(one.seat, one.dice) for one in begun.trades] == [("s2", 15), ("s1", 10)]
    trade(game, "Ann", "1122334456")
    judgement = trade(game, "Bo", "666611122233345")
    assert moved(judgement) == [
        (2, "development", "bank", "seat:s2", "conflict.development"),
        (1, "story", "bank", "seat:s1", "conflict.insurance"),
    ]
    assert saw(judgement, "conflict.insurance")["tokens_gained"] == 6 - 5


@rule("conflict.development")
@pytest.mark.parametrize(("bo", "development"), [("22", 2 - 1), ("23", 0)], ids=["more", "equal"])
def test_each_side_rolls_once_and_the_loser_may_develop_too(bo: str, development: int) -> None:
    game = narrated(in_run("Ann", "Bo"), Ann="66", Bo="1")
    stop(game)
    trade(game, "Ann", "1")
    game.refused("Ann", Own.NOT_IN_CONFLICT, "trade_dice")
    trade(game, "Bo", bo)
    assert [game.tokens(name).development for name in ("Ann", "Bo")] == [0, development]


@rule("conflict.development")
def test_dice_that_were_burned_for_are_traded_too() -> None:
    game = narrated(in_run("Ann", "Bo"), Ann="66", Bo="1")
    game.edge("Ann", game.node("Ann", "Dog!!!"), "guards!", "n1")  # type: ignore[arg-type]
    game.move("Ann", "go_on")
    game.dice(1, 2, 3).move("Ann", "burn", edge="e1", narration="Bite!")
    game.move("Bo", "pass_round")
    begun = stop(narrate(game)).effects[-1]
    assert {one.seat: one.dice for one in begun.trades} == {"s1": 1, "s2": 5}


@rule("conflict.development")
def test_a_side_without_dice_rolls_and_the_other_has_nothing_to_roll() -> None:
    game = narrated(in_run("Ann", "Bo"), Ann="66", Bo="")
    stop(game)
    game.refused("Ann", Own.NOT_IN_CONFLICT, "trade_dice")
    assert (1, "development", "bank", "seat:s2", "conflict.development") in moved(
        trade(game, "Bo", "12")
    )


@rule("conflict.development", "conflict.conclude")
def test_no_dice_are_traded_if_nobody_had_any() -> None:
    judgement = stop(narrated(in_run("Ann", "Bo"), Ann="", Bo=""))
    assert tags(judgement)[-1] == "conflict_closed"
    assert "trading_began" not in tags(judgement)


@rule("conflict.development")
@pytest.mark.parametrize(
    ("dice", "allies", "trades"),
    [
        # Cy has two equal dice and rolls for the whole side. Ann rolls the four dice of that side.
        ({"Ann": "6661", "Bo": "51", "Cy": "22"}, {"Cy": "Bo"}, [("s1", 4), ("s3", 4)]),
        ({"Ann": "6661", "Cy": "22", "Bo": "22"}, {"Bo": "Cy"}, [("s1", 4), ("s2", 4)]),
        ({"Ann": "6", "Bo": "555", "Cy": "1123"}, {}, [("s2", 4), ("s3", 3)]),
    ],
    ids=["best of allies", "first of equal allies", "runner-up of three sides"],
)
def test_the_best_signals_of_the_winner_and_of_the_runner_up_trade_dice(
    dice: dict[str, str], allies: dict[str, str], trades: list[tuple[str, int]]
) -> None:
    begun = stop(narrated(in_run("Ann", "Bo", "Cy"), allies=allies, **dice)).effects[-1]
    assert [(one.seat, one.dice) for one in begun.trades] == trades


@rule("conflict.insurance")
def test_four_against_two_and_one_insures_with_two_and_three() -> None:
    game = narrated(in_run("Ann", "Bo", "Cy", "Di"), Bo="5555", Ann="66", Cy="1")
    before = game.tokens("Ann").story
    stop(game)
    traded(game)
    assert insured(game) == {"seat:s1": 4 - 2, "seat:s3": 4 - 1}
    assert (game.tokens("Ann").story - before, game.tokens("Cy").story) == (2, 3)


@rule("conflict.insurance")
def test_the_winner_s_allies_are_not_insured() -> None:
    dice = {"Ann": "6", "Bo": "555", "Cy": "2"}
    game = narrated(in_run("Ann", "Bo", "Cy"), allies={"Cy": "Bo"}, **dice)
    stop(game)
    assert insured(traded(game)) == {"seat:s1": 3 - 1}
