"""Sheets in each game that has them: the seats that must agree, and refused sheets."""

from random import Random
from typing import Any

import msgspec
import pytest

from tests.support.game import Game, Naming, seated
from tests.support.options import draw
from verger.domain.core.option import Group
from verger.domain.core.reason import Code
from verger.domain.games.rulesets import RULESETS
from verger.domain.table.sheet import CHARACTER_LIMIT, CharacterId, SheetWritten

GAMES = [ruleset for ruleset in RULESETS.values() if "sheets" in ruleset.reads]
rule = Naming(GAMES[0])
pytestmark = pytest.mark.parametrize("name", [ruleset.name for ruleset in GAMES])


def table(name: str) -> Game:
    """Ann, who is the GM, Bo and Cy, and Dee, who watches."""
    game = Game(RULESETS[name])
    return seated(game, "A table", "Ann", "Bo", "Cy", "Dee", observers=1)


def sheet(game: Game, name: str) -> dict[str, Any]:
    """The sheets that a seat could propose to write, from its options."""
    (option,) = game.options(name, "propose")
    (subject,) = [field for field in option.fields if isinstance(field, Group)]
    shapes = [one for one in subject.shapes if one.fixed["subject"] == "write_sheet"]
    drawn = draw(shapes[-1], Random(7))  # noqa: S311  # the same sheet each time
    return {key: value for key, value in drawn.items() if key in {"name", "sheet"}}


def written(game: Game, name: str, /, **fields: Any) -> Game:
    """Have a seat write a sheet, and all asked seats agree to it."""
    subject = {**sheet(game, name), **fields}
    game.agreed(name, "write_sheet", **subject)
    return game


def refused(game: Game, name: str, code: str, /, **fields: Any) -> None:
    """Require that a sheet is refused."""
    subject = {"subject": "write_sheet", **sheet(game, name), **fields}
    game.refused(name, code, "propose", subject=subject)


@rule("table.sheets")
def test_a_player_s_own_sheet_takes_the_gm_s_word(name: str) -> None:
    game = table(name)
    game.proposes("Bo", "write_sheet", **sheet(game, "Bo"), seat="s2")
    assert game.awaited()["agreement"] == ("Ann",)
    game.move("Ann", "agree", proposal="p1")
    assert game.state.play.characters.of("s2") == ["c1"]


@rule("table.sheets")
def test_a_sheet_that_the_gm_writes_is_its_player_s_and_the_gm_s_own_is_nobody_s(name: str) -> None:
    game = table(name)
    game.proposes("Ann", "write_sheet", **sheet(game, "Ann"))
    assert [one.seat for one in game.state.play.characters.known.values()] == [None]
    game.proposes("Ann", "write_sheet", **sheet(game, "Ann"), seat="s3")
    assert game.awaited()["agreement"] == ("Cy",)


@rule("table.sheets")
def test_a_player_is_asked_before_their_former_character_is_another_s(name: str) -> None:
    game = written(table(name), "Bo", seat="s2")
    game.proposes("Ann", "write_sheet", **sheet(game, "Ann"), seat="s3", character="c1")
    assert game.awaited()["agreement"] == ("Bo", "Cy")


@rule("table.sheets")
def test_a_sheet_takes_the_place_of_the_one_before(name: str) -> None:
    game = written(
        written(table(name), "Bo", seat="s2"), "Bo", seat="s2", character="c1", name="Zoe"
    )
    assert [one.name for one in game.state.play.characters.known.values()] == ["Zoe"]


@rule("table.sheets")
def test_nobody_writes_another_s_sheet(name: str) -> None:
    game = written(table(name), "Bo", seat="s2")
    refused(game, "Cy", Code.GM_ONLY, seat="s2")
    refused(game, "Cy", Code.GM_ONLY, seat="s3", character="c1")
    refused(game, "Cy", Code.GM_ONLY)


@rule("table.sheets")
def test_sheets_are_of_seats_that_play_and_characters_that_are_there(name: str) -> None:
    game = table(name)
    refused(game, "Ann", Code.UNKNOWN_SEAT, seat="s4")
    refused(game, "Ann", Code.GMS_OWN, seat="s1")
    refused(game, "Ann", Code.UNKNOWN_CHARACTER, character="c1")
    refused(game, "Ann", Code.UNKNOWN_SEAT, seat="")
    refused(game, "Ann", Code.UNKNOWN_CHARACTER, character="")


@rule("table.sheets")
def test_a_table_has_a_limited_number_of_sheets(name: str) -> None:
    game = written(table(name), "Ann")
    (one,) = game.state.play.characters.known.values()
    for number in range(2, CHARACTER_LIMIT + 1):
        game.given(SheetWritten(CharacterId(f"c{number}"), "Another", None, one.sheet))
    again = {"name": "One more", "sheet": msgspec.to_builtins(one.sheet)}
    subject = {"subject": "write_sheet", **again}
    game.refused("Ann", Code.TOO_MANY_CHARACTERS, "propose", subject=subject)
