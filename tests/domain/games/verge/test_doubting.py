"""Doubts about narrations: the seat that controls an element can doubt its use by another seat."""

import pytest

from tests.support.conflict import conflict_of, gathered, narrate, participant, roll, rolled, stop
from tests.support.options import listed
from tests.support.play import Game, effect, in_run, rule, saw
from verger.domain.core.reason import Code
from verger.domain.games.verge.reason import Code as Own

WHY = "The tower has no stairs."


def told(interest: str = "on") -> Game:
    """Return a conflict after the rolls of Ann and Bo. Cy controls the Tower `n3`."""
    game = rolled(in_run("Ann", "Bo", "Cy", controlling_interest=interest), Ann="66", Bo="1")
    tower = game.node("Ann", "Tower!")
    game.given(effect("control_granted", element=tower, by="s1", seat="s3"))
    return game


def doubts(game: Game, by: str = "Cy", about: str = "Bo") -> Game:
    """Let a seat doubt the use of the Tower."""
    game.move(by, "doubt_narration", seat=game.seat(about), element="n3", reason=WHY)
    return game


@rule("interest.narration")
def test_the_seat_that_controls_an_element_doubts_its_use() -> None:
    game = told()
    move = {"move": "doubt_narration", "seat": "s2", "element": "n3", "reason": WHY}
    assert listed(game.options("Cy", "doubt_narration"), move)
    judgement = game.send("Cy", move)
    assert saw(judgement, "interest.narration") == {"seat": "s2", "element": "n3"}
    assert judgement.ruling.sentence == f"Cy says that Bo's use of “Tower” does not fit: “{WHY}”"
    assert game.awaited()["reword_narration"] == ("Bo",)


@rule("interest.narration")
def test_the_narrator_rewords_a_doubted_narration() -> None:
    game, move = doubts(told()), {"move": "reword_narration", "text": "By rope."}
    assert listed(game.options("Bo", "reword_narration"), move)
    assert game.send("Bo", move).ruling.sentence == "Bo now narrates: “By rope.”"
    assert "reword_narration" not in game.awaited()


@rule("interest.narration")
def test_the_table_may_let_a_doubted_narration_stand() -> None:
    game = doubts(told())
    assert participant(game, "Bo").doubts
    sentence = game.agreed("Bo", "accept_narration", seat="s2").ruling.sentence
    assert "Bo's narration stands." in sentence
    assert participant(game, "Bo").doubts == ()


@rule("interest.narration")
def test_several_doubts_are_answered_by_one_wording() -> None:
    game = doubts(doubts(told()), by="Ann")
    assert [one.by for one in participant(game, "Bo").doubts] == ["s3", "s1"]
    game.move("Bo", "reword_narration", text="By rope.")
    assert participant(game, "Bo").doubts == ()


@rule("interest.narration", "control.grant")
def test_only_the_seat_that_controls_the_element_has_the_say() -> None:
    game = told()
    fields = {"seat": "s1", "element": "n3", "reason": WHY}
    game.move("Ann", "revoke_control", element="n3", seat="s3")
    refusal = game.refused("Cy", Own.NOT_IN_CONTROL, "doubt_narration", **fields)
    assert refusal.rule == "interest.narration"
    assert game.options("Cy", "doubt_narration") == []


@rule("interest.narration")
@pytest.mark.parametrize("seat", ["s1", "s3", "s9"])
def test_there_has_to_be_a_narration_of_another_seat(seat: str) -> None:
    fields = {"seat": seat, "element": "n3", "reason": WHY}
    told().refused("Ann", Own.NOTHING_NARRATED, "doubt_narration", **fields)


@rule("interest.narration")
def test_nothing_is_narrated_before_the_dice_fall() -> None:
    game = gathered(in_run("Ann", "Bo", controlling_interest="on"), Ann=2, Bo=1)
    fields = {"seat": "s2", "element": "n1", "reason": WHY}
    game.refused("Ann", Own.NOTHING_NARRATED, "doubt_narration", **fields)
    roll(game, "Bo", "1")
    game.move("Ann", "doubt_narration", **fields)


@rule("interest.narration")
def test_the_same_element_is_doubted_once_for_each_narration() -> None:
    game = doubts(told())
    fields = {"seat": "s2", "reason": WHY}
    game.refused("Cy", Code.ALREADY_ANSWERED, "doubt_narration", element="n3", **fields)
    assert game.options("Cy", "doubt_narration")[0].fixed["seat"] == "s1"
    game.move("Ann", "doubt_narration", element="n1", **fields)


@rule("interest.narration")
def test_tables_play_without_doubts_unless_they_choose_to() -> None:
    game = told("off")
    fields = {"seat": "s2", "element": "n3", "reason": WHY}
    game.refused("Cy", Own.INTEREST_OFF, "doubt_narration", **fields)
    assert game.options("Ann", "doubt_narration") == []


@rule("interest.narration")
def test_without_a_doubt_nothing_is_reworded_or_accepted() -> None:
    game = told()
    game.refused("Bo", Own.NOTHING_DOUBTED, "reword_narration", text="By rope.")
    subject = {"subject": "accept_narration", "seat": "s2"}
    game.refused("Ann", Own.NOTHING_DOUBTED, "propose", subject=subject)
    in_run("Ann", "Bo").refused("Bo", Own.NOTHING_DOUBTED, "reword_narration", text="By rope.")


@rule("interest.narration", "mark.elimination")
def test_an_eliminated_element_is_not_doubted_and_a_conflict_has_to_be_there() -> None:
    game = told().given(effect("element_eliminated", element="n3", cause="strikes"))
    fields = {"seat": "s2", "element": "n3", "reason": WHY}
    game.refused("Cy", Own.ELIMINATED, "doubt_narration", **fields)
    quiet = in_run("Ann", "Bo", controlling_interest="on")
    quiet.refused("Ann", Own.NO_CONFLICT, "doubt_narration", **fields)


@rule("interest.narration", "conflict.round")
def test_the_conflict_goes_on_during_a_doubt_and_a_seat_that_left_is_not_asked() -> None:
    game = narrate(doubts(told()))
    stop(game)
    assert conflict_of(game).stage_name == "trading"
    assert game.awaited()["reword_narration"] == ("Bo",)
    other = doubts(told())
    other.move("Bo", "drop_out")
    assert "reword_narration" not in other.awaited()
