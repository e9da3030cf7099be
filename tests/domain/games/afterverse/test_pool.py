"""Dice pools: attributes, skills, specializations, defaulting."""

from typing import Any

import pytest

from tests.support.afterverse import (
    LIFT,
    Game,
    Json,
    attributes,
    in_session,
    interest,
    rule,
    saw,
    skill,
    special,
)
from verger.domain.core.option import Option
from verger.domain.core.refusal_code import ReasonCode
from verger.domain.games.afterverse.reason import Code as Own


def dice(pool: dict[str, Any]) -> int:
    """The number of dice of a pool with the usual sheet."""
    game = in_session()
    return game.test(game.calls("c1", pool=pool)).actors[0].pool


def refused(code: ReasonCode, pool: dict[str, Any]) -> None:
    """Require that a pool is refused with the usual sheet."""
    actor = {"character": "c1", "pool": pool}
    in_session().refused("Ann", code, "call_test", about="It.", form="alone", actors=[actor])


@rule("test.pool")
@pytest.mark.parametrize(
    ("pool", "named", "count"),
    [
        (skill("MAN", "Leadership"), "MAN + Leadership", 6),
        (special("PER", "Terrain"), "PER + Tactics (Terrain)", 2 + 2 + 2),
        (special("PER", "Sieges"), "PER + Tactics (Sieges)", 2 + 2),
        (interest("PER", "Earth Flora"), "PER + Earth Flora", 5),
    ],
)
def test_a_pool_is_attribute_and_skill_and_two_more_if_specialized(
    pool: dict[str, Any], named: str, count: int
) -> None:
    game = in_session()
    actor = game.test(game.calls("c1", pool=pool)).actors[0]
    assert (actor.named, actor.pool) == (named, count)


@rule("test.default")
@pytest.mark.parametrize(
    ("pool", "count"),
    [
        (special("BOD", "Fleets"), 4 + 2 - 3),
        (special("PER", "Fleets"), 1),
        (special("BOD", "Skiffs"), 4 + 0 - 1),
        (special("PER", "Orbits"), 0),
    ],
)
def test_below_the_requisite_level_the_difference_comes_off(
    pool: dict[str, Any], count: int
) -> None:
    assert dice(pool) == count


@rule("test.default")
def test_a_ruling_shows_the_penalty() -> None:
    game = in_session()
    actor = {"character": "c1", "pool": special("BOD", "Fleets")}
    called = game.move("Ann", "call_test", about="It.", form="alone", actors=[actor])
    assert saw(called, "test.default")["dice_lost"] == 3


@rule("test.default", "chutzpah.long_shot")
def test_without_any_dice_there_is_nothing_to_roll_unless_a_long_shot_gives_some() -> None:
    game = in_session()
    test = game.calls("c1", pool=special("PER", "Orbits"))
    game.refused("Bo", Own.NO_DICE, "roll", test=test, character="c1")
    assert (game.options("Bo", "roll"), game.awaited()["let_be"]) == ([], ("Bo",))
    shot = game.copy()
    shot.move("Bo", "long_shot", test=test, character="c1", dice=3)
    shot.rolls("Bo", "c1", 6, 1, 1)
    game.move("Bo", "let_be", test=test, character="c1")
    assert (game.outcome(), shot.outcome()) == ((0, "none", "no"), (1, "none", "no"))


@rule("test.attribute")
@pytest.mark.parametrize(
    ("first", "second", "count"),
    [("BOD", "BOD", 8), ("PER", "MAN", 5), ("INT", "WIL", 5), ("REA", "PER", 5)],
)
def test_the_most_basic_tests_add_two_attributes(first: str, second: str, count: int) -> None:
    assert dice(attributes(first, second)) == count


@rule("test.pool", "test.attribute")
def test_an_ability_that_is_not_on_the_sheet_is_no_pool() -> None:
    refused(Own.UNKNOWN_ATTRIBUTE, skill("LUC", "Leadership"))
    refused(Own.UNKNOWN_ATTRIBUTE, attributes("BOD", "LUC"))
    refused(Own.UNKNOWN_SKILL, skill("BOD", "Opera"))
    refused(Own.UNKNOWN_SPECIALIZATION, special("BOD", "Opera"))
    refused(Own.UNKNOWN_INTEREST, interest("BOD", "Opera"))


def test_the_options_list_the_pools_of_each_sheet() -> None:
    game: Game = in_session()
    (option,) = game.options("Ann", "call_test")
    (actors,) = (field for field in option.fields if field.name == "actors")
    assert [shape.fixed["character"] for shape in actors.shapes] == ["c1", "c2", "c3"]  # type: ignore[union-attr]


@rule("test.pool")
@pytest.mark.parametrize(
    ("changed", "best"),
    [
        ({}, special("BOD", "Terrain")),
        ({"specializations": []}, skill("BOD", "Leadership")),
        ({"specializations": [], "skills": []}, LIFT),
        ({"specializations": [], "skills": [{"name": "Piloting", "level": 0}]}, LIFT),
    ],
)
def test_the_best_abilities_of_a_sheet_are_suggested(changed: Json, best: Json) -> None:
    game = in_session()
    own = game.writes("Bo", "Anvil", **changed)
    assert _suggested(game.options("Bo", "begin_test"), own) == {"pool": best}


@rule("team.teamwork")
def test_leading_is_suggested_only_to_characters_that_may_lead() -> None:
    game = in_session()
    game.calls("c1", form="teamwork")
    leading = [part for one in game.options("Ann", "propose") for part in _parts(one, "leader")]
    assert _suggested(leading, "c2") == {"pool": skill("BOD", "Leadership")}


def test_every_suggestion_is_accepted() -> None:
    game = in_session()
    (option,) = game.options("Ann", "call_test")
    actors = [{"character": id, **_suggested([option], id)} for id in ("c1", "c2")]
    assert option.suggested
    game.move("Ann", "call_test", about="It.", actors=actors, **option.suggested)
    assert [one.named for one in game.test("t1").actors] == ["BOD + Tactics (Terrain)"] * 2


def _parts(option: Option, role: str) -> list[Option]:
    """The possible proposals for a role in a test."""
    shapes = [shape for field in option.fields for shape in getattr(field, "shapes", ())]
    return [shape for shape in shapes if shape.fixed.get("role") == role]


def _suggested(options: list[Option], character: str) -> Json:
    """The suggested rolls of a character, in every option that lets the character act."""
    for option in options:
        if option.fixed.get("character") == character:
            return option.suggested or {}
        shapes = [shape for field in option.fields for shape in getattr(field, "shapes", ())]
        if found := _suggested(shapes, character):
            return found
    return {}
