"""The difficulty of a check: peers judge it, and the FC settles it only among their values."""

import pytest

from tests.support.venus import FC, Game, in_scene, rule, saw
from verger.domain.core.mover import Unseated
from verger.domain.core.option import Choices
from verger.domain.core.reason import Code
from verger.domain.games.venus.check import DIFFICULTIES
from verger.domain.games.venus.reason import Code as Own


def judging(seconds: int = 0) -> Game:
    """Return Ann's check while the peers judge its difficulty, with a time limit in seconds. 0 is no limit."""
    game = in_scene()
    if seconds:
        game.agreed(FC, "choose_house_rule", house_rule="answer_seconds", value=seconds)
    game.calls("Ann")
    return game


def silent(game: Game) -> Game:
    """Let the time limits of all peers pass."""
    for _ in game.state.table.due:
        game.move(Unseated.SERVER, "time_passes")
    return game


def offered(game: Game) -> list[object]:
    """The difficulties that the FC can settle on."""
    settled = [option.fields[1] for option in game.options(FC, "set_target")]
    return [one.value for field in settled if isinstance(field, Choices) for one in field.choices]


@rule("check.difficulty")
def test_the_fc_settles_on_a_value_that_a_peer_gave_and_the_ruling_names_the_median() -> None:
    game = judging()
    for name, difficulty in (("Bo", 5), ("Cy", 20)):
        game.move(name, "judge_difficulty", difficulty=difficulty)
    assert offered(game) == [5, 20]
    judgement = game.move(FC, "set_target", difficulty=20)
    seen = {"difficulty": 20, "median_difficulty": 15, "is_set_by_fc": True}
    assert saw(judgement, "check.difficulty") == seen
    said = "Flo overrules the peers, whose median is 15, and sets the target at 20:"
    assert judgement.ruling.sentence == f"{said} the difficulty is 20."


@rule("check.difficulty")
@pytest.mark.parametrize("difficulty", [10, 25])
def test_the_fc_settles_on_no_value_of_the_fcs_own(difficulty: int) -> None:
    game = judging()
    game.move("Bo", "judge_difficulty", difficulty=5)
    game.move(FC, "judge_difficulty", difficulty=25)
    refusal = game.refused(FC, Own.NO_PEERS_DIFFICULTY, "set_target", difficulty=difficulty)
    assert "a difficulty that a peer gave (5)" in refusal.remedy
    game.move(FC, "set_target")
    assert game.stage.target == 15


@rule("check.difficulty")
def test_settling_on_the_median_overrules_nobody() -> None:
    game = judging()
    game.move("Bo", "judge_difficulty", difficulty=5)
    sentence = game.move(FC, "set_target", difficulty=5).ruling.sentence
    assert sentence == "Flo sets the target at 5: the difficulty is 5."


@rule("check.difficulty")
@pytest.mark.parametrize("more", [{}, {"difficulty": 25}])
def test_a_peer_other_than_the_fc_has_to_judge(more: dict[str, int]) -> None:
    game = judging()
    game.move(FC, "judge_difficulty", difficulty=25)
    refusal = game.refused(FC, Own.NOBODY_JUDGED, "set_target", **more)
    assert "Bo and Cy: Judge how difficult" in refusal.remedy
    assert offered(game) == []
    assert game.awaited() == {"judge_difficulty": ("Bo", "Cy")}


@rule("check.difficulty")
def test_only_peers_judge_and_only_in_steps_of_5() -> None:
    game = judging()
    game.refused("Ann", Code.NOT_ASKED, "judge_difficulty", difficulty=10)
    game.refused("Bo", Own.UNFIT_DIFFICULTY, "judge_difficulty", difficulty=12)
    game.refused(FC, Own.UNFIT_DIFFICULTY, "set_target", difficulty=0)


@rule("check.difficulty")
def test_the_fc_settles_the_difficulty_if_there_are_no_other_peers() -> None:
    game = judging()
    for name in ("Bo", "Cy"):
        game.move(name, "leave")
    game.refused(FC, Own.DIFFICULTY_MISSING, "set_target")
    assert offered(game) == list(DIFFICULTIES)
    sentence = game.move(FC, "set_target", difficulty=20).ruling.sentence
    assert sentence.startswith("Flo decides without a peer and sets the target at 20")


@rule("check.difficulty", "table.time")
def test_the_fc_settles_on_any_value_when_all_peers_are_silent() -> None:
    game = judging(60).later(60)
    game.refused(FC, Own.NOBODY_JUDGED, "set_target", difficulty=20)
    silent(game).move(FC, "set_target", difficulty=20)
    assert game.stage.target == 20


@rule("check.difficulty", "table.time")
def test_the_fc_has_a_time_limit_as_soon_as_all_peers_are_silent() -> None:
    game = silent(judging(60).later(60))
    limits = [(one.seat, one.question) for one in game.state.table.due]
    assert (game.seat(FC), "set_target") in limits


@rule("check.difficulty", "table.time")
def test_a_peer_who_is_not_silent_is_waited_for() -> None:
    game = judging(60)
    game.later(30).move("Bo", "add_limit", kind="line", text="Spiders.")
    game.later(30)
    for _ in range(2):
        game.move(Unseated.SERVER, "time_passes")
    game.refused(FC, Own.NOBODY_JUDGED, "set_target", difficulty=20)


@rule("check.difficulty", "table.time")
def test_a_peer_may_still_judge_after_the_time_and_binds_the_fc_then() -> None:
    game = silent(judging(60).later(60))
    game.move("Cy", "judge_difficulty", difficulty=10)
    game.refused(FC, Own.NO_PEERS_DIFFICULTY, "set_target", difficulty=20)
    assert offered(game) == [10]
