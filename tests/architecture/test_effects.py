"""In every game, a function that folds effects has a case for each effect."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest

from tests.architecture.game import SHARED, own
from tests.architecture.source import DOMAIN, Function, calls, files, functions, tree
from verger.domain.games.rulesets import RULESETS

FOLDS = re.compile(r"_?(?:evolve|on_|after)")
"""The beginnings of the names of functions that fold effects."""

each_game = pytest.mark.parametrize("game", RULESETS)


def kinds_of(union: Any) -> list[Any]:
    """Return the classes of a union. Generic classes come without their parameters."""
    return [get_origin(kind) or kind for kind in get_args(union)]


def folds(*paths: Path) -> Iterator[Function]:
    """Yield every function that folds effects."""
    for path in paths:
        for function in functions(path):
            if FOLDS.match(function.name):
                yield function


def matched(*paths: Path) -> set[str]:
    """Return the names of the classes that have a `case` in a folding function of these files."""
    return {
        ast.unparse(pattern.cls).rpartition(".")[2]
        for function in folds(*paths)
        for pattern in ast.walk(function)
        if isinstance(pattern, ast.MatchClass)
    }


def by_themselves(path: Path) -> set[str]:
    """Return the names of effects with their own function in a table for `folding`. Such a function needs no `case`."""
    tables = {
        ast.unparse(target): node.value
        for node in tree(path).body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    }
    found = set()
    for call in calls(path, "folding"):
        (chapters,) = call.args
        table = tables.get(ast.unparse(chapters), chapters)
        assert isinstance(table, ast.Dict), f"{path}: what folds what is not listed"
        found |= {ast.unparse(key) for key in table.keys if isinstance(key, ast.Name)}
    return found


@each_game
def test_every_effect_has_its_case_in_a_fold(game: str) -> None:
    paths = [*SHARED, *own(game)]
    folded = matched(*paths) | {name for path in paths for name in by_themselves(path)}
    effects = {kind.__name__ for kind in kinds_of(RULESETS[game].effect_type)}
    assert effects - folded == set()


@each_game
def test_every_effect_and_every_move_has_a_different_tag(game: str) -> None:
    ruleset = RULESETS[game]
    for union in (ruleset.effect_type, ruleset.move_type):
        tags = [kind.__struct_config__.tag for kind in kinds_of(union)]
        assert len(set(tags)) == len(tags)
        assert all(isinstance(tag, str) and tag.islower() for tag in tags)


def test_a_fold_has_no_silent_default() -> None:
    defaults = [
        case
        for function in folds(*files(DOMAIN))
        for case in ast.walk(function)
        if isinstance(case, ast.match_case) and ast.unparse(case.pattern) == "_"
    ]
    silent = [case for case in defaults if isinstance(case.body[0], ast.Pass | ast.Raise)]
    assert silent == []
