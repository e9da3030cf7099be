"""The narration of a conflict, and of its results at the end."""

from tests.support.conflict import narrated, rolled
from tests.support.play import in_run, rule, saw, tags
from verger.domain.games.verge.reason import Code as Own


@rule("conflict.conclusions", "conflict.order")
def test_conclusions_are_narrated_in_the_order_of_the_signals_before_dice_are_traded() -> None:
    game = narrated(in_run("Ann", "Bo", "Cy"), Ann="1", Bo="555", Cy="6")
    game.move("Ann", "stop_conflict")
    game.refused("Bo", Own.NOT_NEXT, "narrate", text="I win!")
    game.move("Cy", "narrate", text="She falls.")
    game.move("Bo", "pass_conclusion")
    told = game.move("Ann", "narrate", text="Rain.")
    assert tags(told) == ["narrated", "trading_began"]
    assert saw(told, "conflict.conclusions") == {"seat": "s1"}
    assert told.ruling.sentence.startswith("Ann narrates: “Rain.”")


@rule("conflict.conclusions", "conflict.drop")
def test_a_player_that_gave_up_narrates_no_conclusion() -> None:
    game = narrated(in_run("Ann", "Bo"), Ann="1", Bo="55")
    game.move("Bo", "drop_out")
    game.refused("Bo", Own.NOT_IN_CONFLICT, "pass_conclusion")
    assert "trading_began" in tags(game.move("Ann", "narrate", text="Alone."))


@rule("conflict.conclusions")
def test_a_conclusion_is_passed_only_once_it_is_decided() -> None:
    game = rolled(in_run("Ann", "Bo"), Ann="1", Bo="55")
    game.refused("Bo", Own.WRONG_STAGE, "pass_conclusion")
