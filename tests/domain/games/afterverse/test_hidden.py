"""Hidden thresholds: the GM seals a note with the number before the roll, and announces the outcome afterwards."""

from typing import Any

import pytest

from tests.golden.second_thought import makes_again
from tests.support.afterverse import WIT, Game, in_session, rule, saw
from verger.domain.core.option import Choices
from verger.domain.core.reason import Code
from verger.domain.games.afterverse.reason import Code as Own


def hidden(hits: int) -> dict[str, Any]:
    """Return a threshold that only the GM knows."""
    return {"threshold": "hidden", "hits": hits}


def called(hits: int = 2) -> Game:
    """Call a test of four dice with a hidden threshold. Bo has spent all chutzpah."""
    game = in_session()
    game.move("Ann", "take_points", character="c1", kind="chutzpah", points=3)
    game.calls("c1", pool=WIT, threshold=hidden(hits))
    return game


def told(game: Game, outcome: str) -> None:
    """Have the GM announce the outcome."""
    game.move("Ann", "tell_outcome", test="t1", character="c1", outcome=outcome)


def offered(game: Game) -> list[str]:
    """The outcomes that the GM can announce now."""
    (option,) = game.options("Ann", "tell_outcome")
    (field,) = option.fields
    assert isinstance(field, Choices)
    return [str(choice.value) for choice in field.choices]


@rule("test.hits")
def test_the_gm_says_what_came_of_a_hidden_threshold() -> None:
    game = called()
    game.rolls("Bo", "c1", 5, 5, 1, 1)
    assert game.awaited() == {"tell_outcome": ("Ann",), "call_test": ("Ann",)}
    game.refused("Bo", Code.GM_ONLY, "tell_outcome", test="t1", character="c1", outcome="success")
    told(game, "success")
    assert game.outcome() == (2, "success", "no")


@rule("test.hits")
@pytest.mark.parametrize(
    ("dice", "may"),
    [
        ((1, 1, 1, 1), ["failure"]),
        ((5, 1, 1, 1), ["failure", "success"]),
        ((6, 1, 1, 1), ["failure", "success", "critical"]),
    ],
)
def test_the_open_dice_limit_the_possible_answers_of_the_gm(
    dice: tuple[int, ...], may: list[str]
) -> None:
    game = called()
    game.rolls("Bo", "c1", *dice)
    assert offered(game) == may


@rule("test.hits")
def test_a_revealed_note_leaves_the_gm_one_thing_to_say() -> None:
    game = called()
    game.rolls("Bo", "c1", 5, 5, 1, 1)
    game.move("Ann", "reveal_note", note="k1")
    assert offered(game) == ["success"]
    wrong = {"test": "t1", "character": "c1", "outcome": "failure"}
    game.refused("Ann", Own.NOT_WHAT_IS_REVEALED, "tell_outcome", **wrong)
    told(game, "success")
    assert game.view()["done"][0]["needed"] == 2


@rule("test.hits")
@pytest.mark.parametrize(("outcome", "fits"), [("success", True), ("failure", False)])
def test_the_answer_of_the_gm_is_compared_with_the_note_after_its_reveal(
    outcome: str, fits: bool
) -> None:
    game = called()
    game.rolls("Bo", "c1", 5, 5, 1, 1)
    told(game, outcome)
    assert game.view("Bo")["done"][0]["results"][0]["borne_out"] is None
    ruling = game.move("Ann", "reveal_note", note="k1").ruling
    assert game.view("Bo")["done"][0]["results"][0]["borne_out"] is fits
    false = [one.facts for one in ruling.rules if one.facts.get("is_borne_out") is False]
    assert bool(false) is not fits
    assert ("had said" in ruling.sentence) is not fits


@rule("test.hits")
def test_a_revealed_note_shows_a_false_statement() -> None:
    game = called()
    game.rolls("Bo", "c1", 5, 5, 1, 1)
    told(game, "failure")
    judgement = game.move("Ann", "reveal_note", note="k1")
    assert judgement.ruling.sentence == (
        "Ann reveals note 1. The GM had said that “An attempt.” is a failure for Bolena, but it was a success."
    )
    facts = saw(judgement, "test.hits")
    assert (facts["outcome"], facts["outcome_revealed"]) == ("failure", "success")


@rule("test.critical")
def test_an_announced_critical_success_may_be_left() -> None:
    game = called()
    game.rolls("Bo", "c1", 6, 6, 5, 1)
    told(game, "critical")
    game.move("Bo", "take_result", test="t1", character="c1", critical=False)
    assert game.outcome() == (3, "success", "left")


@rule("test.hits", "table.notes")
def test_the_move_that_hides_a_threshold_seals_it_for_the_gm() -> None:
    game = called(19)
    (note,) = game.state.table.notes
    assert (note.by, note.eyes, note.is_sealed) == ("s1", ("s1",), True)
    event = game.log[-1]
    assert event.move.threshold.digest == note.digest
    assert "19" not in str((event.move.threshold, event.ruling, event.effects)).replace(
        note.digest, ""
    )
    game.move("Ann", "reveal_note", note=note.id)
    assert game.view("Bo")["tests"][0]["needed"] == 19


@rule("test.hits")
@pytest.mark.parametrize("hits", [0, -1, 21])
def test_a_hidden_threshold_is_a_number_that_an_open_one_may_be(hits: int) -> None:
    game = in_session()
    fields = {"about": "It.", "form": "alone", "actors": [{"character": "c1", "pool": WIT}]}
    game.refused("Ann", Own.WRONG_NUMBER, "call_test", **fields, threshold=hidden(hits))
    assert game.state.table.notes == ()


@rule("test.hits", "table.notes")
def test_after_a_hundred_notes_no_threshold_is_hidden_any_more() -> None:
    game = in_session()
    for number in range(100):
        game.move("Ann", "seal_note", text=f"Note {number}")
    fields = {"about": "It.", "form": "alone", "actors": [{"character": "c1", "pool": WIT}]}
    game.refused("Ann", Code.TOO_MANY_NOTES, "call_test", **fields, threshold=hidden(2))
    (option,) = game.options("Ann", "call_test")
    (field,) = (field for field in option.fields if field.name == "threshold")
    assert len(field.shapes) == 1  # type: ignore[union-attr]


@rule("test.hits", "test.call")
def test_a_threshold_for_a_test_of_a_player_may_be_hidden_too() -> None:
    game = in_session()
    game.move("Bo", "begin_test", about="Up", actor={"character": "c1", "pool": WIT})
    game.move("Ann", "set_threshold", test="t1", form="alone", threshold=hidden(1))
    assert game.view()["tests"][0]["needed"] is None
    game.rolls("Bo", "c1", 5, 1, 1, 1)
    told(game, "success")
    assert game.outcome() == (1, "success", "no")


@rule("test.hits", "table.leave_out")
def test_a_test_is_made_again_though_its_note_lies_open_by_then() -> None:
    game = in_session(undo="gm")
    game.move("Ann", "give_points", character="c1", kind="stun", points=1)
    wrong = len(game.log)
    game.calls("c3", pool=WIT, threshold=hidden(2))
    game.rolls("Ann", "c3", 5, 5, 1, 1)
    game.move("Ann", "tell_outcome", test="t1", character="c3", outcome="success")
    game.move("Ann", "reveal_note", note="k1")
    makes_again(game, game.move("Ann", "leave_out", version=wrong))
    assert (game.outcome(), game.points("c1", "stun")) == ((2, "success", "no"), 0)


@rule("test.hits")
def test_the_gm_announces_nothing_before_the_roll_or_about_an_open_threshold() -> None:
    game = called()
    fields = {"character": "c1", "outcome": "success"}
    game.refused("Ann", Own.NOTHING_TO_TELL, "tell_outcome", test="t1", **fields)
    game.refused("Ann", Own.UNKNOWN_TEST, "tell_outcome", test="t2", **fields)
