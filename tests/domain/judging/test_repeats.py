"""`table.leave_out`: an event that claims to be a repetition must repeat an earlier event in the right order."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.domain.judging.test_remake import DOG, bribed, leaves_out, scene
from tests.support.play import Game, rule
from verger.domain.core.divergence import Divergence
from verger.domain.judging.repeats import Repeats

MISSED = Divergence(4, "refused", "It was.", "It is not.")


def found(game: Game) -> dict[int, str]:
    """The faults in the events of a log, by version."""
    repeats, timeline = Repeats(), game.state.table.timeline
    told = {at: repeats.take(event, timeline) for at, event in enumerate(game.log, 1)}
    return {at: fault.rpartition(",")[2] for at, fault in told.items() if fault}


@pytest.fixture
def game() -> Game:
    """Return a game whose log has three repeated moves and one that could not be repeated."""
    game = scene("Ann", "Bo", "Cy")
    gone = bribed(game)
    game.changes("Bo", DOG)
    assert len(leaves_out(game, gone)) == 1
    return game


@rule("table.leave_out")
def test_repeated_and_missing_moves_are_listed_in_order(game: Game) -> None:
    assert found(game) == {}


@pytest.mark.parametrize(
    ("back", "fields", "wrong"),
    [
        (5, {"repeats": 2}, " and no move was left out before it"),
        (3, {"repeats": 2}, " which must not be repeated there"),
        (3, {"repeats": 4}, " which must not be repeated there"),
        (1, {"repeats": 5}, " which must not be repeated there"),
        (1, {"seat": "s2"}, " but it is another move"),
        (2, {"repeats": 9}, " but it is another move"),
        (4, {"missed": (MISSED,)}, " and some are not later moves of its line of play"),
        (9, {"missed": (MISSED,)}, " and some are not later moves of its line of play"),
    ],
)
def test_an_event_that_was_not_made_again_is_found(
    game: Game, back: int, fields: Any, wrong: str
) -> None:
    at = len(game.log) - back
    game.log[at] = replace(game.log[at], **fields)
    assert found(game)[at + 1] == wrong


def test_events_that_follow_later_are_no_repetitions(game: Game) -> None:
    game.log.insert(len(game.log) - 2, game.log[2])
    head = len(game.log)
    assert list(found(game)) == [head - 1, head]


@rule("table.leave_out")
def test_no_move_of_an_action_that_was_left_out_was_made_again() -> None:
    game = scene("Ann", "Bo", "Cy")
    declared = len(game.log) + 1
    game.changes("Bo", DOG)
    game.move("Ann", "frame", camera="A door.", place="The ward")
    assert leaves_out(game, declared) == ()
    assert found(game) == {}
    game.log[-1] = replace(game.log[-1], repeats=declared + 1)
    assert found(game) == {len(game.log): " which must not be repeated there"}
