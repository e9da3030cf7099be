"""Compile: the table agrees on its game."""

from tests.support.play import Game, cited, effect, in_load, in_run, rule, started, table
from verger.domain.core.reason import Code
from verger.domain.games.verge.reason import Code as Own


@rule("compile.premise")
def test_a_premise_is_agreed() -> None:
    judgement = table("Ann", "Bo").agreed("Bo", "adopt_premise", aspect="genre", text="Cyberpunk ")
    agreed = effect("premise_agreed", premise="g1", aspect="genre", text="Cyberpunk")
    assert agreed in judgement.effects


@rule("compile.premise")
def test_a_premise_is_un_nailed_later_and_its_id_is_never_used_again() -> None:
    game, drop = in_load("Ann", "Bo"), {"subject": "drop_premise", "premise": "g1"}
    game.refused("Ann", Own.UNKNOWN_PREMISE, "propose", subject=drop)
    game.agreed("Bo", "adopt_premise", aspect="tone", text="Light")
    judgement = game.agreed("Ann", "drop_premise", premise="g1")
    assert effect("premise_dropped", premise="g1") in judgement.effects
    game.agreed("Ann", "adopt_premise", aspect="tone", text="Dark")
    assert [premise.id for premise in game.state.play.premises] == ["g2"]


@rule("compile.finish", "compile.premise")
def test_load_begins_with_the_gm_when_everyone_agrees_also_without_a_premise() -> None:
    judgement = table("Ann", "Bo", "Cy").agreed("Bo", "finish_compile")
    assert judgement.effects[-2:] == (
        effect("load_started", order=("s1", "s2", "s3")),
        effect("turn_started", phase=1, seat="s1"),
    )
    assert "compile.finish" in cited(judgement)


@rule("compile.finish", "compile.gm")
def test_the_gm_comes_first_from_any_seat() -> None:
    game = table("Ann", "Bo", "Cy")
    game.agreed("Ann", "hand_over_gm", seat="s3")
    started_load = effect("load_started", order=("s3", "s1", "s2"))
    assert started_load in game.agreed("Bo", "finish_compile").effects


@rule("compile.finish")
def test_load_needs_a_player_in_addition_to_the_gm() -> None:
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
