"""Sessions of play: how they begin and end, and the values that are set at the beginning."""

from typing import Any

import pytest

from tests.support.afterverse import Game, in_session, rule, saw, seated, sheet, started
from verger.domain.core.reason import Code
from verger.domain.core.table import SeatEmptied
from verger.domain.games.afterverse.reason import Code as Own


def table(**house_rules: Any) -> Game:
    """Return a table where Bo has a character and Cy has none."""
    game = Game()
    seated(game, "A game of Afterverse", "Ann", "Bo", "Cy", **house_rules)
    game.writes("Bo", "Mia")
    return game


@rule("session.begin")
def test_a_session_begins_when_everybody_agrees() -> None:
    game = table()
    assert game.awaited() == {"begin_session": ("Ann", "Bo", "Cy")}
    judgement = game.agreed("Bo", "begin_session")
    assert "Session 1 begins. Mia has 3 points of chutzpah." in judgement.ruling.sentence
    assert (game.view()["step"], game.awaited()) == ("play", {"call_test": ("Ann",)})


@rule("session.begin")
def test_a_session_needs_a_players_character() -> None:
    game = Game()
    seated(game, "A game of Afterverse", "Ann", "Bo")
    game.thing("Guard")
    game.refused("Bo", Own.NO_CHARACTERS, "propose", subject={"subject": "begin_session"})
    assert game.awaited() == {"write_sheet": ("Ann", "Bo")}


@rule("session.begin", "table.seats")
def test_a_character_whose_place_was_taken_away_is_no_players() -> None:
    game = Game()
    seated(game, "A game of Afterverse", "Ann", "Bo")
    game.writes("Bo", "Sparrow")
    game.move("Bo", "leave")
    game.move("Ann", "remove_seat", seat="s2")
    game.refused("Ann", Own.NO_CHARACTERS, "propose", subject={"subject": "begin_session"})


@rule("session.begin")
def test_a_gm_without_players_first_adds_a_seat() -> None:
    assert started("Ann").awaited() == {"add_seat": ("Ann",)}


@rule("session.begin", "session.end")
def test_a_session_ends_when_everybody_agrees_and_then_another_may_begin() -> None:
    game = in_session()
    game.refused("Bo", Code.WRONG_STEP, "propose", subject={"subject": "begin_session"})
    game.agreed("Bo", "end_session")
    assert (game.view()["step"], game.awaited()) == ("over", {"begin_session": ("Ann", "Bo", "Cy")})
    game.agreed("Ann", "begin_session")
    assert (game.view()["step"], game.view()["sessions"]) == ("play", 2)


@rule("session.end")
def test_once_something_was_played_the_table_may_have_had_enough() -> None:
    game = in_session()
    game.calls("c1")
    game.move("Bo", "let_be", test="t1", character="c1")
    assert game.awaited() == {"call_test": ("Ann",), "end_session": ("Ann", "Bo", "Cy")}


@rule("session.end", "table.pause")
def test_a_session_does_not_end_while_a_test_waits_nor_in_a_pause() -> None:
    game, subject = in_session(), {"subject": "end_session"}
    game.calls("c1")
    game.move("Bo", "signal")
    # Play is resumed before the test ends.
    game.refused("Bo", Code.PAUSED, "propose", subject=subject)
    game.agreed("Bo", "resume_play")
    game.refused("Bo", Own.TESTS_OPEN, "propose", subject=subject)
    game.move("Ann", "call_off", test="t1")
    game.agreed("Bo", "end_session")
    game.refused("Bo", Code.WRONG_STEP, "propose", subject=subject)


@rule("session.end", "table.fork")
def test_a_player_takes_the_empty_seat_of_the_gm_to_call_tests_off() -> None:
    game = in_session()
    game.calls("c1")
    game.given(SeatEmptied(game.seat("Ann")))
    refused = game.refused("Bo", Own.TESTS_OPEN, "propose", subject={"subject": "end_session"})
    assert refused.remedy.endswith("have somebody take it with its claim code.")
    assert game.awaited()["claim_seat"] == ("Ann",)


@rule("chutzpah.bank")
def test_chutzpah_is_reset_with_each_session() -> None:
    game = in_session()
    game.move("Ann", "give_points", character="c1", kind="chutzpah", points=4)
    game.move("Ann", "take_points", character="c2", kind="chutzpah", points=2)
    game.agreed("Bo", "end_session")
    game.agreed("Ann", "begin_session")
    assert [game.points(id, "chutzpah") for id in ("c1", "c2", "c3")] == [3, 3, 0]


@rule("chutzpah.bank")
def test_the_table_may_set_chutzpah_from_another_attribute() -> None:
    game = table(chutzpah_attribute="BOD")
    game.agreed("Ann", "begin_session")
    assert game.points("c1", "chutzpah") == 4


@rule("chutzpah.bank")
@pytest.mark.parametrize(("dice", "chutzpah"), [((5, 6, 1), 2), ((1, 2, 3), 0)])
def test_the_table_may_roll_the_attributes_dice_for_chutzpah(
    dice: tuple[int, ...], chutzpah: int
) -> None:
    game = table(chutzpah="rolled")
    game.proposes("Bo", "begin_session")
    game.move("Ann", "agree", proposal="p2")
    game.dice(*dice).move("Cy", "agree", proposal="p2")
    assert game.points("c1", "chutzpah") == chutzpah


@rule("chutzpah.bank")
def test_a_character_without_the_attribute_has_no_chutzpah() -> None:
    game = table(chutzpah="rolled")
    wanted = sheet(attributes=[{"name": "BOD", "rating": 3}])
    game.agreed("Ann", "write_sheet", name="Mia", seat="s2", character="c1", sheet=wanted)
    game.agreed("Ann", "begin_session")
    assert game.points("c1", "chutzpah") == 0


@rule("chutzpah.bank")
@pytest.mark.parametrize(("die", "named", "points"), [(1, "BOD", 4), (4, "WIL", 2)])
def test_the_table_may_have_a_die_choose_the_attribute(die: int, named: str, points: int) -> None:
    game = table(chutzpah_attribute="die")
    game.proposes("Bo", "begin_session")
    game.move("Ann", "agree", proposal="p2")
    judgement = game.dice(die).move("Cy", "agree", proposal="p2")
    said = f"The die chooses {named}: Mia has {points} points of chutzpah."
    assert (game.points("c1", "chutzpah"), said in judgement.ruling.sentence) == (points, True)
    seen = {"character": "c1", "attribute_name": named, "rating": points, "chutzpah_held": points}
    assert saw(judgement, "chutzpah.bank") == seen


@rule("chutzpah.bank")
def test_the_chosen_attributes_dice_may_be_rolled_too() -> None:
    game = table(chutzpah_attribute="die", chutzpah="rolled")
    game.proposes("Bo", "begin_session")
    game.move("Ann", "agree", proposal="p2")
    game.dice(2, 5, 6, 1).move("Cy", "agree", proposal="p2")
    assert game.points("c1", "chutzpah") == 2


@rule("chutzpah.bank")
def test_of_a_single_attribute_no_die_chooses() -> None:
    game = table(chutzpah_attribute="die")
    wanted = sheet(attributes=[{"name": "LUCK", "rating": 3}])
    game.agreed("Ann", "write_sheet", name="Mia", seat="s2", character="c1", sheet=wanted)
    game.agreed("Ann", "begin_session")
    assert game.points("c1", "chutzpah") == 3


@rule("chutzpah.bank")
def test_chutzpah_is_set_for_a_player_that_joins_a_session() -> None:
    game = in_session()
    game.move("Ann", "add_seat", kind="player", name="Di")
    game.move("Di", "take_seat", name="Di")
    assert game.points(game.writes("Di", "Dora"), "chutzpah") == 3
