"""The common moves at a table of Edgerunner: limits, pauses, the GM's seat."""

from tests.support.edgerunner import in_conflict, rule, table


@rule("table.limits")
def test_anybody_may_say_what_stays_out_of_play() -> None:
    game = table("Ann", "Bo")
    judgement = game.move("Bo", "add_limit", kind="veil", text="Torture")
    assert judgement.ruling.sentence == "Bo draws a veil."


@rule("table.signal")
def test_anybody_may_pause_play_and_all_resume_it() -> None:
    game = in_conflict()
    game.move("Bo", "signal", anonymous=True)
    game.agreed("Cy", "resume_play")
    assert game.awaited()["claim_turn"] == ("Bo", "Cy", "Ann")


@rule("table.gm")
def test_a_player_that_becomes_gm_referees_and_keeps_their_characters() -> None:
    game = in_conflict()
    game.agreed("Ann", "hand_over_gm", seat="s2")
    assert game.view().conflict.caller == "s2"
    assert game.awaited()["claim_turn"] == ("Bo", "Cy")
    game.move("Bo", "claim_turn", character="c3")
