"""Examples of the Venus Engine's own text that no other test plays, with the figures that it prints.

Its table of bronze dice is in `tests/domain/games/venus/test_odds.py`.
"""

from fractions import Fraction

import pytest

from tests.support.venus import (
    FC,
    Game,
    ability,
    at_check,
    at_task,
    in_scene,
    job,
    kissing,
    rule,
    sheet,
    spending,
)
from verger.domain.games.venus.views import view


@rule("check.difficulty")
@pytest.mark.parametrize(
    ("word", "difficulty"),
    [("Routine", 5), ("Simple", 10), ("Tough", 15), ("Challenging", 20), ("Absurd", 25)],
)
def test_a_difficulty_goes_up_by_fives_and_a_target_to_29(word: str, difficulty: int) -> None:
    target = at_check(difficulty=difficulty, factors=4).stage.target
    assert (target, target <= 29) == (difficulty + 4, True), word


@rule("task.odds")
@pytest.mark.parametrize(
    ("caliber", "printed"), [("bronze", 33), ("silver", 50), ("gold", 67), ("platinum", 83)]
)
def test_the_odds_of_one_die_are_known_before_a_life_is_on_the_line(
    caliber: str, printed: int
) -> None:
    game = at_task(caliber, jobs=[job("Scout", level=1)])
    roll = view(game.state, game.seat("Ann")).roll
    assert roll is not None
    assert roll.task is not None
    assert round(Fraction(roll.task.odds[1]) * 100) == printed


def apprentice() -> Game:
    """Ann has a job at level 0, of abilities with the scores 4 and 2, and begins a task with it."""
    game = in_scene()
    own = sheet(jobs=[job("Scout", level=0)])
    game.agreed("Ann", "write_sheet", name="Ann", sheet=own, seat="s2", character="c1")
    return game


def works(game: Game, *bought: dict[str, str]) -> int:
    """Ann does a task with 2 successes for a threshold of 2; gives her exp, or -1 for a level."""
    game.calls("Ann", "task")
    game.move("Ann", "take_job", job="Scout")
    game.move(FC, "set_threshold")
    game.dice(6, 6, 1, 1).move("Ann", "roll_task")
    game.move("Ann", "finish_kissing")
    for one in bought:
        game.move("Ann", "buy", **one)
    game.move("Ann", "finish_spending")
    game.move(FC, "let_be")
    own = game.sheet_of("Ann").jobs[0]
    return -1 if own.level else own.exp


@rule("job.learn", "job.level")
@pytest.mark.parametrize(
    ("bought", "tasks"),
    [({"consequence": "primary"}, 16), ({"consequence": "lesson", "to": "failure"}, 6)],
)
def test_it_takes_6_to_16_tasks_to_learn_a_job(bought: dict[str, str], tasks: int) -> None:
    game = apprentice()
    marked = [works(game, bought) for _ in range(tasks)]
    assert [exp < 0 for exp in marked] == [False] * (tasks - 1) + [True]
    assert game.sheet_of("Ann").jobs[0].level == min(4, 2)


@rule("task.subvert")
@pytest.mark.parametrize(
    "turned", ["Your actions bring shame to your family name.", "You are harmed by this."]
)
def test_who_did_not_buy_to_be_unabashed_and_uninjured_has_the_opposite(turned: str) -> None:
    game = spending(6, 6, 6)
    game.move("Ann", "buy", consequence="primary")
    game.move("Ann", "finish_spending")
    said = game.move(FC, "subvert", consequence="unharmed", text=turned).ruling.sentence
    assert turned.rstrip(".") in said


@rule("kiss.ego", "kiss.once")
@pytest.mark.parametrize(("again", "successes"), [(6, 4), (4, 2), (5, 3)])
def test_even_a_5_may_disappoint_who_spends_ego_on_6s_and_its_worse_value_stands(
    again: int, successes: int
) -> None:
    game = kissing(6, 5, 1).grant("Ann", ego=1)
    game.move("Ann", "kiss_ego", use="sixes")
    game.move("Ann", "kiss_lot", die=2)
    game.dice(again).move("Ann", "finish_kissing")
    assert game.stage.successes == successes


@rule("check.npc", "roll.ability")
def test_in_a_fight_one_hits_by_finesse_and_dodges_by_swiftness_checks() -> None:
    game = in_scene()
    own = sheet()
    own["abilities"] += [ability("Finesse", "gold", 3), ability("Swiftness", "silver", 1)]
    game.agreed("Ann", "write_sheet", name="Ann", sheet=own, seat="s2", character="c1")
    for name, natural in (("Finesse", 7), ("Swiftness", 9)):
        game.calls("Ann", "check", ability=name)
        game.move(FC, "set_target", difficulty=10)
        assert game.dice(natural).move("Ann", "roll_check").effects[0].outcome == "passed"


@rule("lots.cap")
def test_more_than_10_lots_are_counted_at_any_time_and_not_by_sessions() -> None:
    # The text says both "up to 10 Lots at any given time" and "more than 10 in a single session".
    game = spending(6, 6, 6).grant("Ann", lots=4)
    game.move("Ann", "buy", consequence="intentions", to="failure")
    assert (game.purse("Ann").lots, dict(game.state.play.owed)) == (10, {})
