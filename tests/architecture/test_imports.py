"""No game knows another, and what belongs to all knows none: only the list of rulesets does.

That imports point one way, and what domain may not know at all, is for import-linter (`pyproject.toml`).
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.games.rulesets import RULESETS
from tests.architecture.game import SHARED, own
from tests.architecture.source import GAMES, tree

LIST = GAMES / "rulesets.py"


def imported(path: Path) -> Iterator[str]:
    """Give the modules that a module imports, and what it takes from them as if they were."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.module is not None, f"{path} imports by dots"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def games_in(path: Path) -> set[str]:
    """Give the games that a module imports something of."""
    parts = [name.split(".") for name in imported(path)]
    return {third for _, _, third, *_ in (part for part in parts if len(part) > 2)} & {*RULESETS}


@pytest.mark.parametrize("game", RULESETS)
def test_no_game_imports_another(game: str) -> None:
    for path in own(game):
        assert games_in(path) <= {game}, path
        assert "domain.games.rulesets" not in imported(path), path


def test_what_belongs_to_all_games_imports_none() -> None:
    assert {path for path in SHARED if games_in(path)} == {LIST}
