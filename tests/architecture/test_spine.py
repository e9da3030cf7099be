"""Every game has modules of the same names in the same places, so that you can guess any path."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.source import GAMES, calls, files, tree
from tests.support.root import ROOT
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging import tabletop

SPINE = (
    *("ruleset", "rules", "moves", "effects", "state", "decide", "agenda"),
    *("options/offer", "views", "landmark"),
)
"""Each of these is a module, or a folder if the module would be too long."""


def parts(game: str) -> Iterator[str]:
    """Yield the modules that a game must have."""
    ruleset = RULESETS[game]
    yield from SPINE
    if ruleset.house_rules != tabletop.HOUSE_RULES:
        yield "house_rules"
    if ruleset.amendments:
        yield "amendments"
    if ruleset.reasons:
        yield "reason"
    if ruleset.tokens:
        yield "correction"
    if ruleset.odds:
        yield "odds"


@pytest.mark.parametrize("game", RULESETS)
def test_every_game_has_the_same_modules(game: str) -> None:
    there = {str(path.relative_to(GAMES / game)) for path in (GAMES / game).rglob("*.py")}
    assert [part for part in parts(game) if not there & {f"{part}.py", f"{part}/__init__.py"}] == []


def test_house_rules_and_amendments_are_in_the_same_place_in_every_game() -> None:
    places = {"HouseRule": "house_rules.py", "RuleAmendment": "amendments.py"}
    made = {
        (name, *path.relative_to(GAMES).parts[1:])
        for name in places
        for path in files(GAMES)
        if any(calls(path, name))
    }
    assert made
    assert made <= set(places.items())


def test_a_class_outside_the_games_has_a_unique_name() -> None:
    places: dict[str, list[str]] = {}
    for path in files(ROOT / "domain", ROOT / "projections", ROOT / "service"):
        place = path.relative_to(ROOT)
        if not set(place.parts) & set(RULESETS):
            for node in tree(path).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, []).append(str(place))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
