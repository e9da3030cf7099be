"""The conflict of a first notice of loss, which the GM wins with any dice."""

import pytest

from tests.support.conflict import (
    aside,
    call,
    conclude,
    conflict_of,
    fighter,
    goal,
    join,
    moved,
    narrate,
    stop,
)
from tests.support.conflict import roll as rolls
from tests.support.loss import chooses, fight, in_notice, lose, with_things
from tests.support.play import Game, action, cited, effect, rule, tags
from verger.domain.core.reason import Code
from verger.domain.games.verge.reason import Code as Own


@rule("fnol.conflict")
def test_the_gm_calls_the_fight_and_has_the_spotlight() -> None:
    game = in_notice("Ann", "Bo", "Cy")
    refusal = game.refused("Bo", Code.GM_ONLY, "call_conflict", reason="No!", notice=True)
    assert refusal.rule == "fnol.conflict"
    happened = call(game, "Ann", notice=True).effects[0]
    assert (happened.notice, happened.spotlight, happened.asked) == ("s2", "s1", ("s1", "s2", "s3"))


@rule("fnol.conflict")
def test_a_notice_is_fought_once_and_only_if_there_is_one() -> None:
    game = with_things("Ann", "Bo").given(effect("notices_owed", seats=[]))
    for one in (game, lose(in_notice("Ann", "Bo"))):
        one.refused("Ann", Own.NO_NOTICE, "call_conflict", reason="Now!", notice=True)


@rule("fnol.conflict")
@pytest.mark.parametrize(
    ("ann", "bo", "virtual"),
    [("1", "6666", 4), ("11", "22", 1), ("111", "22", 0), ("", "5", 2), ("6666", "1", -2)],
)
def test_the_gm_wins_by_exactly_one_at_any_dice(ann: str, bo: str, virtual: int) -> None:
    game = fight(in_notice("Ann", "Bo"), ann, bo)
    judgement = game.move("Ann", "stop_conflict")
    assert effect("conflict_decided", conflict="c1", goal=1, virtual=virtual) in judgement.effects
    assert len(ann) + virtual - len(bo) == 1


@rule("fnol.conflict", "conflict.insurance")
def test_the_player_gets_one_insurance_and_the_gm_the_difference_of_the_noise() -> None:
    # Ann has 1 die of noise, Bo 4.
    game = fight(in_notice("Ann", "Bo"), "661", "55551234")
    stop(game)
    game.dice(*[1] * 8).move("Ann", "trade_dice")
    paid = moved(game.dice(*[1] * 6).move("Bo", "trade_dice"))
    assert (1, "story", "bank", "seat:s2", "conflict.insurance") in paid
    assert (4 - 1, "story", "bank", "seat:s1", "fnol.conflict") in paid


@rule("fnol.conflict")
def test_the_difference_of_the_noise_is_never_negative() -> None:
    # Ann has 3 dice of noise, Bo none.
    game = lose(in_notice("Ann", "Bo"), "66123", "5")
    assert game.tokens("Ann").story == 3


@rule("fnol.conflict")
def test_the_goal_of_the_gm_is_recorded() -> None:
    game = in_notice("Ann", "Bo").grant("Ann", development=1)
    guards = game.node("Ann", "Guards!")
    call(game, "Ann", notice=True)
    join(game, "Ann", guards, goal("n1", action("weaken", element="e1")))
    join(game, "Bo", "n1", goal("n1"))
    rolls(game, "Ann", "")
    rolls(game, "Bo", "66")
    narrate(game).move("Ann", "stop_conflict")
    assert game.shown("e1") == "needs!!!!?"


@rule("fnol.conflict", "conflict.call")
@pytest.mark.parametrize("notice", [True, False])
def test_a_bit_character_stands_in_for_the_player_s_own_only_in_a_first_notice(
    notice: bool,
) -> None:
    game = in_notice("Ann", "Bo")
    spouse, park = game.node("Ann", "Spouse", "person"), game.node("Ann", "Park", "place")
    call(game, "Ann", notice=notice)
    for node in (park,) if notice else (park, spouse):
        game.refused("Bo", Own.NOT_THIS_NODE, "join_conflict", node=node, goal=goal(node))
    if notice:
        assert "token.interest" not in cited(join(game, "Bo", spouse, goal(spouse)))


@rule("fnol.conflict", "conflict.drop")
def test_a_player_that_gives_up_their_notice_loses_it_without_insurance() -> None:
    game = fight(in_notice("Ann", "Bo"), "1", "66")
    judgement = conclude(game, game.move("Bo", "drop_out"))
    assert effect("conflict_decided", conflict="c1", goal=1, virtual=0) in judgement.effects
    game.dice(1, 1).move("Ann", "trade_dice")
    last = game.dice(1).move("Bo", "trade_dice")
    assert "notice_fought" in tags(last)
    assert game.tokens("Bo").story == 0


@rule("fnol.conflict", "conflict.drop")
def test_the_gm_does_not_give_a_first_notice_up() -> None:
    game = fight(in_notice("Ann", "Bo"), "1", "66")
    refusal = game.refused("Ann", Own.LOSS_IS_FIXED, "drop_out")
    assert (refusal.rule, refusal.facts) == (
        "fnol.conflict",
        {"seat_name": "Bo", "spotlight_name": "Ann"},
    )
    assert not game.options("Ann", "drop_out")


@rule("fnol.conflict", "token.interest")
def test_the_gm_does_not_stand_aside_and_earns_interest_by_the_player_s_own_character() -> None:
    game = in_notice("Ann", "Bo")
    call(game, "Ann", notice=True)
    game.refused("Ann", Own.LOSS_IS_FIXED, "stand_aside")
    assert not game.options("Ann", "stand_aside")
    join(game, "Bo", "n1", goal("n1"))
    assert game.tokens("Ann").story == 2


@rule("fnol.conflict", "compile.gm")
def test_a_former_gm_without_an_element_to_fight_with_stands_aside() -> None:
    game = in_notice("Ann", "Bo", "Cy")
    call(game, "Ann", notice=True)
    game.agreed("Ann", "hand_over_gm", seat=game.seat("Cy"))
    assert not game.options("Ann", "join_conflict")
    assert game.options("Ann", "stand_aside")
    aside(game)
    assert game.state.play.conflict is None


@rule("fnol.conflict", "conflict.goals")
@pytest.mark.parametrize(("one", "other"), [("Ann", "Bo"), ("Bo", "Ann")])
def test_the_gm_and_the_player_fight_for_different_goals(one: str, other: str) -> None:
    game = in_notice("Ann", "Bo")
    nodes = {"Ann": game.node("Ann", "Guards!"), "Bo": "n1"}
    call(game, "Ann", notice=True)
    join(game, one, nodes[one], goal("n1"))
    refusal = game.refused(other, Own.SAME_SIDE, "join_conflict", node=nodes[other], goal=1)
    assert refusal.rule == "fnol.conflict"
    join(game, other, nodes[other], goal("n1"))


def with_friend(ann: str, bo: str, cy: str) -> Game:
    """Return the fight of Bo's notice, with Cy on Bo's side, after these dice are narrated."""
    game = in_notice("Ann", "Bo", "Cy")
    fighters = {"Ann": ann, "Bo": bo, "Cy": cy}
    nodes = {
        name: game.node(name, f"One of {name}{'!' * len(dice)}", "person")
        for name, dice in fighters.items()
    }
    call(game, "Ann", notice=True)
    for name, node in nodes.items():
        join(game, name, node, goal(node))
    for name, dice in fighters.items():
        rolls(game, name, dice)
    return narrate(game)


@rule("fnol.conflict", "conflict.call")
def test_the_gm_wins_a_first_notice_also_against_players_that_join() -> None:
    game = with_friend("1", "22", "66666")
    judgement = stop(game)
    assert effect("conflict_decided", conflict="c1", goal=1, virtual=2) in judgement.effects


@rule("fnol.conflict", "conflict.insurance")
def test_a_player_that_joins_a_first_notice_and_loses_is_insured_against_the_gm_s_signal() -> None:
    # The GM wins with three.
    game = with_friend("1", "22", "6")
    stop(game)
    game.dice(*[1] * 2).move("Ann", "trade_dice")
    paid = moved(game.dice(*[1] * 3).move("Bo", "trade_dice"))
    insured = [(to, number) for number, _, _, to, rule in paid if rule == "conflict.insurance"]
    assert sorted(insured) == [("seat:s2", 1), ("seat:s3", 2)]


@rule("fnol.conflict", "conflict.development")
@pytest.mark.parametrize(("ann", "traded"), [("1", 3), ("666666", 6)])
def test_virtual_dice_are_dice_that_the_gm_had_and_are_traded(ann: str, traded: int) -> None:
    game = fight(in_notice("Ann", "Bo"), ann, "22")
    begun = stop(game).effects[-1]
    assert {one.seat: one.dice for one in begun.trades} == {"s1": 2, "s2": traded}
    said = game.log[-3].ruling.sentence
    assert ("It is won with 2 virtual dice." in said) is (ann == "1")


@rule("fnol.conflict")
def test_a_player_that_stands_aside_in_their_own_notice_has_lost_it() -> None:
    game = in_notice("Ann", "Bo")
    guards = game.node("Ann", "Guards!")
    call(game, "Ann", notice=True)
    join(game, "Ann", guards, goal(guards))
    aside(game)
    assert effect("notice_fought", seat="s2", how="To win.", by=guards) in game.log[-1].effects
    assert game.tokens("Bo").story == 0


@rule("conflict.call", "fnol.conflict")
def test_an_ordinary_conflict_in_a_notice_s_scene_does_not_settle_it() -> None:
    game = in_notice("Ann", "Bo")
    guards = game.node("Ann", "Guards!")
    call(game, "Ann")
    join(game, "Ann", guards, goal(guards))
    aside(game)
    assert game.state.play.conflict is None
    call(game, "Ann", notice=True)
    assert conflict_of(game).notice == "s2"


def leaving(stage: str) -> Game:
    """Return the fight of Bo's notice at this stage. Ann still has a part in it."""
    game = in_notice("Ann", "Bo", "Cy")
    if stage == "gathering":
        call(game, "Ann", notice=True)
    elif stage == "joined":
        call(game, "Ann", notice=True)
        join(game, "Bo", "n1", goal("n1"))
    else:
        fight(game, "66", "1")
        if stage == "trading":
            stop(game)
    return game


@rule("fnol.conflict", "table.leave")
@pytest.mark.parametrize("stage", ["gathering", "joined", "narrating", "trading"])
def test_the_player_of_a_notice_may_leave_it_at_any_stage(stage: str) -> None:
    game = leaving(stage)
    game.move("Bo", "leave")
    if stage == "trading":
        game.dice(1).move("Ann", "trade_dice")
    elif stage == "narrating":
        game.move("Ann", "pass_conclusion")
    else:
        join(game, "Ann", fighter(game, "Ann", 1), goal("n1"))
        game.move("Cy", "stand_aside")
    assert game.state.play.conflict is None
    game.move("Ann", "end_scene")
    assert (game.state.play.notices.current, game.account("fnol:s2").total) == (None, 0)


@rule("fnol.conflict", "table.seats")
def test_a_player_who_is_gone_is_not_insured_for_its_notice() -> None:
    game = leaving("trading")
    game.move("Bo", "leave")
    game.move("Ann", "remove_seat", seat="s2")
    judgement = game.dice(1).move("Ann", "trade_dice")
    assert "notice_ended" in tags(judgement)
    assert (game.state.play.conflict, game.account("seat:s2").total) == (None, 0)


@rule("fnol.conflict", "compile.gm")
def test_a_player_in_a_first_notice_does_not_become_its_gm() -> None:
    game = in_notice("Ann", "Bo", "Cy")
    subject = {"subject": "hand_over_gm", "seat": "s2"}
    refusal = game.refused("Cy", Own.NOTICE_UNDER_WAY, "propose", subject=subject)
    assert refusal.facts == {"seat_name": "Bo"}
    game.move("Ann", "end_scene")
    game.proposes("Cy", "hand_over_gm", seat="s2")


@rule("fnol.order", "compile.gm")
def test_a_player_that_has_become_gm_has_no_first_notice_after_any_choice() -> None:
    game = with_things("Ann", "Bo", "Cy")
    chooses(game, "Bo")
    game.agreed("Ann", "hand_over_gm", seat="s2")
    fields = {"camera": "Rain.", "place": "A park", "notice": "s2"}
    game.refused("Bo", Own.LOSS_NOT_CHOSEN, "frame", **fields)
