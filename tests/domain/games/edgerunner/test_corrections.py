"""Corrections that a table makes by agreement, and the odds."""

from fractions import Fraction
from typing import Any

from tests.support.edgerunner import Game, in_conflict, rule
from verger.domain.core.reason import Code
from verger.domain.games.edgerunner import RULESET
from verger.domain.games.edgerunner.odds import fudge_odds, lowest
from verger.domain.games.edgerunner.reason import Code as Own


def settled(remedy: dict[str, Any]) -> dict[str, Any]:
    """The fields of a settlement with these corrections."""
    return {"dispute": "q1", "outcome": "overturned", "reason": "Quite.", "remedy": remedy}


def amended(game: Game, **correction: Any) -> Game:
    """Have the table settle a dispute by a correction."""
    game.move("Bo", "dispute", about={"of": "event", "version": 2}, rule="map.zones", grounds="No.")
    remedy = {"remedy": "amendment", "name": "A fix", "corrections": [correction]}
    game.move("Ann", "propose_settlement", **settled(remedy))
    while waits := game.awaited().get("vote"):
        game.move(waits[0], "vote", dispute="q1", yes=True)
    return game


def cannot_amend(code: str, off_map: str = "", **correction: Any) -> None:
    """Require that a correction is refused."""
    game = in_conflict()
    if off_map:
        game.sheet(off_map, "Ann")
    game.move("Bo", "dispute", about={"of": "event", "version": 2}, rule="map.zones", grounds="No.")
    remedy = {"remedy": "amendment", "name": "A fix", "corrections": [correction]}
    game.refused("Ann", code, "propose_settlement", **settled(remedy))


@rule("dispute.amend")
def test_a_box_is_marked_or_cleared() -> None:
    game = amended(in_conflict(), correction="mark_box", character="c1", track="Cool", box=2)
    assert game.marked("c1", "Cool") == (2,)
    game = in_conflict().given_stress("c1", "Cool", 3)
    amended(game, correction="unmark_box", character="c1", track="Cool", box=3)
    assert game.marked("c1", "Cool") == ()


@rule("dispute.amend")
def test_only_a_box_that_is_there_is_marked_or_cleared() -> None:
    box: dict[str, Any] = {"character": "c1", "track": "Cool", "box": 6}
    cannot_amend(Own.BOX_NOT_FREE, correction="mark_box", **box)
    cannot_amend(Own.BOX_NOT_FREE, correction="unmark_box", **{**box, "box": 2})
    cannot_amend(Own.UNKNOWN_TRACK, correction="mark_box", **{**box, "track": "Luck"})
    cannot_amend(Code.UNKNOWN_CHARACTER, correction="mark_box", **{**box, "character": "c9"})


@rule("dispute.amend")
def test_somebody_is_put_into_another_zone() -> None:
    assert (
        amended(in_conflict(), correction="put_into", character="c1", zone="z3").zone("c1") == "z3"
    )
    cannot_amend(Own.UNKNOWN_ZONE, correction="put_into", character="c1", zone="z9")
    cannot_amend(Code.UNKNOWN_CHARACTER, correction="put_into", character="c9", zone="z1")
    cannot_amend(Own.NOT_THERE, "Drone", correction="put_into", character="c4", zone="z1")


@rule("dispute.amend", "action.defense")
def test_the_actor_is_asked_the_same_question_after_a_correction_ends_a_defense() -> None:
    game = in_conflict()
    defense = {"skill": "Firearms", "target": "c1", "track": "Cool"}
    game.acts("c1", "defense", (1, 1, 1, 1), **defense)
    game.stands("c1")
    before = game.question("end_turn")
    amended(game, correction="put_into", character="c1", zone="z3")
    assert game.question("end_turn") == before


@rule("dispute.amend")
def test_an_aspect_that_play_has_placed_is_taken_away() -> None:
    game = in_conflict().given_consequence("c1", "Cracked rib")
    amended(game, correction="remove_aspect", aspect="a2")
    assert game.view().sheets[0].consequences == ()
    cannot_amend(Own.DOES_NOT_HOLD, correction="remove_aspect", aspect="a1")


@rule("dispute.amend")
def test_fate_points_are_moved() -> None:
    tokens = {"token": "fate", "amount": 2, "source": "bank", "target": "character:c1"}
    assert amended(in_conflict(), correction="move_tokens", **tokens).tokens("c1").fate == 5


@rule("action.roll")
def test_the_odds_of_four_fudge_dice_are_exact() -> None:
    chances = RULESET.odds["fudge"](4)
    assert [chance * 81 for chance in chances] == [1, 4, 10, 16, 19, 16, 10, 4, 1]
    assert (lowest(4), sum(chances)) == (-4, 1)
    assert fudge_odds(1) == (Fraction(1, 3),) * 3
