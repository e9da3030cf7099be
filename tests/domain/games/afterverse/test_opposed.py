"""Opposed tests: more hits win."""

from typing import Any

import pytest

from tests.support.afterverse import WIT, Game, in_session, rule, seated, tags
from verger.domain.games.afterverse.reason import Code as Own


def race(one: tuple[int, ...], other: tuple[int, ...], **fields: Any) -> Game:
    """Return an opposed test with these dice: of Cy's character, who began it, and of the guard."""
    game = in_session()
    game.move("Ann", "take_points", character="c2", kind="chutzpah", points=3)
    game.opposes("c2", "c3", WIT, **fields)
    game.rolls("Cy", "c2")
    game.rolls("Ann", "c3", *one, *other)
    return game


@rule("test.opposed")
@pytest.mark.parametrize(
    ("one", "other", "ties", "outcomes"),
    [
        ((5, 5, 1, 1), (5, 1, 1, 1), False, ("success", "failure")),
        ((5, 1, 1, 1), (5, 5, 1, 1), False, ("failure", "success")),
        ((5, 5, 1, 1), (5, 5, 1, 1), False, ("failure", "success")),
        ((5, 5, 1, 1), (5, 5, 1, 1), True, ("tie", "tie")),
        ((1, 1, 1, 1), (1, 1, 1, 1), False, ("failure", "success")),
    ],
)
def test_more_hits_win_and_the_initiator_loses_a_tie_unless_it_may_be_one(
    one: tuple[int, ...], other: tuple[int, ...], ties: bool, outcomes: tuple[str, str]
) -> None:
    game = race(one, other, ties=ties)
    assert (game.outcome(place=0)[1], game.outcome(place=1)[1]) == outcomes


@rule("test.opposed", "test.critical")
@pytest.mark.parametrize(
    ("one", "other", "ties", "critical"),
    [
        ((6, 6, 1, 1), (5, 1, 1, 1), False, ("taken", "no")),
        ((6, 5, 1, 1), (5, 1, 1, 1), False, ("no", "no")),
        ((5, 1, 1, 1), (6, 1, 1, 1), False, ("no", "taken")),
        ((1, 1, 1, 1), (1, 1, 1, 1), False, ("no", "no")),
        # If a tie is possible, sixes that would only tie are not critical.
        ((5, 1, 1, 1), (6, 5, 1, 1), True, ("no", "no")),
        ((5, 1, 1, 1), (6, 6, 1, 1), True, ("no", "taken")),
    ],
)
def test_a_result_is_critical_if_only_the_winners_sixes_would_have_won(
    one: tuple[int, ...], other: tuple[int, ...], ties: bool, critical: tuple[str, str]
) -> None:
    game = race(one, other, ties=ties)
    assert (game.outcome(place=0)[2], game.outcome(place=1)[2]) == critical


@rule("test.opposed", "team.allowed")
def test_nobody_rolls_before_there_is_one_opponent_different_from_the_initiator() -> None:
    game, fields = in_session(), {"test": "t1", "role": "opponent"}
    acting = {"character": "c1", "pool": WIT}
    game.move("Ann", "call_opposed_test", about="A race.", initiator=acting)
    assert game.awaited()["join_test"] == ("Ann",)
    game.refused("Bo", Own.OTHERS_FIRST, "roll", test="t1", character="c1")
    game.cannot_join("Bo", Own.ALREADY_IN_TEST, **fields, actor=acting)
    game.joins("Cy", "t1", "opponent", "c2", WIT)
    assert game.awaited()["roll"] == ("Bo", "Cy")
    third = {"character": "c3", "pool": WIT}
    game.cannot_join("Ann", Own.ROLE_NOT_OPEN, **fields, actor=third)


@rule("test.opposed")
def test_an_opposed_test_needs_two_characters() -> None:
    game = Game()
    seated(game, "A game of Afterverse", "Ann", "Bo")
    game.writes("Bo", "Mia")
    game.agreed("Bo", "begin_session")
    acting = {"character": "c1", "pool": WIT}
    game.refused("Ann", Own.NOBODY_ELSE, "call_opposed_test", about="A race.", initiator=acting)
    assert game.options("Ann", "call_opposed_test") == []


@rule("test.opposed")
def test_the_first_roll_is_shown_after_the_last_roll() -> None:
    game = in_session()
    game.opposes("c1", "c2", WIT)
    first = game.rolls("Bo", "c1")
    assert (tags(first), game.awaited()["roll"]) == (["roll_readied"], ("Cy",))
    game.refused("Bo", Own.ALREADY_ROLLED, "roll", test="t1", character="c1")
    game.rolls("Cy", "c2", 5, 2, 1, 1, *(6, 2, 1, 1))
    assert [one.dice for one in game.test("t1").actors] == [(5, 2, 1, 1), (6, 2, 1, 1)]
    assert game.awaited()["keep_roll"] == ("Bo", "Cy")


@rule("test.opposed", "chutzpah.good_luck")
def test_luck_comes_before_your_own_roll_even_if_that_waits() -> None:
    game = in_session()
    game.opposes("c1", "c2", WIT)
    game.rolls("Bo", "c1")
    game.refused("Bo", Own.ALREADY_ROLLED, "good_luck", test="t1", character="c1")
    assert game.options("Bo", "good_luck") == []
    game.move("Cy", "good_luck", test="t1", character="c2")
    assert game.options("Cy", "take_two") == game.options("Bo", "take_two") == []


@rule("test.opposed", "glitch.roll")
def test_the_first_roll_lapses_if_the_last_player_declines() -> None:
    game = in_session()
    game.opposes("c1", "c2", WIT, glitch="open")
    game.rolls("Bo", "c1")
    game.dice(5, 1, 1, 1, 1, 1).move("Cy", "let_be", test="t1", character="c2")
    assert (game.outcome(), game.outcome(place=1)) == ((1, "success", "no"), (0, "failure", "no"))
