"""The walks of a game together reach its main part, and meet nearly all moves, effects, answers and refusals."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, get_args, get_origin

import pytest

from tests.laws.game import habits_of, walks
from tests.laws.law import each_game, version_after
from verger.domain.core.dispute import CorrectedAgain
from verger.domain.core.option import Awaited, Option
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused
from verger.domain.core.table import DiceRevealed, DiceRolled
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.answering import answered_options
from verger.domain.judging.offer import awaited_of

pytestmark = pytest.mark.thorough


@each_game
def test_most_walks_reach_the_main_part_of_the_game(game: str) -> None:
    habits = habits_of(RULESETS[game])
    arrived = [habits.arrived(played.state) for played in walks(game)]
    assert sum(arrived) >= len(arrived) * 12 // 13


@each_game
def test_the_walks_make_every_move(game: str) -> None:
    made = {step.sent["move"] for played in walks(game) for step in played.steps if step.accepted}
    move_type, _ = get_args(RULESETS[game].event_type)
    known = {kind.__struct_config__.tag for kind in structs(move_type)}
    unasked = without_time(game) | {"correct_again"}
    assert known - made == unasked | (set() if throws(game) else {"reveal_dice"})


def without_time(game: str) -> set[str]:
    """Return `time_passes`, if no walk of a game has time limits. The server makes this move."""
    states = (step.after for played in walks(game) for step in played.steps)
    return set() if any(state.table.due for state in states) else {"time_passes"}


def throws(game: str) -> bool:
    """Return whether any move of a game's walks throws dice. Only then can a seed be revealed."""
    return any(step.dice.rolls for played in walks(game) for step in played.steps)


@each_game
def test_the_walks_see_every_effect(game: str) -> None:
    seen = {type(e) for played in walks(game) for effects in played.history for e in effects}
    unseen = {kind.__name__ for kind in structs(RULESETS[game].effect_type) - seen}
    dice = set() if throws(game) else {DiceRolled.__name__, DiceRevealed.__name__}
    of_the_server = {CorrectedAgain.__name__}
    assert unseen <= habits_of(RULESETS[game]).rare_effects | dice | of_the_server


@each_game
def test_the_walks_are_offered_every_answer(game: str) -> None:
    ruleset = RULESETS[game]
    missing = {
        what: {answer.consequence: answer.move for answer in question.answers}
        for what, question in ruleset.questions.items()
    }
    for wait, options in asked(game):
        if answers := missing.get(wait.what):
            for option in options():
                if option.answers and option.answers.question == wait.id:
                    answers.pop(option.answers.consequence, None)
    unseen = {(what, move) for what, answers in missing.items() for move in answers.values()}
    assert unseen == habits_of(ruleset).rare_answers


def asked(game: str) -> Iterator[tuple[Awaited, Callable[[], list[Option]]]]:
    """Each question to a seat in the walks, with the options of the seat."""
    ruleset = RULESETS[game]
    for played in walks(game):
        for step, _ in played.accepted():
            for wait in awaited_of(ruleset, step.after):
                for seat in wait.seats:
                    yield (
                        wait,
                        partial(answered_options, ruleset, step.after, version_after(step), seat),
                    )


@each_game
def test_the_walks_meet_most_refusals(game: str) -> None:
    met = {
        str(step.judgement.code)
        for played in walks(game)
        for step in played.steps
        if isinstance(step.judgement, Refused)
    }
    own, core = set(map(str, RULESETS[game].reasons)), set(map(str, Code.reasons()))
    assert len(met & own) >= len(own) * 2 // 3, own - met
    # Some refusals of the core are about sheets or dice, and not every game has these.
    assert len(met & core) >= len(core) * 3 // 5, core - met


def structs(union: Any) -> set[Any]:
    """Return the classes of a union, generic ones without their parameters."""
    return {get_origin(member) or member for member in get_args(union)}
