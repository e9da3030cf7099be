"""The facts that the judge adds to a refusal: moves that help, pending actions, and the game's word for the GM."""

from tests.support import venus
from tests.support.conflict import call, gathered
from tests.support.edgerunner import in_conflict
from tests.support.play import in_run, rule
from verger.domain.core.reason import Code
from verger.domain.core.table import SeatEmptied
from verger.domain.games.verge.reason import Code as Own


def test_a_move_of_another_stage_names_the_pending_actions() -> None:
    game = gathered(in_run("Ann", "Bo"), Ann=2, Bo=3)
    refused = game.refused("Bo", Own.WRONG_STAGE, "narrate", text="I!")
    asked = "Ann and Bo: Choose the way to your target, and roll:"
    assert str(refused.circumstances["pending_in_words"]).startswith(asked)
    assert asked in refused.remedy


def test_a_move_of_another_moment_names_the_pending_actions() -> None:
    refused = in_conflict().refused("Bo", "wrong_moment", "roll")
    assert ": Who is next? Still to act: " in refused.remedy


def test_a_move_of_another_stage_of_a_roll_names_the_pending_actions() -> None:
    refused = venus.at_check().refused("Ann", "wrong_stage_of_roll", "roll_task")
    assert "Play waits for this: Ann: " in refused.remedy


@rule("table.seats", "conflict.call")
def test_the_empty_seat_that_a_conflict_waits_for_can_be_removed() -> None:
    game = in_run("Ann", "Bo", "Cy")
    call(game, "Bo")
    game.move("Bo", "stand_aside")
    game.given(SeatEmptied(game.seat("Cy")))
    refused = game.refused("Bo", Code.ALREADY_ANSWERED, "stand_aside")
    assert refused.remedy.endswith("or have Ann remove it with `remove_seat`.")
    game.move("Ann", "remove_seat", seat="s3")


@rule("table.seats")
def test_a_seat_that_cannot_be_removed_can_only_be_claimed() -> None:
    game = in_run("Ann", "Bo", "Cy")
    call(game, "Bo")
    game.move("Bo", "stand_aside")
    game.given(SeatEmptied(game.seat("Ann")))
    refused = game.refused("Bo", Code.ALREADY_ANSWERED, "stand_aside")
    assert refused.remedy.endswith("Ann's seat is empty: have somebody claim it with its code.")


def test_a_refusal_uses_the_games_own_word_for_the_gm() -> None:
    refused = venus.in_chapter().refused("Ann", Code.GM_ONLY, "next_round")
    assert refused.sentence == "Only the FC may do this, and the FC is Flo."
