"""Sheets: what stands on one, and whose word it takes."""

from typing import Any

import pytest

from tests.support.afterverse import Game, in_session, rule, seated, sheet
from verger.domain.core.reason import Code
from verger.domain.games.afterverse.reason import Code as Own


def table() -> Game:
    """A table that writes its characters."""
    game = Game()
    seated(game, "A game of Afterverse", "Ann", "Bo")
    return game


def named(*names: str, **more: Any) -> list[dict[str, Any]]:
    """Entries of these names."""
    return [{"name": name, **more} for name in names]


def refused(code: str, **changed: Any) -> None:
    """A sheet that does not stand."""
    subject = {"subject": "write_sheet", "name": "Mia", "seat": "s2", "sheet": sheet(**changed)}
    table().refused("Bo", code, "propose", subject=subject)


@rule("sheet.fit", "table.sheets")
def test_a_players_sheet_takes_the_gms_word() -> None:
    game = table()
    game.proposes("Bo", "write_sheet", name=" Mia  Sol ", seat="s2", sheet=sheet())
    assert game.awaited()["agreement"] == ("Ann",)
    game.move("Ann", "agree", proposal="p1")
    assert game.view()["sheets"][0]["name"] == "Mia Sol"


@rule("sheet.fit")
@pytest.mark.parametrize(
    "changed",
    [
        {"attributes": named("BOD", rating=-1)},
        {"attributes": named("BOD", rating=21)},
        {"skills": named("Tactics", level=-1), "specializations": []},
        {"interests": named("Opera", level=21)},
        {"specializations": named("Sieges", skill="Tactics", requisite=-1, held=True)},
    ],
)
def test_ratings_and_levels_are_between_0_and_20(changed: dict[str, Any]) -> None:
    refused(Own.WRONG_RATING, **changed)


@rule("sheet.fit")
def test_a_specialization_is_of_a_skill_that_stands_there() -> None:
    wanted = named("Sniper", skill="Ranged Combat", requisite=1, held=True)
    refused(Own.UNKNOWN_SKILL, specializations=wanted)


@rule("sheet.fit")
def test_no_two_entries_of_a_sort_share_a_name_however_it_is_written() -> None:
    refused(Code.NAMED_TWICE, attributes=named("BOD", "bod ", rating=2))
    refused(Code.NAMED_TWICE, interests=named("Earth Flora", "earth  flora", level=1))


@rule("sheet.fit")
def test_a_sheet_has_an_attribute_and_not_too_many_entries() -> None:
    refused(Own.NO_ATTRIBUTES, attributes=[])
    refused(Own.SHEET_FULL, interests=named(*map(str, range(41)), level=1))


@rule("sheet.fit")
def test_a_sheet_may_be_written_anew() -> None:
    game = in_session()
    changed = sheet(attributes=named("BOD", rating=9))
    game.agreed("Ann", "write_sheet", name="Bo II", seat="s2", character="c1", sheet=changed)
    shown = game.view()["sheets"][0]
    assert (shown["id"], shown["name"], shown["chutzpah"]) == ("c1", "Bo II", 3)
    assert list(shown["sheet"]["attributes"]) == [{"name": "BOD", "rating": 9}]
