"""Setting up a conflict, and the seat that is its caller."""

from tests.support.edgerunner import Game, in_conflict, rule, saw, table
from verger.domain.core.option import Choices
from verger.domain.core.reason import Code
from verger.domain.games.edgerunner.model.time_track import Span, steps
from verger.domain.games.edgerunner.reason import Code as Own


def two_sides() -> Game:
    """Return a game with Gatto and Hargan on a map of one zone. Cy plays nobody."""
    game = table("Ann", "Bo", "Cy")
    skills = {"Athletics": 1}
    gatto, hargan = game.sheet("Gatto", "Bo", skills=skills), game.sheet("Hargan", None)
    (zone,) = game.zones("Alley")
    game.places(gatto, zone, 1)
    game.places(hargan, zone, 2)
    return game


@rule("conflict.setup")
def test_a_conflict_takes_two_sides_with_somebody_each() -> None:
    game = two_sides()
    game.places("c2", "z1", 1)
    told = {"reason": "Push.", "length": "a minute"}
    refused = game.refused("Ann", Own.NO_TWO_SIDES, "begin_conflict", **told)
    assert refused.facts == {"sides_on_map": 1, "sides_needed": 2}
    game.places("c2", "z1", 2)
    game.refused("Bo", Code.GM_ONLY, "begin_conflict", **told)
    assert game.move("Ann", "begin_conflict", **told).ruling.sentence == (
        "Ann begins a conflict of 2 sides; an exchange lasts a minute: Push."
    )


@rule("conflict.setup")
def test_a_thing_that_does_not_act_belongs_to_no_side() -> None:
    game = two_sides()
    game.move("Ann", "take_off", character="c2")
    game.places(game.sheet("Lock", None, kind="thing"), "z1", 2)
    told = {"reason": "Push.", "length": "a minute"}
    game.refused("Ann", Own.NO_TWO_SIDES, "begin_conflict", **told)


@rule("conflict.setup")
def test_there_is_one_conflict_at_a_time() -> None:
    told = {"reason": "Push.", "length": "a minute"}
    in_conflict().refused("Ann", Code.WRONG_STEP, "begin_conflict", **told)


@rule("time.track")
def test_the_time_track_goes_from_an_instant_to_a_decade() -> None:
    assert (len(Span), steps(Span.AN_INSTANT, Span.A_DECADE)) == (20, 19)
    assert steps(Span.A_FEW_SECONDS, Span.AN_HOUR) == 6
    judgement = two_sides().begins("a couple of weeks")
    assert saw(judgement, "time.track") == {"exchange_duration": "a couple of weeks"}


@rule("conflict.setup")
def test_the_referee_calls_hands_the_call_over_and_may_take_it_back() -> None:
    game = two_sides()
    game.begins()
    game.refused("Ann", Own.CALLS_ALREADY, "hand_over_call", seat="s1")
    game.refused("Ann", Code.UNKNOWN_SEAT, "hand_over_call", seat="s9")
    game.refused("Cy", Own.NOT_THE_CALLER, "hand_over_call", seat="s3")
    game.move("Ann", "hand_over_call", seat="s3")
    assert game.view().conflict.caller == "s3"
    game.refused("Ann", Own.NOT_THE_CALLER, "give_turn", character="c1")
    game.refused("Bo", Own.NOT_THE_CALLER, "hand_over_call", seat="s2")
    game.move("Ann", "hand_over_call", seat="s1")
    assert game.view().conflict.caller == "s1"


@rule("conflict.setup")
def test_any_seat_may_call_and_better_one_that_is_not_involved() -> None:
    game = two_sides()
    game.begins()
    (seats,) = game.options("Ann", "hand_over_call")[0].fields
    assert isinstance(seats, Choices)
    assert [choice.label for choice in seats.choices] == ["Cy", "Bo"]
    judgement = game.move("Ann", "hand_over_call", seat="s2")
    assert judgement.ruling.sentence == "Bo calls from now on, and also plays Gatto."
    game.move("Bo", "give_turn", character="c1")


@rule("conflict.setup")
def test_the_referee_calls_if_the_caller_has_left() -> None:
    game = two_sides()
    game.begins()
    game.move("Ann", "hand_over_call", seat="s3")
    game.move("Cy", "leave")
    assert game.view().conflict.caller == "s1"
    game.refused("Ann", Code.SEAT_NOT_TAKEN, "hand_over_call", seat="s3")


@rule("conflict.setup")
def test_a_session_may_have_many_conflicts() -> None:
    game = in_conflict()
    game.agreed("Ann", "concede", side=2, story="They withdraw.")
    game.begins("a week")
    assert (game.view().phase, game.view().conflict.length) == (1, "a week")
