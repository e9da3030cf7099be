"""Compile: the table agrees on its game."""

from tests.support.play import Game, cited, effect, in_load, in_run, rule, started, table
from verger.domain.core.reason import Code
from verger.domain.games.verge.reason import Code as Own


@rule("compile.premise")
def test_a_premise_is_agreed() -> None:
    judgement = table("Ann", "Bo").agreed("Bo", "adopt_premise", aspect="genre", text="Cyberpunk ")
    assert (
        effect("premise_agreed", premise="g1", aspect="genre", text="Cyberpunk")
        in judgement.effects
    )


@rule("compile.premise")
def test_a_premise_is_un_nailed_later() -> None:
    game = in_load("Ann", "Bo")
    game.agreed("Bo", "adopt_premise", aspect="theme", text="Privacy")
    assert (
        effect("premise_dropped", premise="g1")
        in game.agreed("Ann", "drop_premise", premise="g1").effects
    )


@rule("compile.premise")
def test_only_an_agreed_premise_can_be_dropped() -> None:
    subject = {"subject": "drop_premise", "premise": "g1"}
    table("Ann", "Bo").refused("Ann", Own.UNKNOWN_PREMISE, "propose", subject=subject)


@rule("compile.premise")
def test_a_premises_id_is_never_used_again() -> None:
    game = table("Ann", "Bo")
    game.agreed("Ann", "adopt_premise", aspect="tone", text="Light")
    game.agreed("Ann", "drop_premise", premise="g1")
    game.agreed("Ann", "adopt_premise", aspect="tone", text="Dark")
    assert [premise.id for premise in game.state.play.premises] == ["g2"]


@rule("compile.premise", "compile.finish")
def test_no_premise_is_required() -> None:
    assert "compile.finish" in cited(table("Ann", "Bo").agreed("Ann", "finish_compile"))


@rule("compile.finish")
def test_load_begins_with_the_gm_when_everyone_agrees() -> None:
    judgement = table("Ann", "Bo", "Cy").agreed("Bo", "finish_compile")
    expected = (
        effect("load_started", order=("s1", "s2", "s3")),
        effect("turn_started", phase=1, seat="s1"),
    )
    assert judgement.effects[-2:] == expected


@rule("compile.finish", "compile.gm")
def test_the_gm_comes_first_wherever_the_seat_is() -> None:
    game = table("Ann", "Bo", "Cy")
    game.agreed("Ann", "hand_over_gm", seat="s3")
    assert (
        effect("load_started", order=("s3", "s1", "s2"))
        in game.agreed("Bo", "finish_compile").effects
    )


@rule("compile.finish")
def test_load_needs_a_player_beside_the_gm() -> None:
    finish = {"subject": "finish_compile"}
    assert table("Ann").refused("Ann", Own.NO_PLAYERS, "propose", subject=finish).facts == {
        "player_seats": 0
    }


@rule("compile.finish")
def test_load_waits_for_the_seats_that_nobody_took() -> None:
    game = started("Ann", "Bo", "Cy")
    game.move("Bo", "take_seat", name="Bo")
    refusal = game.refused("Bo", Code.SEATS_OPEN, "propose", subject={"subject": "finish_compile"})
    assert refusal.sentence == "Nobody sits in these seats now: Cy."


@rule("compile.finish")
def test_compile_ends_once() -> None:
    game = in_load("Ann", "Bo")
    refusal = game.refused("Bo", Code.WRONG_STEP, "propose", subject={"subject": "finish_compile"})
    assert refusal.facts == {"step_needed": "compile", "step": "load"}


@rule("compile.gm", "character.claim")
def test_a_player_who_becomes_gm_lets_the_character_go() -> None:
    game = in_run("Ann", "Bo")
    knight = game.character("Bo", "Knight")
    judgement = game.agreed("Ann", "hand_over_gm", seat="s2")
    assert effect("character_released", seat="s2", node=knight) in judgement.effects


@rule("compile.gm")
def test_handing_over_works_in_the_midst_of_load() -> None:
    game: Game = in_load("Ann", "Bo", "Cy", phase=5)
    game.agreed("Ann", "hand_over_gm", seat="s2")
    assert game.awaited() == {"mark": ("Ann",)}
