"""Leaving the table during a conflict or a first notice of loss."""

from typing import Any

import pytest

from tests.support.override import SARASVATI, contested, gil_bates
from tests.support.play import Game, action, effect, in_run, rule, tags
from verger.domain.games.verge.model.conflict import Conflict
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.views import conflict_view


def called() -> Game:
    """Return a table where Ann has called a conflict: Bo's and Cy's characters fight her Guards."""
    game = in_run("Ann", "Bo", "Cy", dice="reported")
    guards = game.node("Ann", "Guards!!")
    for name in ("Bo", "Cy"):
        game.edge(name, game.character(name, f"{name}'s own!!"), "fights!!", guards)
    game.move("Ann", "call_conflict", reason="They fight.")
    return game


def joins(game: Game, *names: str) -> Game:
    """Let seats join, each for a separate goal."""
    for name in names:
        goal = {"statement": f"{name} wins", "target": "n1"}
        game.move(name, "join_conflict", node=f"n{game.seat(name)[1:]}", goal=goal)
    return game


def rolls(game: Game, **dice: list[int]) -> Game:
    """Let seats roll two dice each, and name the values."""
    paths: dict[str, list[str]] = {"Ann": [], "Bo": ["e1", "n1"], "Cy": ["e2", "n1"]}
    for name, values in dice.items():
        game.move(name, "roll", explanation="So.", path=paths[name], reported=values)
    return game


def narrating() -> Game:
    """Return a conflict of three after all rolls. Bo's roll is best, then Cy's, then Ann's."""
    return rolls(joins(called(), "Ann", "Bo", "Cy"), Ann=[1, 2], Bo=[6, 6], Cy=[4, 3])


def narrated(*names: str) -> Game:
    """Return the same conflict after these seats have narrated."""
    return told(narrating(), *names)


def told(game: Game, *names: str) -> Game:
    """Let seats narrate one after the other."""
    for name in names:
        game.move(name, "narrate", text="So it goes.")
    return game


def under_way(game: Game) -> Conflict:
    """Return the conflict that is under way."""
    assert game.state.play.conflict is not None
    return game.state.play.conflict


@rule("table.leave", "conflict.call")
def test_a_player_that_leaves_before_joining_stands_aside() -> None:
    game = joins(called(), "Ann", "Bo")
    assert tags(game.move("Cy", "leave"))[1:] == ["stood_aside", "rolling_began"]


@rule("table.leave", "conflict.drop")
def test_a_participant_that_leaves_has_dropped_out_and_the_others_gather() -> None:
    game = joins(called(), "Bo")
    assert tags(game.move("Bo", "leave"))[1:] == ["dropped_out"]
    joins(game, "Ann", "Cy")
    assert [one.seat for one in under_way(game).active] == ["s1", "s3"]


@rule("table.leave", "conflict.conclude")
def test_there_is_nothing_to_roll_if_the_only_opponent_leaves() -> None:
    game = joins(called(), "Ann", "Bo")
    game.move("Bo", "leave")
    decided, closed = game.move("Cy", "stand_aside").effects[-2:]
    assert decided == effect("conflict_decided", conflict="c1", goal=1, virtual=None)
    assert closed == effect("conflict_closed", conflict="c1", outcome="won")


@rule("table.leave", "conflict.drop")
def test_the_others_roll_on_when_one_of_three_leaves() -> None:
    game = joins(called(), "Ann", "Bo", "Cy")
    rolls(game, Ann=[1, 2], Bo=[6, 6])
    assert tags(game.move("Cy", "leave"))[1:] == ["dropped_out", "narrating_began"]


@rule("table.leave", "conflict.drop", "conflict.insurance")
def test_a_player_that_leaves_a_single_side_behind_has_lost_and_gets_no_insurance() -> None:
    game = joins(called(), "Ann", "Bo")
    game.move("Cy", "stand_aside")
    rolls(game, Ann=[1, 1])
    judgement = game.move("Bo", "leave")
    assert effect("conflict_decided", conflict="c1", goal=1, virtual=None) in judgement.effects
    assert game.tokens("s2").story == 0


@rule("table.leave", "conflict.order")
def test_the_narration_of_a_leaver_is_skipped() -> None:
    game = narrated("Bo")
    game.move("Cy", "leave")
    assert under_way(game).next == "s1"


@rule("table.leave", "conflict.round")
def test_when_the_spotlight_seat_leaves_all_see_that_the_first_in_order_decides() -> None:
    game = narrated("Bo", "Cy")
    game.move("Ann", "leave")
    assert conflict_view(game.state, under_way(game)).spotlight == game.seat("Bo")
    game.refused("Cy", Own.NOT_IN_THE_SPOTLIGHT, "stop_conflict")
    game.move("Bo", "stop_conflict")


@rule("table.leave", "conflict.round")
def test_a_round_ends_when_the_last_who_has_to_act_leaves() -> None:
    game = narrated("Bo", "Cy", "Ann")
    for name, move in [("Ann", "go_on"), ("Bo", "pass_round"), ("Cy", "pass_round")]:
        game.move(name, move)
    assert tags(game.move("Ann", "leave"))[1:] == ["dropped_out", "narrating_began"]


def trading() -> Game:
    """Return a conflict that Bo has won, while Bo and Cy trade their two dice."""
    return told(concluding(), "Bo", "Cy", "Ann")


def concluding() -> Game:
    """Return a conflict that Bo has won, while Bo, Cy and Ann narrate its results."""
    game = narrated("Bo", "Cy", "Ann")
    game.move("Ann", "stop_conflict")
    return game


@rule("table.leave", "conflict.conclusions")
def test_the_conclusion_of_a_leaver_is_skipped() -> None:
    game = concluding()
    game.move("Cy", "leave")
    told(game, "Bo", "Ann")
    assert under_way(game).stage_name == "trading"


@rule("table.leave", "conflict.conclusions")
def test_the_sides_trade_when_the_last_who_has_a_conclusion_to_tell_leaves() -> None:
    game = told(concluding(), "Bo", "Cy")
    assert tags(game.move("Ann", "leave"))[-1] == "trading_began"


@rule("table.leave", "conflict.conclusions")
def test_a_leaver_has_no_other_conclusion_after_the_first() -> None:
    game = told(concluding(), "Bo")
    assert "conclusion_passed" not in tags(game.move("Bo", "leave"))


@rule("table.leave", "conflict.development")
def test_a_leaver_does_not_roll_the_traded_dice() -> None:
    game = trading()
    traded = effect("dice_traded", conflict="c1", seat="s3", values=[], reported=False)
    assert game.move("Cy", "leave").effects[-1] == traded
    game.move("Bo", "trade_dice", reported=[5, 5])
    assert (game.tokens("Bo").development, game.state.play.conflict) == (2, None)


@rule("table.leave", "table.seats", "conflict.development", "conflict.insurance")
def test_a_player_who_leaves_after_rolling_the_traded_dice_rolls_them_once() -> None:
    game = trading()
    game.move("Cy", "trade_dice", reported=[5, 5])
    assert tags(game.move("Cy", "leave")) == ["seat_left"]
    removed = game.copy()
    removed.move("Ann", "remove_seat", seat="s3")
    for one in (game, removed):
        one.move("Bo", "trade_dice", reported=[1, 2])
    # Cy's two fives are better than one die, but a player who has left earns nothing.
    assert (game.tokens("Bo").development, game.tokens("s3").development) == (0, 0)
    assert removed.account("seat:s3").total == 0


@rule("table.leave", "conflict.insurance")
@pytest.mark.parametrize(("leaver", "paid"), [("Cy", (1, 0)), ("Ann", (0, 1))])
def test_a_loser_who_has_left_before_the_end_gets_no_insurance(
    leaver: str, paid: tuple[int, int]
) -> None:
    game = trading()
    before = [game.tokens(seat).story for seat in ("s1", "s3")]
    game.move("Cy", "trade_dice", reported=[5, 5])
    game.move(leaver, "leave")
    game.move("Bo", "trade_dice", reported=[1, 2])
    assert game.state.play.conflict is None
    after = [game.tokens(seat).story for seat in ("s1", "s3")]
    assert (after[0] - before[0], after[1] - before[1]) == paid


@rule("table.leave", "conflict.conclude")
def test_a_conflict_ends_when_the_last_who_has_to_trade_leaves() -> None:
    game = trading()
    game.move("Bo", "trade_dice", reported=[5, 5])
    assert tags(game.move("Cy", "leave"))[-1] == "conflict_closed"


def left_to_dice(*more: Any) -> Game:
    """Return a conflict about Bo's first declared action, after Bo has left the table."""
    game = contested(gil_bates(), SARASVATI, *more, ground="fiction")
    game.move("Cy", "call_conflict", reason="No.", declaration="d1")
    game.move("Bo", "leave")
    return game


@rule("table.leave", "consent.spent")
def test_when_the_mover_leaves_a_change_that_nobody_else_fights_for_is_lost() -> None:
    game = left_to_dice()
    for name in ("Ann", "Cy"):
        game.move(name, "stand_aside")
    judgement = game.move("Di", "stand_aside")
    assert effect("action_lost", declaration="d1", action=1) in judgement.effects
    assert not game.state.play.declarations
    assert game.tokens("s2").story == 19


@rule("table.leave", "conflict.conclude")
def test_when_the_mover_leaves_others_may_win_the_change_that_dice_decide_about() -> None:
    game = left_to_dice()
    game.move("Ann", "join_conflict", node=game.node("Ann", "Zander"), goal=1)
    game.move("Cy", "stand_aside")
    judgement = game.move("Di", "stand_aside")
    assert "node_added" in tags(judgement)
    assert effect("declaration_closed", declaration="d1", outcome="done") in judgement.effects


@rule("table.leave", "consent.one_at_a_time")
def test_the_changes_after_the_one_that_dice_decide_about_leave_with_the_mover() -> None:
    game = left_to_dice(action("strengthen", element="n1"))
    for name in ("Ann", "Cy"):
        game.move(name, "stand_aside")
    judgement = game.move("Di", "stand_aside")
    closed = effect("declaration_closed", declaration="d1", outcome="withdrawn")
    assert closed in judgement.effects
    assert "The remaining actions of Bo are withdrawn." in judgement.ruling.sentence


@rule("table.leave", "conflict.conclude")
def test_the_mover_wins_the_change_when_the_only_opponent_leaves() -> None:
    game = contested(gil_bates(), SARASVATI, ground="fiction")
    own = game.character("Bo", "Aliana")
    game.move("Cy", "call_conflict", reason="No.", declaration="d1")
    game.move("Bo", "join_conflict", node=own, goal=1)
    for name in ("Ann", "Di"):
        game.move(name, "stand_aside")
    assert "node_added" in tags(game.move("Cy", "leave"))


def noticed(*, fought: bool = False) -> Game:
    """Return a game in the scene of Bo's first notice. If its conflict has begun, Cy takes no part."""
    game = called().given(effect("conflict_closed", conflict="c1", outcome="undecided"))
    loves = {"label": "loves", "source": "n2", "target": "n1", "creator": "s2", "thing": 1}
    game.given(effect("edge_added", edge="e3", person="n2", **loves))
    game.given(effect("notices_owed", seats=["s2"]))
    game.move("Bo", "choose_loss", edge="e3")
    game.move("Ann", "frame", camera="A park.", place="The park", notice="s2")
    if fought:
        game.move("Ann", "call_conflict", reason="She is gone.", notice=True)
        game.move("Cy", "stand_aside")
    return game


@rule("table.leave", "fnol.budget", "fnol.order")
def test_a_first_notice_ends_when_its_player_leaves_and_is_still_to_come() -> None:
    game = noticed()
    ended = effect("notice_ended", seat="s2")
    assert game.move("Bo", "leave").effects[-1] == ended
    assert game.account("fnol:s2").total == 0
    assert game.state.play.notices.owed == ("s2",)


@rule("table.leave", "fnol.budget")
def test_a_first_notice_goes_on_when_somebody_else_leaves() -> None:
    game = noticed()
    game.move("Cy", "leave")
    assert game.account("fnol:s2").story == 12


@rule("table.leave", "fnol.conflict")
def test_the_gm_takes_the_loss_of_a_player_who_leaves_before_joining() -> None:
    game = noticed(fought=True)
    game.move("Bo", "leave")
    joins(game, "Ann")
    assert (game.state.play.conflict, game.state.play.notices.owed) == (None, ())


@rule("table.leave", "fnol.conflict")
def test_a_first_notice_that_its_gm_leaves_before_joining_is_still_to_come() -> None:
    game = noticed(fought=True)
    joins(game, "Bo")
    judgement = game.move("Ann", "leave")
    assert "It is called off." in judgement.ruling.sentence
    assert "notice_fought" not in tags(judgement)
    assert game.state.play.notices.owed == ("s2",)


@rule("table.leave", "fnol.conflict")
def test_a_player_that_leaves_a_first_notice_during_its_fight_has_lost() -> None:
    game = rolls(joins(noticed(fought=True), "Ann", "Bo"), Ann=[1, 1])
    game.move("Bo", "leave")
    assert "notice_fought" in tags(game.move("Ann", "pass_conclusion"))
    assert (game.state.play.notices.owed, game.account("fnol:s2").total) == ((), 0)


def noticed_and_fought() -> Game:
    """Return a first notice that Bo has lost, while Bo and Ann trade their dice."""
    game = rolls(joins(noticed(fought=True), "Ann", "Bo"), Ann=[1, 1], Bo=[6, 5])
    for name in ("Bo", "Ann"):
        game.move(name, "narrate", text="So.")
    game.move("Ann", "stop_conflict")
    return told(game, "Bo", "Ann")


@rule("table.leave", "fnol.conflict")
@pytest.mark.parametrize("first", ["Ann", "Bo"])
def test_a_first_notice_that_was_lost_stays_lost_when_its_player_leaves(first: str) -> None:
    game = noticed_and_fought()
    if first == "Ann":
        game.move("Ann", "trade_dice", reported=[2, 2])
    game.move("Bo", "leave")
    if first == "Bo":
        game.move("Ann", "trade_dice", reported=[2, 2])
    assert (game.state.play.notices.owed, game.account("fnol:s2").total) == ((), 0)


@rule("table.leave", "fnol.conflict", "conflict.insurance")
def test_no_player_wins_a_first_notice_because_the_gm_leaves() -> None:
    game = rolls(joins(noticed(fought=True), "Ann", "Bo"), Bo=[6, 6])
    judgement = game.move("Ann", "leave")
    lost = effect("conflict_decided", conflict="c2", goal=1, virtual=3)
    assert lost in judgement.effects
    told(game, "Bo")
    assert (game.state.play.notices.owed, game.tokens("Bo").story) == (("s2",), 1)


@rule("table.leave", "compile.gm")
def test_a_first_notice_goes_on_with_another_gm() -> None:
    game = noticed()
    game.move("Ann", "leave")
    game.agreed("Bo", "hand_over_gm", seat="s3")
    game.move("Cy", "end_scene")
    assert game.account("fnol:s2").total == 0


@rule("table.leave", "fnol.order")
def test_a_first_notice_ends_without_its_player_though_something_else_is_fought() -> None:
    game = noticed()
    game.move("Ann", "call_conflict", reason="They fight.")
    judgement = game.move("Bo", "leave")
    assert effect("notice_ended", seat="s2") in judgement.effects
    assert (under_way(game).notice, game.account("fnol:s2").total) == (None, 0)
