"""Tasks up to their dice: the job, the threshold, aid, the odds."""

import pytest

from tests.support.venus import FC, Game, at_task, in_scene, kissing, rule, saw, sheet
from verger.domain.core.reason import Code
from verger.domain.games.venus.model.throw import Kissing
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.views import view


def choosing() -> Game:
    """Return Ann's task before its job is chosen."""
    game = in_scene()
    game.calls("Ann", "task")
    return game


def staffing() -> Game:
    """Return Ann's task as a scout, before its threshold is set."""
    game = choosing()
    game.move("Ann", "take_job", job="Scout")
    return game


@rule("task.job")
def test_a_job_gives_its_level_in_dice() -> None:
    judgement = choosing().move("Ann", "take_job", job="Scout")
    assert saw(judgement, "task.job") == {"job_name": "Scout", "job_level": 3, "dice": 3}


@rule("task.job")
def test_a_job_has_to_inherit_the_named_ability() -> None:
    game = choosing()
    game.refused("Ann", Own.NO_SUCH_JOB, "take_job", job="Baker")
    game.refused("Bo", Own.NOT_THE_ROLLER, "take_job", job="Scout")
    game = in_scene()
    game.calls("Ann", "task", ability="Nerve")
    refused = game.refused("Ann", Own.DOES_NOT_INHERIT, "take_job", job="Scout")
    assert refused.remedy == "Say with `lack_job` that no job fits."
    assert game.awaited() == {"lack_job": ("Ann",)}


@rule("task.threshold")
@pytest.mark.parametrize(("factors", "threshold"), [(0, 1), (2, 3), (4, 5)])
def test_the_threshold_is_1_and_one_more_for_each_factor(factors: int, threshold: int) -> None:
    assert at_task(factors=factors).stage.work.threshold == threshold


@rule("task.threshold")
def test_there_are_four_factors_at_most_and_they_are_said_once() -> None:
    game, five = staffing(), [{"text": "Rain"}] * 5
    game.refused("Ann", Own.NO_THRESHOLD, "roll_task")
    game.refused("Bo", Code.GM_ONLY, "set_threshold")
    game.refused(FC, Own.TOO_MANY_FACTORS, "set_threshold", factors=five)
    game.move(FC, "set_threshold")
    game.refused(FC, Own.THRESHOLD_SET, "set_threshold")


def aided(*names: str) -> Game:
    """Return Ann's task with aid that she accepts."""
    game = at_task()
    for name in names:
        game.move(name, "offer_aid", character=game.character(name), job="Scout")
        game.move("Ann", "answer_aid", seat=game.seat(name), accept=True)
    return game


@rule("task.aid")
def test_allies_give_a_die_of_their_caliber_and_mark_an_exp() -> None:
    game = in_scene()
    game.agreed("Bo", "write_sheet", name="Bo", sheet=sheet("gold"), seat="s3", character="c2")
    game.calls("Ann", "task")
    game.move("Ann", "take_job", job="Scout")
    game.move(FC, "set_threshold")
    game.move("Bo", "offer_aid", character="c2", job="Scout")
    game.move("Ann", "answer_aid", seat="s3", accept=True)
    game.dice(1, 1, 1, 3).move("Ann", "roll_task")
    assert [die.is_success for die in game.stage.dice] == [False, False, False, True]
    assert (game.sheet_of("Bo").jobs[0].exp, game.sheet_of("Ann").jobs[0].exp) == (1, 0)


def of_four() -> Game:
    """Return Ann's task as a scout, at a table with a fourth player."""
    game = in_scene()
    game.move(FC, "add_seat", kind="player", name="Di")
    game.move("Di", "take_seat", name="Di")
    game.writes("Di", sheet())
    game.move(FC, "end_scene", scene="n1")
    game.move(FC, "set_scene", text="A wall.")
    game.calls("Ann", "task")
    game.move("Ann", "take_job", job="Scout")
    return game


@rule("task.aid")
def test_two_allies_are_the_most() -> None:
    game = of_four()
    for name in ("Bo", "Cy", "Di"):
        game.move(name, "offer_aid", character=game.character(name), job="Scout")
    for name in ("Bo", "Cy"):
        game.move("Ann", "answer_aid", seat=game.seat(name), accept=True)
    game.refused("Ann", Own.AID_FULL, "answer_aid", seat="s5", accept=True)
    game.move("Ann", "answer_aid", seat="s5", accept=False)


@rule("task.aid")
def test_the_actor_may_decline() -> None:
    game = at_task()
    game.move("Bo", "offer_aid", character="c2", job="Scout")
    assert game.awaited() == {"answer_aid": ("Ann",), "roll_task": ("Ann",)}
    game.refused("Bo", Own.NOT_THE_ROLLER, "answer_aid", seat="s3", accept=True)
    game.move("Ann", "answer_aid", seat="s3", accept=False)
    game.refused("Ann", Own.NO_AID, "answer_aid", seat="s3", accept=True)
    assert not game.stage.work.allies


@rule("task.aid")
def test_a_helper_has_a_level_in_a_fitting_job() -> None:
    game = in_scene()
    novice = {"name": "Novice", "abilities": ["Wits", "Grace"], "level": 0, "exp": 3}
    baker = {"name": "Baker", "abilities": ["Grace", "Nerve"], "level": 2, "exp": 0}
    own = sheet(jobs=[novice, baker])
    game.agreed("Bo", "write_sheet", name="Bo", sheet=own, seat="s3", character="c2")
    game.calls("Ann", "task")
    game.move("Ann", "take_job", job="Scout")
    game.refused("Bo", Own.STILL_LEARNING, "offer_aid", character="c2", job="Novice")
    game.refused("Bo", Own.DOES_NOT_INHERIT, "offer_aid", character="c2", job="Baker")
    game.refused("Bo", Own.NO_SUCH_JOB, "offer_aid", character="c2", job="Scout")
    game.refused("Bo", Code.UNKNOWN_CHARACTER, "offer_aid", character="c3", job="Scout")


@rule("task.aid")
def test_allies_are_other_players_in_the_scene_and_offer_once() -> None:
    game = at_task()
    game.refused("Ann", Own.NOT_AN_ALLY, "offer_aid", character="c1", job="Scout")
    game.refused(FC, Own.NOT_AN_ALLY, "offer_aid", character="c4", job="Scout")
    game.move("Bo", "offer_aid", character="c2", job="Scout")
    game.refused("Bo", Own.AID_OFFERED, "offer_aid", character="c2", job="Scout")


@rule("task.aid")
def test_a_helper_that_comes_too_late_cannot_aid() -> None:
    game = aided("Bo", "Cy")
    game.refused("Ann", Own.NOT_AN_ALLY, "offer_aid", character="c1", job="Scout")
    assert game.options("Bo", "offer_aid") == []


@rule("task.aid")
def test_allies_share_the_consequences() -> None:
    game = aided("Bo")
    game.dice(6, 6, 6, 6).move("Ann", "roll_task")
    game.move("Ann", "finish_kissing")
    assert saw(game.move("Ann", "finish_spending"), "task.aid") == {"sharing_seats": ("s3",)}


@rule("task.odds")
def test_the_exact_odds_are_shown_before_the_dice_are_rolled() -> None:
    game = at_task(factors=1)
    shown = view(game.state, game.seat("Ann")).roll
    assert shown is not None
    assert shown.task is not None
    assert shown.task.odds == ("8/27", "4/9", "2/9", "1/27")
    judgement = game.dice(1, 2, 3).move("Ann", "roll_task")
    pool = {"dice": 3, "calibers": ("bronze",) * 3}
    assert saw(judgement, "task.odds") == {**pool, "successes_threshold": 2, "chance": "7/27"}


@rule("task.odds")
def test_the_odds_count_the_allies_dice() -> None:
    game = aided("Bo", "Cy")
    shown = view(game.state, game.seat("Bo")).roll
    assert shown is not None
    assert shown.task is not None
    assert len(shown.task.odds) == 6


@rule("task.successes")
@pytest.mark.parametrize(("caliber", "hits"), [("bronze", 1), ("silver", 2), ("gold", 3)])
def test_successes_are_counted_by_caliber(caliber: str, hits: int) -> None:
    game = kissing(3, 4, 5, caliber=caliber)
    assert isinstance(game.stage, Kissing)
    judgement = game.move("Ann", "finish_kissing")
    assert saw(judgement, "task.successes")["successes_rolled"] == hits


@rule("check.npc")
def test_the_fcs_characters_have_no_tasks_to_give_aid_to() -> None:
    game = in_scene()
    game.calls("Guard")
    game.refused("Bo", Own.WRONG_STAGE_OF_ROLL, "offer_aid", character="c2", job="Scout")
