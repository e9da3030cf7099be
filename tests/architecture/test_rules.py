"""The id of every rule of every game is in the code that enforces the rule, and in a test."""

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from tests.architecture.game import OF_GAMES, SHARED, own
from tests.architecture.source import DOMAIN, calls, files, functions, place, spoken, strings, tree
from tests.support.root import TESTS
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging import tabletop
from verger.domain.table import sheet

SHARED_RULES = {str(id) for id in tabletop.RULES | sheet.RULES}
"""The rules that the code of every game may cite."""
OWN_WORDS = {"verge": {"table.limits", "table.signal", "table.gm"}}
"""Shared rules that a game leaves out, because its own text has rules for the same moves."""

CHAPTERS = {id.split(".")[0] for one in RULESETS.values() for id in one.rules}
RULE_ID = re.compile(rf"\b(?:{'|'.join(sorted(CHAPTERS))})\.[a-z_]+\b")
WRITTEN_DOWN = ("rulebook", "house_rulebook", "HouseRule")
"""The functions that define rules. A rule that only they name is not enforced."""

each_game = pytest.mark.parametrize("game", RULESETS)


def known(path: Path) -> set[str]:
    """Return the rules that a module may mention: those of its game, or those that all games share."""
    game = OF_GAMES.get(path)
    return {str(id) for id in RULESETS[game].rules} if game else SHARED_RULES


@each_game
def test_a_game_has_the_rules_that_every_game_has(game: str) -> None:
    without = set() if "sheets" in RULESETS[game].reads else {str(id) for id in sheet.RULES}
    missing = SHARED_RULES - set(RULESETS[game].rules)
    assert missing == without | OWN_WORDS.get(game, set())


@each_game
def test_every_rule_of_a_game_is_named_by_a_test(game: str) -> None:
    named = {id for path in files(TESTS) if games_of(path) == game for id in named_in(path)}
    assert set(RULESETS[game].rules) - SHARED_RULES - named == set()


def test_every_shared_rule_is_named_by_a_test() -> None:
    assert SHARED_RULES - {id for path in files(TESTS) for id in named_in(path)} == set()


@cache
def games_of(path: Path) -> str | None:
    """Return the game whose decorator `rule` a test module imports."""
    for node in tree(path).body:
        if isinstance(node, ast.ImportFrom) and "rule" in {alias.name for alias in node.names}:
            naming = import_module(str(node.module)).rule
            return str(naming.ruleset.name)
    return None


@cache
def named_in(path: Path) -> set[str]:
    """Return the rules that the tests of a module name with the decorator `rule`."""
    return {
        text
        for function in functions(path)
        if function.name.startswith("test_")
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "rule"
        for text in strings(decorator)
    }


@each_game
def test_every_rule_stands_in_the_code_that_enforces_it(game: str) -> None:
    enforcing = [*SHARED, *own(game)]
    found = {id for path in enforcing for id in RULE_ID.findall(spoken(path, *WRITTEN_DOWN))}
    assert set(RULESETS[game].rules) - found == set()


def test_rulings_cite_only_rules_of_their_game() -> None:
    unknown = [
        (place(path, call), id)
        for path in files(DOMAIN)
        for call in calls(path, "cite", "refuse", "RuleId", "Awaited", "move_option")
        for text in strings(call)
        for id in RULE_ID.findall(text)
        if id not in known(path)
    ]
    assert unknown == []


def test_no_module_names_an_unknown_rule() -> None:
    unknown = {
        path.relative_to(DOMAIN): left
        for path in files(DOMAIN)
        if (left := set(RULE_ID.findall(spoken(path))) - known(path))
    }
    assert unknown == {}
