"""Sheets: their contents, and the players that must agree to them."""

from typing import Any

import pytest

from tests.support.afterverse import Game, in_session, rule, seated, sheet
from verger.domain.core.reason import Code
from verger.domain.games.afterverse.reason import Code as Own


def table() -> Game:
    """Return a table that is still writing its characters."""
    game = Game()
    seated(game, "A game of Afterverse", "Ann", "Bo")
    return game


def named(*names: str, **more: Any) -> list[dict[str, Any]]:
    """Entries of these names."""
    return [{"name": name, **more} for name in names]


def special(name: str, skill: str, requisite: int) -> list[dict[str, Any]]:
    """A specialization of a skill."""
    return named(name, skill=skill, requisite=requisite, held=True)


@rule("sheet.fit", "table.sheets")
def test_a_players_sheet_takes_the_gms_word() -> None:
    game = table()
    game.proposes("Bo", "write_sheet", name=" Mia  Sol ", seat="s2", sheet=sheet())
    assert game.awaited()["agreement"] == ("Ann",)
    game.move("Ann", "agree", proposal="p1")
    assert game.view()["sheets"][0]["name"] == "Mia Sol"


@rule("sheet.fit")
@pytest.mark.parametrize(
    ("code", "changed"),
    [
        (Own.WRONG_RATING, {"attributes": named("BOD", rating=-1)}),
        (Own.WRONG_RATING, {"attributes": named("BOD", rating=21)}),
        (Own.WRONG_RATING, {"skills": named("Tactics", level=-1), "specializations": []}),
        (Own.WRONG_RATING, {"interests": named("Opera", level=21)}),
        (Own.WRONG_RATING, {"specializations": special("Sieges", "Tactics", requisite=-1)}),
        (Own.UNKNOWN_SKILL, {"specializations": special("Sniper", "Ranged Combat", requisite=1)}),
        (Code.NAMED_TWICE, {"attributes": named("BOD", "bod ", rating=2)}),
        (Code.NAMED_TWICE, {"interests": named("Earth Flora", "earth  flora", level=1)}),
        (Own.NO_ATTRIBUTES, {"attributes": []}),
        (Own.SHEET_FULL, {"interests": named(*map(str, range(41)), level=1)}),
    ],
)
def test_a_sheet_that_does_not_fit_is_refused(code: str, changed: dict[str, Any]) -> None:
    subject = {"subject": "write_sheet", "name": "Mia", "seat": "s2", "sheet": sheet(**changed)}
    table().refused("Bo", code, "propose", subject=subject)


@rule("sheet.fit")
def test_a_sheet_may_be_written_again() -> None:
    game = in_session()
    changed = sheet(attributes=named("BOD", rating=9))
    game.agreed("Ann", "write_sheet", name="Bo II", seat="s2", character="c1", sheet=changed)
    shown = game.view()["sheets"][0]
    assert (shown["id"], shown["name"], shown["chutzpah"]) == ("c1", "Bo II", 3)
    assert list(shown["sheet"]["attributes"]) == [{"name": "BOD", "rating": 9}]
