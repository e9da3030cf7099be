"""Chapters: sheets first, everybody's agreement, the debrief and its rewards."""

import pytest

from tests.support.venus import (
    FC,
    Game,
    at_check,
    in_scene,
    prepared,
    rule,
    sheet,
    started,
    table,
)
from verger.domain.core.reason import Code
from verger.domain.games.venus.reason import Code as Own


def refused_step(game: Game, code: str, subject: str) -> None:
    """Require that a proposal of this step is refused."""
    game.refused(FC, code, "propose", subject={"subject": subject})


@rule("chapter.begin")
def test_each_player_has_a_character_before_a_chapter_begins() -> None:
    game = table()
    assert game.awaited() == {"write_sheet": ("Ann", "Bo", "Cy")}
    refused_step(game, Own.NO_CHARACTER, "begin_chapter")
    game.proposes("Ann", "write_sheet", name="Ann", sheet=sheet(), seat="s2")
    assert game.awaited() == {"agreement": (FC,), "write_sheet": ("Bo", "Cy")}


@rule("chapter.begin")
def test_a_chapter_begins_when_everybody_agrees() -> None:
    game = prepared()
    assert game.awaited() == {"begin_chapter": (FC, "Ann", "Bo", "Cy")}
    game.agreed("Bo", "begin_chapter")
    refused_step(game, Own.CHAPTER_RUNNING, "begin_chapter")
    assert game.awaited() == {"set_scene": (FC,)}


@rule("chapter.begin")
def test_a_chapter_waits_until_somebody_plays() -> None:
    game = started(FC, "Ann")
    refused_step(game, Own.NOBODY_PLAYS, "begin_chapter")
    assert game.awaited() == {"claim_seat": ("Ann",)}
    game.move(FC, "remove_seat", seat="s2")
    assert game.awaited() == {"add_seat": (FC,)}


@rule("chapter.end")
def test_a_chapter_ends_with_a_debrief_and_its_scenes_with_it() -> None:
    game = in_scene()
    refused_step(game, Code.WRONG_STEP, "end_game")
    game.agreed("Ann", "end_chapter")
    assert not game.state.play.scenes.open
    everybody = (FC, "Ann", "Bo", "Cy")
    assert game.awaited() == {"begin_chapter": everybody, "end_game": everybody}
    game.agreed("Ann", "begin_chapter")
    assert game.state.play.step.number == 2


@rule("chapter.end")
def test_a_chapter_does_not_end_during_a_roll() -> None:
    refused_step(at_check(), Own.ROLL_OPEN, "end_chapter")


@rule("chapter.end")
def test_the_story_ends_after_a_debrief() -> None:
    game = debrief()
    refused_step(game, Code.WRONG_STEP, "end_chapter")
    game.agreed("Ann", "end_game")
    assert game.awaited() == {}
    game.agreed("Ann", "begin_chapter")
    assert game.state.play.step.number == 2


@rule("lots.earn")
@pytest.mark.parametrize(("ground", "lots"), [("portrayal", 6), ("aesthetics", 6)])
def test_the_debrief_rewards_playing_the_character_well(ground: str, lots: int) -> None:
    game = debrief(attributes=[{"kind": "aesthetic", "text": "Always in green"}])
    game.move(FC, "award", seat="s2", ground=ground)
    assert game.purse("Ann").lots == lots
    game.refused(FC, Own.AWARDED_ALREADY, "award", seat="s2", ground=ground)


@rule("lots.earn", "ego.earn")
def test_a_character_without_principles_upholds_none() -> None:
    game = debrief(attributes=[])
    game.refused(FC, Own.NOTHING_TO_UPHOLD, "award", seat="s2", ground="principles")
    game.refused(FC, Own.NOTHING_TO_UPHOLD, "award", seat="s2", ground="aesthetics")
    game.refused(FC, Code.UNKNOWN_SEAT, "award", seat="s1", ground="portrayal")


@rule("ego.earn")
def test_the_debrief_rewards_upholding_principles() -> None:
    in_scene().refused(FC, Code.WRONG_STEP, "award", seat="s2", ground="portrayal")
    game = debrief()
    game.refused("Bo", Code.GM_ONLY, "award", seat="s2", ground="principles")
    game.move(FC, "award", seat="s2", ground="principles")
    game.move(FC, "award", seat="s2", ground="portrayal")
    assert (game.purse("Ann").ego, game.purse("Ann").lots) == (1, 6)
    assert [option.fixed["seat"] for option in game.options(FC, "award")] == ["s3", "s4"]


@rule("chapter.end")
def test_an_open_offer_of_a_scene_lapses_with_the_chapter() -> None:
    game = in_scene()
    game.move(FC, "end_scene", scene="n1")
    game.proposes("Bo", "offer_scene", text="A garden.")
    game.agreed("Ann", "end_chapter")
    assert not game.state.play.proposals.open


def debrief(**own: object) -> Game:
    """Return a game in the debrief after a chapter. Ann's sheet can be changed by the test."""
    game = prepared()
    game.agreed("Ann", "write_sheet", name="Ann", sheet=sheet(**own), seat="s2", character="c1")  # type: ignore[arg-type]
    game.agreed(FC, "begin_chapter")
    game.agreed(FC, "end_chapter")
    return game
