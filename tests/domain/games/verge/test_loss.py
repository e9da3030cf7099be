"""First notices of loss: the choice, the order, and the fight that the GM wins."""

import pytest

from domain.core.reason import Code
from domain.games.verge.reason import Code as Own
from tests.support.conflict import aside, call, conflict_of, fighter, goal, join, moved, narrate
from tests.support.conflict import roll as rolls
from tests.support.loss import fight, frame, in_notice, lose, with_things
from tests.support.play import Game, action, cited, effect, in_load, in_run, rule, saw, tags


@rule("fnol.choice")
@pytest.mark.parametrize(("thing", "edge"), [(1, "e1"), (2, "e2")])
def test_the_player_picks_which_of_two_things_is_lost(thing: int, edge: str) -> None:
    judgement = with_things("Ann", "Bo").move("Bo", "choose_loss", thing=thing)
    assert judgement.effects == (effect("loss_chosen", seat="s2", thing=thing, edge=edge),)


@rule("fnol.choice")
def test_nobody_picks_for_another() -> None:
    game = with_things("Ann", "Bo", "Cy")
    assert game.move("Cy", "choose_loss", thing=1).effects[0].edge == "e3"
    game.refused("Ann", Own.NOTHING_TO_LOSE, "choose_loss", thing=1)
    assert list(game.state.play.notices.chosen) == ["s3"]


@rule("fnol.choice")
def test_the_choice_may_change_until_the_scene() -> None:
    game = with_things("Ann", "Bo")
    game.move("Bo", "choose_loss", thing=1)
    game.refused("Bo", Code.ALREADY_ANSWERED, "choose_loss", thing=1)
    game.move("Bo", "choose_loss", thing=2)
    frame(game, "Bo")
    game.refused("Bo", Code.ALREADY_ANSWERED, "choose_loss", thing=1)


@rule("fnol.choice", "mark.elimination")
@pytest.mark.parametrize("gone", ["e1", "n2"])
def test_what_has_left_the_fiction_cannot_be_lost(gone: str) -> None:
    game = with_things("Ann", "Bo").grant("Ann", story=12)
    for _ in range(3):
        if game.eliminated(gone) is None:
            game.declares("Ann", action("strike", element=gone))
    refusal = game.refused("Bo", Own.NOTHING_TO_LOSE, "choose_loss", thing=1)
    assert refusal.facts == {"name": "Bo", "thing": 1}
    game.move("Bo", "choose_loss", thing=2)


@rule("fnol.choice")
def test_what_is_lost_is_chosen_in_run() -> None:
    in_load("Ann", "Bo").refused("Bo", Code.WRONG_STEP, "choose_loss", thing=1)


@rule("fnol.order")
def test_everybody_owes_a_first_notice_when_run_begins() -> None:
    game = in_load("Ann", "Bo", "Cy", phase=7)
    judgement = game.agreed("Ann", "accept_network")
    assert effect("notices_owed", seats=["s2", "s3"]) in judgement.effects


@rule("fnol.order", "scene.frame")
def test_ordinary_scenes_wait_for_every_first_notice() -> None:
    game = with_things("Ann", "Bo", "Cy")
    refusal = game.refused("Ann", Own.NOTICES_FIRST, "frame", camera="Rain.", place="A park")
    assert refusal.facts["seats"] == ("Bo", "Cy")


@rule("fnol.order", "fnol.choice")
def test_a_first_notice_waits_for_the_choice() -> None:
    game = with_things("Ann", "Bo")
    fields = {"camera": "Rain.", "place": "A park", "notice": "s2"}
    refusal = game.refused("Ann", Own.LOSS_NOT_CHOSEN, "frame", **fields)
    assert refusal.facts["name"] == "Bo"


@rule("fnol.order", "fnol.choice")
def test_what_was_chosen_and_then_left_the_fiction_has_to_be_chosen_again() -> None:
    game = with_things("Ann", "Bo")
    game.move("Bo", "choose_loss", thing=1)
    game.given(effect("element_eliminated", element="e1", cause="strikes"))
    fields = {"camera": "Rain.", "place": "A park", "notice": "s2"}
    game.refused("Ann", Own.LOSS_NOT_CHOSEN, "frame", **fields)


@rule("fnol.order")
def test_first_notices_come_in_the_order_that_the_gm_likes() -> None:
    game = with_things("Ann", "Bo", "Cy")
    for name in ("Bo", "Cy"):
        game.move(name, "choose_loss", thing=1)
    judgement = frame(game, "Cy")
    assert effect("notice_began", seat="s3") in judgement.effects
    assert saw(judgement, "fnol.order") == {"seat": "s3"}


@rule("fnol.order")
def test_after_every_first_notice_ordinary_scenes_are_framed() -> None:
    game = lose(in_notice("Ann", "Bo"))
    judgement = game.move("Ann", "end_scene")
    assert effect("notice_ended", seat="s2") in judgement.effects
    assert tags(frame(game)) == ["scene_framed"]


@rule("fnol.order", "scene.frame")
def test_framing_an_ordinary_scene_ends_the_last_first_notice() -> None:
    game = lose(in_notice("Ann", "Bo"))
    ended = [tag for tag in tags(frame(game)) if tag != "tokens_moved"]
    assert ended == ["notice_ended", "scene_framed"]


@rule("fnol.order")
def test_framing_the_next_first_notice_ends_the_one_before() -> None:
    game = lose(in_notice("Ann", "Bo", "Cy"))
    game.move("Cy", "choose_loss", thing=2)
    judged = [tag for tag in tags(frame(game, "Cy")) if tag != "tokens_moved"]
    assert judged == ["notice_ended", "scene_framed", "notice_began"]


@rule("fnol.order")
def test_who_has_nothing_to_lose_is_not_waited_for() -> None:
    game = with_things("Ann", "Bo")
    for edge in ("e1", "e2"):
        game.given(effect("element_eliminated", element=edge, cause="strikes"))
    assert tags(frame(game)) == ["scene_framed"]


@rule("fnol.order")
def test_a_player_without_a_character_is_not_waited_for() -> None:
    game = in_run("Ann", "Bo").given(effect("notices_owed", seats=["s2"]))
    assert tags(frame(game)) == ["scene_framed"]


@rule("fnol.order", "table.leave")
def test_who_has_left_the_table_is_not_waited_for() -> None:
    game = with_things("Ann", "Bo")
    game.move("Bo", "leave")
    assert tags(frame(game)) == ["scene_framed"]


@rule("fnol.order")
def test_a_notice_that_ends_without_a_fight_is_still_owed() -> None:
    game = in_notice("Ann", "Bo")
    game.move("Ann", "end_scene")
    game.refused("Ann", Own.NOTICES_FIRST, "frame", camera="Rain.", place="A park")
    assert "notice_began" in tags(frame(game, "Bo"))


@rule("fnol.order")
def test_more_may_be_called_later_and_chosen_anew() -> None:
    game = lose(in_notice("Ann", "Bo"))
    game.move("Ann", "end_scene")
    again = {"camera": "Later.", "place": "A park", "notice": "s2"}
    game.refused("Ann", Own.LOSS_NOT_CHOSEN, "frame", **again)
    game.move("Bo", "choose_loss", thing=2)
    assert "notice_began" in tags(frame(game, "Bo"))


@rule("fnol.order", "fnol.choice")
def test_a_notice_that_was_lost_is_not_framed_again_without_a_new_choice() -> None:
    game = lose(in_notice("Ann", "Bo"))
    again = {"camera": "Again.", "place": "A park", "notice": "s2"}
    game.refused("Ann", Own.LOSS_NOT_CHOSEN, "frame", **again)


@rule("fnol.conflict")
def test_the_gm_calls_the_fight_and_has_the_spotlight() -> None:
    game = in_notice("Ann", "Bo", "Cy")
    refusal = game.refused("Bo", Code.GM_ONLY, "call_conflict", reason="No!", notice=True)
    assert refusal.rule == "fnol.conflict"
    happened = call(game, "Ann", notice=True).effects[0]
    assert (happened.notice, happened.spotlight, happened.asked) == ("s2", "s1", ("s1", "s2"))


@rule("fnol.conflict")
def test_without_a_notice_there_is_none_to_fight() -> None:
    game = with_things("Ann", "Bo")
    game.refused("Ann", Own.NO_NOTICE, "call_conflict", reason="Now!", notice=True)


@rule("fnol.conflict")
def test_a_notice_is_fought_once() -> None:
    game = lose(in_notice("Ann", "Bo"))
    game.refused("Ann", Own.NO_NOTICE, "call_conflict", reason="Again!", notice=True)


@rule("fnol.conflict")
@pytest.mark.parametrize(
    ("ann", "bo", "virtual"),
    [("1", "6666", 4), ("11", "22", 1), ("111", "22", 0), ("", "5", 2), ("6666", "1", -2)],
)
def test_the_gm_wins_by_exactly_one_whatever_the_dice_say(ann: str, bo: str, virtual: int) -> None:
    game = fight(in_notice("Ann", "Bo"), ann, bo)
    judgement = game.move("Ann", "stop_conflict")
    assert effect("conflict_decided", conflict="c1", goal=1, virtual=virtual) in judgement.effects
    assert len(ann) + virtual - len(bo) == 1


@rule("fnol.conflict", "conflict.insurance")
def test_the_player_gets_one_insurance_and_the_gm_the_difference_of_the_noise() -> None:
    # Ann has 1 die of noise, Bo 4.
    game = fight(in_notice("Ann", "Bo"), "661", "55551234")
    game.move("Ann", "stop_conflict")
    game.dice(*[1] * 8).move("Ann", "trade_dice")
    paid = moved(game.dice(*[1] * 3).move("Bo", "trade_dice"))
    assert (1, "story", "bank", "seat:s2", "conflict.insurance") in paid
    assert (4 - 1, "story", "bank", "seat:s1", "fnol.conflict") in paid


@rule("fnol.conflict")
def test_the_difference_of_the_noise_is_never_negative() -> None:
    # Ann has 3 dice of noise, Bo none.
    game = lose(in_notice("Ann", "Bo"), "66123", "5")
    assert game.tokens("Ann").story == 3


@rule("fnol.conflict")
def test_what_the_gm_wants_is_recorded() -> None:
    game = in_notice("Ann", "Bo").grant("Ann", development=1)
    guards = game.node("Ann", "Guards!")
    call(game, "Ann", notice=True)
    join(game, "Ann", guards, goal("n1", action("weaken", element="e1")))
    join(game, "Bo", "n1", goal("n1"))
    rolls(game, "Ann", "")
    rolls(game, "Bo", "66")
    narrate(game).move("Ann", "stop_conflict")
    assert game.shown("e1") == "needs!!!!?"


@rule("fnol.conflict")
def test_a_bit_character_may_stand_in_for_the_player_s_own() -> None:
    game = in_notice("Ann", "Bo")
    spouse, park = game.node("Ann", "Spouse", "person"), game.node("Ann", "Park", "place")
    call(game, "Ann", notice=True)
    game.refused("Bo", Own.NOT_THIS_NODE, "join_conflict", node=park, goal=goal(park))
    judgement = join(game, "Bo", spouse, goal(spouse))
    assert "token.interest" not in cited(judgement)


@rule("conflict.call")
def test_an_ordinary_conflict_has_no_bit_characters() -> None:
    game = in_notice("Ann", "Bo")
    spouse = game.node("Ann", "Spouse", "person")
    call(game, "Ann")
    game.refused("Bo", Own.NOT_THIS_NODE, "join_conflict", node=spouse, goal=goal(spouse))


@rule("fnol.conflict", "token.interest")
def test_the_player_s_own_character_earns_the_gm_interest() -> None:
    game = in_notice("Ann", "Bo")
    call(game, "Ann", notice=True)
    join(game, "Bo", "n1", goal("n1"))
    assert game.tokens("Ann").story == 2


@rule("fnol.conflict", "conflict.drop")
def test_who_gives_its_notice_up_loses_it_without_insurance() -> None:
    game = fight(in_notice("Ann", "Bo"), "1", "66")
    judgement = game.move("Bo", "drop_out")
    assert effect("conflict_decided", conflict="c1", goal=1, virtual=0) in judgement.effects
    game.dice(1, 1).move("Ann", "trade_dice")
    last = game.dice(1).move("Bo", "trade_dice")
    assert "notice_fought" in tags(last)
    assert game.tokens("Bo").story == 0


@rule("fnol.conflict", "fnol.order")
def test_a_gm_who_gives_up_has_not_won_and_the_notice_is_still_to_be_fought() -> None:
    game = fight(in_notice("Ann", "Bo"), "1", "66")
    judgement = game.move("Ann", "drop_out")
    assert effect("conflict_decided", conflict="c1", goal=0, virtual=None) in judgement.effects
    for name, dice in (("Ann", (1, 1)), ("Bo", (1,))):
        game.dice(*dice).move(name, "trade_dice")
    call(game, "Ann", notice=True)


@rule("fnol.conflict")
def test_a_player_alone_does_not_win_its_own_notice() -> None:
    game = in_notice("Ann", "Bo")
    call(game, "Ann", notice=True)
    join(game, "Bo", "n1", goal("n1"))
    judgement = game.move("Ann", "stand_aside")
    assert effect("conflict_decided", conflict="c1", goal=0, virtual=None) in judgement.effects
    assert "notice_fought" not in tags(judgement)


@rule("fnol.conflict")
def test_a_gm_who_joins_for_the_player_s_goal_has_not_fought_the_notice() -> None:
    game = in_notice("Ann", "Bo")
    guards = game.node("Ann", "Guards!")
    call(game, "Ann", notice=True)
    join(game, "Bo", "n1", goal("n1"))
    judgement = join(game, "Ann", guards, 1)
    assert effect("conflict_decided", conflict="c1", goal=0, virtual=None) in judgement.effects
    assert "notice_fought" not in tags(judgement)


@rule("fnol.conflict")
def test_who_stands_aside_in_its_own_notice_has_lost_it() -> None:
    game = in_notice("Ann", "Bo")
    guards = game.node("Ann", "Guards!")
    call(game, "Ann", notice=True)
    join(game, "Ann", guards, goal(guards))
    aside(game)
    assert effect("notice_fought", seat="s2") in game.log[-1].effects
    assert game.tokens("Bo").story == 0


@rule("conflict.call", "fnol.conflict")
def test_an_ordinary_conflict_in_a_notice_s_scene_does_not_settle_it() -> None:
    game = in_notice("Ann", "Bo")
    guards = game.node("Ann", "Guards!")
    call(game, "Ann")
    join(game, "Ann", guards, goal(guards))
    aside(game)
    assert conflict_is_over(game)
    call(game, "Ann", notice=True)
    assert conflict_of(game).notice == "s2"


def conflict_is_over(game: Game) -> bool:
    """Say whether no conflict is under way."""
    return game.state.play.conflict is None


def leaving(stage: str) -> Game:
    """Give Bo's notice at a stage of its fight, in which Ann still has something to do."""
    game = in_notice("Ann", "Bo", "Cy")
    if stage == "gathering":
        call(game, "Ann", notice=True)
    elif stage == "joined":
        call(game, "Ann", notice=True)
        join(game, "Bo", "n1", goal("n1"))
    else:
        fight(game, "66", "1")
        if stage == "trading":
            game.move("Ann", "stop_conflict")
    return game


@rule("fnol.conflict", "table.leave")
@pytest.mark.parametrize("stage", ["gathering", "joined", "narrating", "trading"])
def test_whose_notice_it_is_may_leave_it_at_any_stage(stage: str) -> None:
    game = leaving(stage)
    game.move("Bo", "leave")
    if stage == "trading":
        game.dice(1).move("Ann", "trade_dice")
    elif stage != "narrating":
        join(game, "Ann", fighter(game, "Ann", 1), goal("n1"))
    assert conflict_is_over(game)
    game.move("Ann", "end_scene")
    assert (game.state.play.notices.current, game.account("fnol:s2").total) == (None, 0)


@rule("fnol.conflict", "table.seats")
def test_a_player_who_is_gone_is_not_insured_for_its_notice() -> None:
    game = leaving("trading")
    game.move("Bo", "leave")
    game.move("Ann", "remove_seat", seat="s2")
    judgement = game.dice(1).move("Ann", "trade_dice")
    assert "notice_ended" in tags(judgement)
    assert (conflict_is_over(game), game.account("seat:s2").total) == (True, 0)


@rule("fnol.conflict", "compile.gm")
def test_who_is_in_a_first_notice_does_not_become_its_gm() -> None:
    game = in_notice("Ann", "Bo", "Cy")
    subject = {"subject": "hand_over_gm", "seat": "s2"}
    refusal = game.refused("Cy", Own.NOTICE_UNDER_WAY, "propose", subject=subject)
    assert refusal.facts == {"name": "Bo"}
    game.move("Ann", "end_scene")
    game.proposes("Cy", "hand_over_gm", seat="s2")


@rule("fnol.order", "compile.gm")
def test_who_has_become_gm_has_no_first_notice_whatever_was_chosen() -> None:
    game = with_things("Ann", "Bo", "Cy")
    game.move("Bo", "choose_loss", thing=1)
    game.agreed("Ann", "hand_over_gm", seat="s2")
    fields = {"camera": "Rain.", "place": "A park", "notice": "s2"}
    game.refused("Bo", Own.LOSS_NOT_CHOSEN, "frame", **fields)
