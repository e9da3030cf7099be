"""Leaving, handing over, coming back, rewinding: play goes on with whoever is there."""

import pytest

from domain.games.venus.model.throw import Called
from tests.support.venus import FC, Game, at_check, at_task, in_scene, kissing, rule


def turn(game: Game) -> str | None:
    """Whose turn it is."""
    seat = game.state.play.scenes.turn
    return game.state.table.name(seat) if seat else None


@rule("table.leave", "scene.turns")
def test_the_turn_passes_over_who_leaves() -> None:
    game = in_scene()
    game.move("Ann", "leave")
    assert turn(game) == "Bo"
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
def test_what_was_spent_on_dice_that_nobody_rolls_again_comes_back() -> None:
    game = kissing(1, 1, 1).grant("Ann", ego=1)
    game.move("Ann", "kiss_lot", die=1)
    game.move("Ann", "kiss_ego", use="reroll")
    said = game.move("Ann", "leave").ruling.sentence
    assert "Ann has a Lot back. Ann has Ego back." in said
    assert (game.purse("Ann").lots, game.purse("Ann").ego) == (5, 1)


@rule("table.leave", "check.bonus")
def test_a_claim_no_longer_waits_for_who_has_left() -> None:
    game = at_check()
    game.dice(10).move("Ann", "roll_check")
    game.move("Ann", "claim_bonus", text="A rope.")
    game.move("Bo", "answer_claim", claim=1, valid=True)
    game.move("Cy", "leave")
    assert game.roll.claims[0].is_open
    game.move(FC, "leave")
    assert game.roll.claims[0].approved


@rule("table.leave", "job.learn")
def test_who_leaves_may_settle_the_job_among_several() -> None:
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
def test_who_becomes_the_fc_is_in_no_scene_and_rolls_no_more() -> None:
    game = at_check()
    game.agreed("Bo", "hand_over_gm", seat="s2")
    assert not game.is_rolling
    assert (turn(game), game.state.play.scenes.open["n1"].order) == ("Bo", ("s3", "s4"))


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
    assert turn(game) == "Bo"


@rule("table.rewind")
def test_a_rewind_and_one_back_leave_play_as_it_was() -> None:
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
def test_who_comes_late_writes_a_sheet_and_waits_for_a_scene() -> None:
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


@rule("roll.ability")
def test_a_roll_goes_on_when_a_bystander_leaves() -> None:
    game = in_scene()
    game.move(FC, "call_roll", character="c1", ability="Wits")
    game.move("Cy", "leave")
    assert isinstance(game.stage, Called)
