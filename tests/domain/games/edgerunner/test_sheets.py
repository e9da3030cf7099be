"""Sheets: the contents that fit, the players that must agree, and the additional parts."""

from typing import Any

from tests.support.edgerunner import Game, in_conflict, rule, saw, table, written
from verger.domain.core.reason import Code
from verger.domain.games.edgerunner.reason import Code as Own


def refused_sheet(game: Game, code: str, sheet: dict[str, Any]) -> dict[str, Any]:
    """Require that a sheet of the GM is refused, and return the facts."""
    subject = {"subject": "write_sheet", "name": "Gatto", "sheet": sheet}
    return game.refused("Ann", code, "propose", subject=subject).facts


@rule("conflict.sheet")
def test_a_rating_is_0_to_20() -> None:
    game = table("Ann", "Bo")
    facts = refused_sheet(game, Own.UNFIT_RATING, written(skills={"Athletics": -1}))
    assert facts == {
        "entry_name": "Athletics",
        "rating_given": -1,
        "rating_minimum": 0,
        "rating_maximum": 20,
    }
    refused_sheet(game, Own.UNFIT_RATING, written(skills={"Athletics": 21}))


@rule("conflict.sheet")
def test_a_reach_is_no_less_than_the_own_zone() -> None:
    skill = {"name": "Firearms", "rating": 1, "reach": -1}
    facts = refused_sheet(table("Ann", "Bo"), Own.UNFIT_REACH, {"kind": "thing", "skills": [skill]})
    assert facts["reach_given"] == -1


@rule("conflict.sheet")
def test_a_threshold_is_0_to_20() -> None:
    facts = refused_sheet(
        table("Ann", "Bo"), Own.UNFIT_THRESHOLD, written("thing", tracks={"Integrity": -2})
    )
    assert facts == {
        "entry_name": "Integrity",
        "threshold_given": -2,
        "threshold_minimum": 0,
        "threshold_maximum": 20,
    }


@rule("conflict.sheet")
def test_no_name_stands_twice_in_a_list() -> None:
    game = table("Ann", "Bo")
    refused_sheet(game, Code.NAMED_TWICE, written(tracks={"Cool": 3, " cool ": 4}))
    refused_sheet(game, Code.NAMED_TWICE, written(aspects=["Fast", "fast"]))
    game.sheet("Gatto", "Ann", skills={"Cool": 3}, tracks={"Cool": 3}, aspects=["Cool"])


@rule("conflict.sheet")
def test_a_new_character_has_3_fate_points_and_a_thing_has_none() -> None:
    game = table("Ann", "Bo")
    gatto, lock = game.sheet("Gatto", "Bo"), game.sheet("Lock", None, kind="thing")
    assert (game.tokens(gatto).fate, game.tokens(lock).fate) == (3, 0)
    game.agreed("Bo", "write_sheet", name="Gatto", sheet=written(), seat="s2", character=gatto)
    assert game.tokens(gatto).fate == 3


@rule("conflict.sheet")
def test_the_table_may_choose_how_many_fate_points_a_character_has() -> None:
    game = table("Ann", "Bo", fate_points=1)
    assert game.tokens(game.sheet("Gatto", "Bo")).fate == 1


@rule("table.sheets")
def test_a_players_sheet_takes_the_gms_word() -> None:
    game = table("Ann", "Bo", "Cy")
    game.proposes("Bo", "write_sheet", name="Gatto", sheet=written(), seat="s2")
    assert game.awaited()["agreement"] == ("Ann",)


@rule("conflict.sheet")
def test_the_aspects_of_a_sheet_are_those_that_it_has() -> None:
    game = table("Ann", "Bo")
    gatto = game.sheet("Gatto", "Bo", aspects=["Fast", "Loud"])
    sheet = written(aspects=["Loud", "Calm"])
    judgement = game.agreed(
        "Bo", "write_sheet", name="Gatto", sheet=sheet, seat="s2", character=gatto
    )
    assert saw(judgement, "conflict.sheet")["kind"] == "character"
    assert [(one.id, one.name) for one in game.view().aspects] == [("a2", "Loud"), ("a3", "Calm")]


@rule("conflict.sheet")
def test_a_sheet_is_not_written_again_in_a_conflict() -> None:
    game = in_conflict()
    told = {"name": "Gatto", "sheet": written(), "seat": "s2"}
    refused = game.refused(
        "Bo",
        Code.WRONG_STEP,
        "propose",
        subject={"subject": "write_sheet", "character": "c1", **told},
    )
    assert refused.rule == "conflict.sheet"
    game.proposes("Bo", "write_sheet", **told)


@rule("faction.deploy")
def test_a_character_that_becomes_something_else_leaves_the_map() -> None:
    game = table("Ann", "Bo")
    mob, (zone,) = game.sheet("Mob", None, skills={"Riot": 1}), game.zones("Square")
    game.places(mob, zone, 1)
    game.agreed("Ann", "write_sheet", name="Mob", sheet=written("faction"), character=mob)
    assert game.zone(mob) is None


@rule("table.sheets")
def test_the_gms_own_sheets_are_nobodys() -> None:
    game = table("Ann", "Bo")
    told = {"subject": "write_sheet", "name": "Hargan", "sheet": written()}
    refused = game.refused("Ann", Code.GMS_OWN, "propose", subject={**told, "seat": "s1"})
    assert refused.facts == {"gm": "s1"}
    game.refused("Ann", Code.UNKNOWN_CHARACTER, "propose", subject={**told, "character": "c9"})
    game.refused("Bo", Code.GM_ONLY, "propose", subject=told)
