"""Hits, thresholds and critical successes."""

import pytest

from tests.support.afterverse import WIT, Game, cited, in_session, rule, saw
from verger.domain.core.reason import Code
from verger.domain.games.afterverse.reason import Code as Own


def called(hits: int) -> Game:
    """Call a test of four dice with an open threshold. Bo has spent all chutzpah."""
    game = in_session()
    game.move("Ann", "take_points", character="c1", kind="chutzpah", points=3)
    game.calls("c1", pool=WIT, threshold={"threshold": "open", "hits": hits})
    return game


@rule("test.hits")
@pytest.mark.parametrize(("threshold", "outcome"), [(1, "success"), (2, "success"), (3, "failure")])
def test_fives_and_sixes_are_hits_and_enough_of_them_succeed(threshold: int, outcome: str) -> None:
    game = called(threshold)
    judgement = game.rolls("Bo", "c1", 5, 5, 4, 1)
    assert game.outcome() == (2, outcome, "no")
    dice = {"dice": 4, "dice_shown": ("5", "5", "4", "1"), "pips_added": 0}
    assert saw(judgement, "test.hits") == {"character": "c1", **dice, "hits": 2, "sixes": 0}


@rule("test.hits")
def test_without_a_threshold_the_hits_are_counted() -> None:
    game = in_session()
    game.calls("c3", pool=WIT)
    game.rolls("Ann", "c3", 6, 5, 4, 1)
    assert game.outcome() == (2, "none", "no")


@rule("test.call")
def test_the_gm_calls_for_tests_and_calls_them_off() -> None:
    game = in_session()
    actors = [{"character": "c1", "pool": WIT}]
    game.refused("Bo", Code.GM_ONLY, "call_test", about="It.", form="alone", actors=actors)
    game.calls("c1")
    game.refused("Bo", Code.GM_ONLY, "call_off", test="t1")
    game.move("Ann", "call_off", test="t1")
    game.refused("Ann", Own.UNKNOWN_TEST, "call_off", test="t1")
    assert (game.view()["tests"], game.view()["done"]) == ((), ())


@rule("test.call")
def test_tests_are_called_for_in_play() -> None:
    game = in_session()
    game.agreed("Ann", "end_session")
    actors = [{"character": "c1", "pool": WIT}]
    game.refused("Ann", Code.WRONG_STEP, "call_test", about="It.", form="alone", actors=actors)
    game.refused("Bo", Code.WRONG_STEP, "roll", test="t1", character="c1")


@rule("test.call")
def test_a_test_is_of_some_characters_each_once() -> None:
    game = in_session()
    one = {"character": "c1", "pool": WIT}
    for code, actors in (
        (Own.WRONG_NUMBER, []),
        (Own.WRONG_NUMBER, [one] * 13),
        (Own.ALREADY_IN_TEST, [one, one]),
        (Code.UNKNOWN_CHARACTER, [{"character": "c9", "pool": WIT}]),
    ):
        game.refused("Ann", code, "call_test", about="It.", form="alone", actors=actors)


@rule("test.call", "glitch.risk")
def test_thresholds_and_risks_are_numbers_that_dice_can_reach() -> None:
    game = in_session()
    fields = {"about": "It.", "form": "alone", "actors": [{"character": "c1", "pool": WIT}]}
    for hits in (0, -1, 21):
        threshold = {"threshold": "open", "hits": hits}
        game.refused("Ann", Own.WRONG_NUMBER, "call_test", **fields, threshold=threshold)
    for risk in (-1, 11):
        game.refused("Ann", Own.WRONG_NUMBER, "call_test", **fields, risk=risk)


@rule("test.call")
def test_at_most_twenty_tests_are_open_at_a_time() -> None:
    game = in_session()
    for _ in range(20):
        game.calls("c1")
    actors = [{"character": "c1", "pool": WIT}]
    fields = {"about": "It.", "form": "alone", "actors": actors}
    game.refused("Ann", Own.TOO_MANY_TESTS, "call_test", **fields)
    assert game.options("Ann", "call_test") == []
    assert game.options("Bo", "begin_test")


@rule("test.call")
def test_tests_that_one_player_begins_leave_room_for_all_others() -> None:
    game = in_session()
    bo, cy = ({"about": "Up", "actor": {"character": who, "pool": WIT}} for who in ("c1", "c2"))
    for _ in range(20):
        game.move("Bo", "begin_test", **bo)
    game.refused("Bo", Own.TOO_MANY_TESTS, "begin_test", **bo)
    assert game.options("Bo", "begin_test") == []
    assert game.options("Cy", "begin_test")
    game.move("Cy", "begin_test", **cy)
    assert game.options("Ann", "call_test")
    game.calls("c1")


@rule("test.call")
def test_a_test_counts_for_the_gm_once_the_gm_has_allowed_it() -> None:
    game = in_session()
    bo = {"about": "Up", "actor": {"character": "c1", "pool": WIT}}
    for number in range(1, 21):
        game.move("Bo", "begin_test", **bo)
        game.move("Ann", "set_threshold", test=f"t{number}", form="alone")
    game.move("Bo", "begin_test", **bo)
    assert game.options("Ann", "call_test") == []
    game.move("Ann", "set_threshold", test="t21", form="alone")


@rule("test.hits")
def test_a_player_rolls_once_and_for_the_own_character() -> None:
    game = in_session()
    game.calls("c1", "c3", pool=WIT)
    refused = game.refused("Cy", Own.NOT_YOUR_CHARACTER, "roll", test="t1", character="c1")
    assert refused.rule == "table.sheets"
    game.refused("Bo", Code.UNKNOWN_CHARACTER, "roll", test="t1", character="c9")
    game.refused("Bo", Own.UNKNOWN_TEST, "roll", test="t2", character="c1")
    game.refused("Cy", Own.NOT_IN_TEST, "roll", test="t1", character="c2")
    game.rolls("Bo", "c1", 1, 1, 5, 6)
    game.refused("Bo", Own.ALREADY_ROLLED, "roll", test="t1", character="c1")
    assert game.awaited()["roll"] == ("Ann",)


@rule("test.critical")
def test_only_sixes_that_reach_the_threshold_are_a_critical_success() -> None:
    game = called(2)
    judgement = game.rolls("Bo", "c1", 6, 6, 1, 1)
    assert "test.critical" in cited(judgement)
    assert game.outcome() == (2, "success", "taken")


@rule("test.critical")
@pytest.mark.parametrize(("critical", "counts"), [(True, 2), (False, 4)])
def test_the_player_chooses_fewer_hits_with_it_or_more_without(critical: bool, counts: int) -> None:
    game = called(2)
    game.rolls("Bo", "c1", 6, 6, 5, 5)
    assert game.awaited()["take_result"] == ("Bo",)
    game.refused("Cy", Own.NOT_YOUR_CHARACTER, "take_result", **taking(critical))
    game.move("Bo", "take_result", **taking(critical))
    assert game.outcome() == (counts, "success", "taken" if critical else "left")


def taking(critical: bool) -> dict[str, str | bool]:
    """The fields of Bo's choice: to take a critical success, or the ordinary one."""
    return {"test": "t1", "character": "c1", "critical": critical}


@rule("test.critical")
def test_there_is_nothing_to_choose_where_sixes_do_not_suffice() -> None:
    game = called(2)
    game.refused("Bo", Own.NOT_CRITICAL, "take_result", **taking(True))
    game.rolls("Bo", "c1", 6, 5, 5, 1)
    assert game.outcome() == (3, "success", "no")
    game.refused("Bo", Own.UNKNOWN_TEST, "take_result", **taking(True))
