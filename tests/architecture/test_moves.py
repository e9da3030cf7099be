"""In each game, the table `CHAPTERS` has exactly one function for each of the game's own moves."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, get_args, get_type_hints

import pytest

from verger.domain.core.clock import TimePasses
from verger.domain.core.union import by_class, classes_of
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging import log
from verger.domain.judging.chapters import Judges, joined
from verger.domain.judging.tabletop import TableMove

OF_EVERY_TABLE = {*classes_of(TableMove), *log.MOVES, TimePasses}

each_game = pytest.mark.parametrize("game", RULESETS)


def recorded(game: str) -> set[type]:
    """Return the moves that a game's events can hold."""
    move, _ = get_args(RULESETS[game].event_type)
    return set(classes_of(move))


def chapters(game: str) -> Mapping[Any, Any]:
    """Return the table of functions that judge a game's moves."""
    found: Mapping[Any, Any] = import_module(f"verger.domain.games.{game}.decide").CHAPTERS
    return found


@each_game
def test_a_chapter_judges_every_move_that_only_its_game_has(game: str) -> None:
    assert set(by_class(chapters(game))) == recorded(game) - OF_EVERY_TABLE


@each_game
def test_a_function_judges_only_moves_that_it_takes(game: str) -> None:
    wrong = [
        (kind, function)
        for kind, function in by_class(chapters(game)).items()
        if kind not in classes_of([*get_type_hints(function).values()][1])
    ]
    assert wrong == []


@each_game
def test_every_log_can_hold_the_moves_of_every_table(game: str) -> None:
    assert {*classes_of(TableMove | log.RecordedLogMove)} <= recorded(game)


def test_no_move_is_in_two_chapters() -> None:
    with pytest.raises(AssertionError, match=r"listed twice: .*TimePasses"):
        by_class({TimePasses: 1, int | TimePasses: 2})
    one: Judges[Any] = {TimePasses: lambda draft, *_: draft.accept("Time passes.")}
    with pytest.raises(AssertionError, match="in two chapters"):
        joined(one, one)
