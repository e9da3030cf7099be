"""Jobs: learning one, qualifications, exp and levels."""

from typing import Any

import pytest

from tests.support.venus import FC, Game, at_task, in_scene, rule, saw, sheet, spending
from verger.domain.core.decider import Accepted
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.games.venus.effects import ExpMarked, JobLevelled
from verger.domain.games.venus.model.sheet import Job, Sheet
from verger.domain.games.venus.reason import Code as Own
from verger.domain.table.sheet import CharacterId, SheetWritten


def lacking() -> Game:
    """Return Ann's task on Nerve, while the peers propose a job for it."""
    game = in_scene()
    game.calls("Ann", "task", ability="Nerve")
    game.move("Ann", "lack_job")
    return game


def learning(exp: int = 0, ability: str = "Wits", **more: Any) -> Game:
    """Return Ann's task with a job at level 0. Its dice are rolled and not KISSed yet."""
    job = {"name": "Scout", "abilities": ["Wits", "Nerve"], "level": 0, "exp": exp, **more}
    game = in_scene()
    own = sheet(jobs=[job])
    game.agreed("Ann", "write_sheet", name="Ann", sheet=own, seat="s2", character="c1")
    game.calls("Ann", "task", ability=ability)
    game.move("Ann", "take_job", job="Scout")
    game.move(FC, "set_threshold")
    return game


@rule("task.job", "job.learn")
def test_the_question_about_a_job_is_the_same_after_the_peers_refuse_another_one() -> None:
    game = in_scene()
    jobs = [{"name": "Scout", "abilities": ["Wits", "Nerve"], "level": 1, "exp": 0}]
    game.agreed("Ann", "write_sheet", name="Ann", sheet=sheet(jobs=jobs), seat="s2", character="c1")
    game.calls("Ann", "task", ability="Nerve")
    game.move("Ann", "lack_job")
    before = game.question("take_job")
    game.move("Bo", "put_job", name="Climber", ability="Grace")
    for name in (FC, "Cy"):
        game.move(name, "answer_claim", claim=1, valid=False)
    assert game.question("take_job") == before


def ends(game: Game, successes: int) -> Accepted:
    """End Ann's task with this number of successes among four dice. They buy the primary consequence."""
    game.dice(*[6] * successes, *[1] * (4 - successes)).move("Ann", "roll_task")
    game.move("Ann", "finish_kissing")
    if successes:
        game.move("Ann", "buy", consequence="primary")
    return game.move("Ann", "finish_spending")


def scout(game: Game) -> tuple[int, int]:
    """The level and the exp of Ann's first job."""
    job = game.sheet_of("Ann").jobs[0]
    return job.level, job.exp


@rule("job.learn")
def test_the_peers_name_a_job_if_none_fits() -> None:
    game = lacking()
    game.move("Bo", "put_job", name="Climber", ability="Grace")
    assert game.awaited() == {"answer_claim": (FC, "Cy")}
    for name in (FC, "Cy"):
        game.move(name, "answer_claim", claim=1, valid=True)
    job = game.sheet_of("Ann").jobs[-1]
    assert (job.name, job.level, job.abilities) == ("Climber", 0, ("Nerve", "Grace"))
    assert (game.stage.work.job, game.stage.work.is_learning) == ("Climber", True)


@rule("job.learn")
def test_peers_may_disagree_about_the_job() -> None:
    game = lacking()
    game.move("Bo", "put_job", name="Climber", ability="Grace")
    for name in ("Cy", FC):
        game.move(name, "answer_claim", claim=1, valid=False)
    assert game.awaited() == {"put_job": (FC, "Bo", "Cy")}
    game.claims(FC, "put_job", "Cy", name="Acrobat", ability="Wits")
    assert game.stage.work.job == "Acrobat"


@rule("job.learn")
def test_the_named_job_is_new_and_uses_the_named_ability_and_another() -> None:
    game = lacking()
    game.refused("Ann", Code.NOT_ASKED, "put_job", name="Climber", ability="Grace")
    game.refused("Bo", Own.JOB_KNOWN, "put_job", name="scout", ability="Grace")
    game.refused("Bo", Own.UNKNOWN_ABILITY, "put_job", name="Climber", ability="Luck")
    game.refused("Bo", Own.WRONG_INHERITANCE, "put_job", name="Climber", ability="Nerve")
    game.refused("Ann", Code.ALREADY_ANSWERED, "lack_job")


@rule("job.learn")
def test_peers_name_none_while_the_player_looks_for_one() -> None:
    game = in_scene()
    game.calls("Ann", "task")
    game.refused("Bo", Own.HAS_JOB, "put_job", name="Climber", ability="Grace")
    game.refused("Bo", Own.NOT_THE_ROLLER, "lack_job")


@rule("job.learn")
def test_a_full_sheet_has_no_room_for_another() -> None:
    jobs = [
        {"name": f"Job {n}", "abilities": ["Wits", "Grace"], "level": 1, "exp": 0}
        for n in range(30)
    ]
    game = in_scene()
    own = sheet(jobs=jobs)
    game.agreed("Ann", "write_sheet", name="Ann", sheet=own, seat="s2", character="c1")
    game.calls("Ann", "task")
    game.refused("Ann", Own.NO_JOB_POSSIBLE, "lack_job")


@rule("job.learn")
def test_learning_rolls_the_score_in_dice_and_counts_as_a_factor() -> None:
    game = learning()
    assert (game.stage.work.dice, game.stage.work.threshold) == (4, 2)
    four = [{"text": "Rain"}] * 4
    again = in_scene()
    again.calls("Ann", "task", ability="Nerve")
    again.move("Ann", "lack_job")
    again.claims("Bo", "put_job", "Cy", name="Climber", ability="Grace")
    refusal = again.refused(FC, Own.TOO_MANY_FACTORS, "set_threshold", factors=four)
    assert refusal.facts["factors_allowed"] == 3
    judgement = again.move(FC, "set_threshold", factors=four[:3])
    threshold = saw(judgement, "task.threshold")["successes_threshold"]
    assert again.stage.work.threshold == threshold == 5


@rule("job.learn")
def test_a_score_of_0_rolls_no_dice() -> None:
    game = learning(ability="Nerve")
    game.move("Ann", "roll_task")
    game.move("Ann", "finish_kissing")
    assert game.stage.successes == 0


@rule("job.learn", "job.qualify", "task.fail")
@pytest.mark.parametrize(
    ("more", "successes", "exp"),
    [
        ({}, 2, 1),
        ({}, 0, 1 + 1),
        ({"qualifications": "A year at sea.", "qualified": True}, 0, 1 + 1),
    ],
    ids=["a success", "a failure", "qualified"],
)
def test_learning_marks_an_exp_after_each_task_in_addition_to_that_for_failing(
    more: dict[str, Any], successes: int, exp: int
) -> None:
    game = learning(**more)
    ends(game, successes)
    assert scout(game) == (0, exp)


@rule("job.level")
def test_at_16_exp_the_level_is_the_lower_of_the_two_scores() -> None:
    game = learning(exp=15, abilities=["Wits", "Grace"])
    judgement = ends(game, successes=2)
    assert scout(game) == (2, 0)
    assert saw(judgement, "job.level")["exp_marked"] == 16


@rule("job.level")
def test_a_level_is_not_lost_by_exp() -> None:
    job = {"name": "Scout", "abilities": ["Wits", "Grace"], "level": 3, "exp": 15}
    game = spending(1, 1, 1, jobs=[job])
    game.move("Ann", "finish_spending")
    assert scout(game) == (3, 0)


@rule("job.level")
def test_jobs_whose_names_were_taken_out_of_the_log_gain_exp_apart() -> None:
    own = Sheet((), tuple(Job("[redacted]", (), level, 0) for level in (1, 2)))
    game = in_scene().given(SheetWritten(CharacterId("c1"), "Ann", SeatId("s2"), own))
    game.given(ExpMarked(CharacterId("c1"), 2, 15), JobLevelled(CharacterId("c1"), 1, 4))
    assert [(job.level, job.exp) for job in game.sheet_of("Ann").jobs] == [(4, 0), (2, 15)]


@rule("job.qualify")
def test_a_job_marks_no_exp_until_its_qualifications_are_met() -> None:
    game = learning(qualifications="A year at sea.")
    assert "marks no exp" in ends(game, successes=0).ruling.sentence
    assert scout(game) == (0, 0)


@rule("job.qualify")
def test_peers_may_name_qualifications_with_the_job() -> None:
    game = lacking()
    more = {"name": "Climber", "ability": "Grace", "qualifications": "A rope."}
    game.claims("Bo", "put_job", "Cy", **more)
    assert not game.sheet_of("Ann").jobs[-1].may_learn


@rule("job.learn", "kiss.insight")
def test_claims_keep_their_numbers_through_a_task() -> None:
    game = in_scene()
    game.calls("Ann", "task", ability="Wits")
    game.move("Ann", "lack_job")
    game.move("Cy", "put_job", name="Thief", ability="Grace")
    game.move("Ann", "take_job", job="Scout")
    game.move(FC, "set_threshold")
    game.dice(1, 1, 1).move("Ann", "roll_task")
    game.claims("Ann", "claim_insight", die=1, text="The wall is old.")
    game.refused("Bo", Own.UNKNOWN_CLAIM, "answer_claim", claim=1, valid=True)
    game.move("Bo", "answer_claim", claim=2, valid=True)


@rule("job.learn")
def test_each_peer_ends_after_twenty_names() -> None:
    game = lacking()
    for busy, left in (("Cy", (FC, "Bo")), ("Bo", (FC,))):
        names_twenty(game, busy)
        game.refused(busy, Own.TOO_MANY_CLAIMS, "put_job", name="Climber", ability="Grace")
        assert game.options(busy, "put_job") == []
        assert game.awaited() == {"put_job": left}
    names_twenty(game, FC)
    assert game.awaited() == {"cancel_roll": (FC,)}


def names_twenty(game: Game, busy: str) -> None:
    """Let a peer name twenty jobs, and let the other peers reject each."""
    for _ in range(20):
        number = len(game.state.play.roll.claims) + 1
        game.move(busy, "put_job", name=f"Job {number}", ability="Grace")
        for name in {"Bo", "Cy", FC} - {busy}:
            game.move(name, "answer_claim", claim=number, valid=False)


@rule("task.aid")
def test_an_allys_exp_is_marked_at_any_result() -> None:
    game = at_task()
    game.move("Bo", "offer_aid", character="c2", job="Scout")
    game.move("Ann", "answer_aid", seat="s3", accept=True)
    game.dice(1, 1, 1, 1).move("Ann", "roll_task")
    assert game.sheet_of("Bo").jobs[0].exp == 1
