"""Sheets: those that are accepted, and those that are refused."""

from typing import Any

import pytest

from tests.support.venus import FC, Game, at_check, prepared, rule, sheet, table
from verger.domain.core.reason import Code
from verger.domain.games.venus.reason import Code as Own

WITS = {"name": "Wits", "caliber": "gold", "score": 3}
GRACE = {"name": "Grace", "caliber": "bronze", "score": 1}


def job(**changes: Any) -> dict[str, Any]:
    """A job, with the changes of a test."""
    return {"name": "Scout", "abilities": ["Wits", "Grace"], "level": 1, "exp": 0, **changes}


def written(**changes: Any) -> dict[str, Any]:
    """A proposal to write a sheet, with the changes of a test."""
    own = {"abilities": [WITS, GRACE], "jobs": [job()], **changes}
    return {"subject": "write_sheet", "name": "Ann", "sheet": own, "seat": "s2"}


@rule("sheet.fit")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"abilities": [{**WITS, "caliber": "brass"}, GRACE]}, Own.UNKNOWN_CALIBER),
        ({"abilities": [{**WITS, "score": -1}, GRACE]}, Own.RATING_OUT_OF_RANGE),
        ({"abilities": [{**WITS, "score": 21}, GRACE]}, Own.RATING_OUT_OF_RANGE),
        ({"abilities": [WITS, {**WITS, "name": " wits"}]}, Code.NAMED_TWICE),
        ({"jobs": [job(level=-1)]}, Own.RATING_OUT_OF_RANGE),
        ({"jobs": [job(exp=17)]}, Own.RATING_OUT_OF_RANGE),
        ({"jobs": [job(abilities=["Wits", "Luck"])]}, Own.UNKNOWN_ABILITY),
        ({"jobs": [job(abilities=["Wits"])]}, Own.WRONG_INHERITANCE),
        ({"jobs": [job(abilities=["Wits", "wits"])]}, Own.WRONG_INHERITANCE),
        ({"jobs": [job(), job(name="SCOUT")]}, Code.NAMED_TWICE),
    ],
)
def test_a_sheet_that_does_not_fit_is_refused(changes: dict[str, Any], code: str) -> None:
    refusal = table().refused("Ann", code, "propose", subject=written(**changes))
    assert refusal.rule == "sheet.fit"


@rule("sheet.fit")
def test_a_refused_sheet_says_what_was_wrong() -> None:
    brass = [{**WITS, "caliber": "brass"}]
    refusal = table().refused(
        "Ann", Own.UNKNOWN_CALIBER, "propose", subject=written(abilities=brass)
    )
    assert refusal.sentence == (
        "“Wits” has the caliber brass, which is not one of bronze, silver, gold, platinum."
    )


@rule("sheet.fit")
def test_names_are_tidied_and_jobs_name_abilities_as_the_sheet_does() -> None:
    game = table()
    wits = {**WITS, "name": "  Quick   wits "}
    game.writes(
        "Ann", {"abilities": [wits, GRACE], "jobs": [job(abilities=["QUICK wits", "Grace"])]}
    )
    own = game.sheet_of("Ann")
    assert own.abilities[0].name == own.jobs[0].abilities[0] == "Quick wits"


@rule("table.sheets")
def test_a_players_sheet_takes_the_fcs_word_and_the_fcs_own_nobodys() -> None:
    game = table()
    game.proposes("Ann", "write_sheet", name="Ann", sheet=sheet(), seat="s2")
    assert game.awaited()["agreement"] == (FC,)
    game.proposes(FC, "write_sheet", name="Bo", sheet=sheet(), seat="s3")
    assert game.state.play.proposals.open["p2"].agreement.asked == ("s3",)
    game.proposes(FC, "write_sheet", name="Guard", sheet=sheet())
    assert game.sheet_of("Guard").jobs[0].name == "Scout"


@rule("table.sheets")
def test_the_fcs_own_sheets_have_no_seat() -> None:
    own = {**written(), "seat": "s1"}
    table().refused(FC, Code.GMS_OWN, "propose", subject=own)


@rule("table.sheets")
def test_there_are_two_hundred_characters_at_most() -> None:
    game = table()
    for _ in range(200):
        game.writes(FC, {"abilities": [WITS, GRACE]}, "Guard")
    game.refused(FC, Code.TOO_MANY_CHARACTERS, "propose", subject={**written(), "seat": None})


@rule("sheet.fit")
def test_a_sheet_is_rewritten_by_agreement_and_not_during_a_roll() -> None:
    game = prepared()
    again = {"subject": "write_sheet", "name": "Ann", "sheet": sheet("gold"), "seat": "s2"}
    game.agreed("Ann", "write_sheet", name="Ann", sheet=sheet("gold"), seat="s2", character="c1")
    assert game.sheet_of("Ann").abilities[0].caliber == "gold"
    rolling: Game = at_check()
    rolling.refused(FC, Own.ROLL_OPEN, "propose", subject={**again, "character": "c1"})


@rule("lots.start")
@pytest.mark.parametrize(("rules", "lots"), [({}, 10), ({"starting_lots": 4}, 4)])
def test_a_player_has_lots_from_the_first_character_on(rules: dict[str, int], lots: int) -> None:
    game = table(**rules)
    for name in ("Ann", "Anton"):
        game.writes("Ann", sheet(), name)
    assert game.purse("Ann").lots == lots
    game.writes(FC, sheet(), "Guard")
    assert game.purse(FC).lots == 0
