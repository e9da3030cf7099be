"""After leaving, handing over, coming back and rewinding, play continues with the current players."""

import pytest

from tests.support.venus import FC, Game, at_check, at_task, in_scene, kissing, rule
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.table import SeatEmptied
from verger.domain.games.venus.reason import Code as Own


@rule("table.leave", "scene.turns")
def test_the_turn_skips_a_player_who_leaves() -> None:
    game = in_scene()
    game.move("Ann", "leave")
    assert game.turn == "Bo"
    game.move("Cy", "leave")
    assert game.state.play.scenes.open["n1"].order == ("s3",)
    game.move("Bo", "leave")
    assert not game.state.play.scenes.open
    assert game.awaited() == {"claim_seat": ("Ann", "Bo", "Cy")}


@rule("table.leave")
def test_a_roll_is_dropped_with_its_roller() -> None:
    game = at_check()
    assert "The roll is dropped." in game.move("Ann", "leave").ruling.sentence
    assert not game.is_rolling


@rule("table.leave", "kiss.lot", "kiss.ego")
def test_payments_for_dice_that_nobody_rerolls_come_back() -> None:
    game = kissing(1, 1, 1).grant("Ann", ego=1)
    game.move("Ann", "kiss_lot", die=1)
    game.move("Ann", "kiss_ego", use="reroll")
    said = game.move("Ann", "leave").ruling.sentence
    assert "Ann gets a Lot back. Ann gets Ego back." in said
    assert (game.purse("Ann").lots, game.purse("Ann").ego) == (5, 1)


@rule("table.leave", "kiss.ego")
def test_ego_that_was_spent_on_sixes_comes_back_too() -> None:
    game = kissing(1, 1, 1).grant("Ann", ego=1)
    game.move("Ann", "kiss_ego", use="sixes")
    game.move("Ann", "leave")
    assert game.purse("Ann").ego == 1


@rule("table.leave", "check.bonus")
def test_a_claim_no_longer_waits_for_a_player_that_has_left() -> None:
    game = at_check()
    game.dice(10).move("Ann", "roll_check")
    game.move("Ann", "claim_bonus", text="A rope.")
    game.move("Bo", "answer_claim", claim=1, valid=True)
    game.move("Cy", "leave")
    assert game.roll.claims[0].is_open
    game.move(FC, "leave")
    assert game.roll.claims[0].approved


@rule("table.leave", "job.learn")
def test_a_leaving_player_may_settle_the_job_among_several() -> None:
    game = in_scene()
    game.calls("Ann", "task", ability="Nerve")
    game.move("Ann", "lack_job")
    for name in ("Climber", "Thief"):
        game.move("Bo", "put_job", name=name, ability="Grace")
    for name in ("Cy", FC):
        game.move(name, "leave")
    assert game.stage.work.job == "Climber"


@rule("table.leave", "task.aid")
def test_an_allys_aid_goes_with_the_ally_before_the_dice_are_rolled() -> None:
    game = at_task()
    game.move("Bo", "offer_aid", character="c2", job="Scout")
    game.move("Ann", "answer_aid", seat="s3", accept=True)
    game.move("Bo", "leave")
    assert not game.stage.work.aid
    game.dice(1, 1, 1).move("Ann", "roll_task")


@rule("table.gm")
def test_a_player_that_becomes_the_fc_is_in_no_scene_and_rolls_no_more() -> None:
    game = at_check()
    game.agreed("Bo", "hand_over_gm", seat="s2")
    assert not game.is_rolling
    assert (game.turn, game.state.play.scenes.open["n1"].order) == ("Bo", ("s3", "s4"))


@rule("table.gm")
def test_the_fcs_check_is_dropped_with_the_fcs_seat() -> None:
    game = in_scene()
    game.calls("Guard")
    game.agreed("Bo", "hand_over_gm", seat="s2")
    assert not game.is_rolling


@rule("table.rewind")
def test_a_rewind_brings_back_the_play_without_who_has_left() -> None:
    game = in_scene()
    version = len(game.log)
    game.move("Ann", "pass_turn")
    game.move("Ann", "leave")
    game.move("Bo", "rewind", to=version)
    for name in (FC, "Cy"):
        game.move(name, "agree", proposal="r1")
    assert game.turn == "Bo"


@rule("table.rewind")
def test_a_rewind_restores_the_play_before_an_undone_roll() -> None:
    game = at_check()
    before, version = game.state.play, len(game.log)
    game.dice(1).move("Ann", "roll_check")
    game.move("Bo", "rewind", to=version)
    for name in (FC, "Ann", "Cy"):
        game.move(name, "agree", proposal="r1")
    assert game.state.play == before


@rule("table.limits")
def test_anybody_says_what_stays_out_of_play() -> None:
    game = in_scene()
    game.move("Cy", "add_limit", kind="line", text="Spiders.")
    assert game.state.table.limits[0].text == "Spiders."


@rule("table.claim")
def test_a_player_that_comes_late_writes_a_sheet_and_waits_for_a_scene() -> None:
    game = in_scene()
    game.move(FC, "add_seat", kind="player", name="Di")
    game.move("Di", "take_seat", name="Di")
    assert len(game.options(FC, "set_scene")) == 1
    assert game.options("Di", "pass_turn") == []


@pytest.mark.parametrize("name", ["Bo", "Cy"])
@rule("check.difficulty")
def test_a_peer_may_leave_while_the_difficulty_is_judged(name: str) -> None:
    game = in_scene()
    game.calls("Ann")
    game.move(name, "leave")
    assert name not in game.awaited()["judge_difficulty"]


def watched(game: Game) -> Game:
    """Return a game with an observer, Uli, who is a friend of Flo."""
    game.move(FC, "add_seat", kind="observer", name="Uli")
    game.move("Uli", "take_seat", name="Uli")
    return game


def joined(game: Game) -> Game:
    """Return a game: the FC has named the observer Uli as a peer."""
    watched(game).move(FC, "name_peer", seat=game.seat("Uli"), peer=True)
    return game


@rule("peers.sitting_in")
def test_a_friend_who_sits_in_is_a_peer_once_the_fc_says_so() -> None:
    game = watched(in_scene())
    game.calls("Ann")
    game.refused("Uli", Code.OBSERVERS_WATCH, "judge_difficulty", difficulty=10)
    game.move(FC, "name_peer", seat="s5", peer=True)
    assert "Uli" in game.awaited()["judge_difficulty"]
    assert game.options("Uli", "judge_difficulty")
    game.move("Uli", "judge_difficulty", difficulty=10)
    game.move(FC, "set_target")
    assert game.stage.target == 10


@rule("peers.sitting_in", "check.bonus")
def test_a_substitute_only_answers_claims() -> None:
    game = joined(at_check())
    game.dice(10).move("Ann", "roll_check")
    game.move("Ann", "claim_bonus", text="A rope.")
    assert game.awaited()["answer_claim"] == (FC, "Bo", "Cy", "Uli")
    game.move("Uli", "answer_claim", claim=1, valid=True)
    for move in ("accept_failure", "cancel_roll"):
        game.refused("Uli", Code.OBSERVERS_WATCH, move)
    assert not game.options("Uli", "propose")


@rule("peers.sitting_in", "job.learn", "task.spend")
def test_a_substitute_names_jobs_and_narrates_surprises() -> None:
    game = joined(in_scene())
    game.calls("Ann", "task")
    game.move("Ann", "lack_job")
    game.claims("Uli", "put_job", "Bo", "Cy", name="Thief", ability="Nerve")
    game.move(FC, "set_threshold")
    game.dice(5, 5, 1, 1).move("Ann", "roll_task")
    game.move("Ann", "finish_kissing")
    game.move("Ann", "buy", consequence="surprise", to="failure")
    assert game.awaited()["tell_surprise"] == (FC, "Bo", "Cy", "Uli")
    game.move("Uli", "tell_surprise", text="Snow.")


@rule("peers.sitting_in")
@pytest.mark.parametrize("goes", [("Uli", {"move": "leave"}), (FC, None)])
def test_nobody_waits_for_a_player_that_is_a_peer_no_more(
    goes: tuple[str, dict[str, str] | None],
) -> None:
    game = joined(at_check())
    game.dice(10).move("Ann", "roll_check")
    game.move("Ann", "claim_bonus", text="A rope.")
    for name in {"Bo", "Cy", FC, "Uli"} - {goes[0], "Uli"}:
        game.move(name, "answer_claim", claim=1, valid=True)
    if goes[1] is None:
        game.move(FC, "answer_claim", claim=1, valid=True)
    assert game.roll.claims[0].is_open
    name, move = goes
    game.send(name, move or {"move": "name_peer", "seat": "s5", "peer": False})
    assert (game.roll.claims[0].approved, game.state.play.sitting_in) == (True, ())


@rule("peers.sitting_in")
def test_the_fc_names_observers_who_are_there_and_changes_it_or_not() -> None:
    game = watched(in_scene())
    game.refused("Ann", Code.GM_ONLY, "name_peer", seat="s5", peer=True)
    game.refused(FC, Own.NOT_SITTING_IN, "name_peer", seat="s2", peer=True)
    game.refused(FC, Own.PEER_UNCHANGED, "name_peer", seat="s5", peer=False)
    (option,) = game.options(FC, "name_peer")
    assert option.fixed == {"move": "name_peer", "peer": True}
    game.move(FC, "name_peer", seat="s5", peer=True)
    game.refused(FC, Own.PEER_UNCHANGED, "name_peer", seat="s5", peer=True)


@rule("peers.sitting_in", "table.fork")
def test_after_a_fork_a_peer_who_sat_in_is_waited_for_until_the_fc_dismisses_them() -> None:
    game = joined(in_scene()).given(SeatEmptied(SeatId("s5")))
    assert game.awaited()["claim_seat"] == ("Uli",)
    game.move(FC, "name_peer", seat="s5", peer=False)
    assert "claim_seat" not in game.awaited()


@rule("peers.sitting_in", "table.fork")
def test_after_a_fork_a_peer_who_sat_in_is_asked_nothing_new_until_somebody_sits_there() -> None:
    game = joined(at_check())
    game.dice(10).move("Ann", "roll_check")
    game.given(SeatEmptied(SeatId("s5"))).move("Ann", "claim_bonus", text="A rope.")
    assert game.roll.claims[0].vote.asked == tuple(map(game.seat, (FC, "Bo", "Cy")))


@rule("peers.sitting_in", "table.fork")
def test_an_empty_seat_of_a_peer_who_sat_in_is_offered_nothing() -> None:
    game = joined(in_scene())
    game.calls("Ann")
    assert game.options("Uli", "judge_difficulty")
    game.given(SeatEmptied(SeatId("s5")))
    assert not game.options("Uli", "judge_difficulty")


@rule("peers.sitting_in", "table.fork")
def test_nobody_waits_for_an_absent_peer_that_the_fc_has_dismissed() -> None:
    game = joined(at_check())
    game.dice(10).move("Ann", "roll_check")
    game.move("Ann", "claim_bonus", text="A rope.")
    game.given(SeatEmptied(SeatId("s5")))
    assert game.seat("Uli") in game.roll.claims[0].vote.asked
    game.move(FC, "name_peer", seat="s5", peer=False)
    assert game.roll.claims[0].vote.asked == tuple(map(game.seat, (FC, "Bo", "Cy")))


@rule("peers.sitting_in", "table.rewind")
def test_a_rewind_brings_no_peer_back_who_has_left() -> None:
    game = joined(in_scene())
    version = len(game.log)
    game.move("Ann", "pass_turn")
    game.move("Uli", "leave")
    game.move("Bo", "rewind", to=version)
    for name in (FC, "Ann", "Cy"):
        game.move(name, "agree", proposal="r1")
    assert game.state.play.sitting_in == ()
