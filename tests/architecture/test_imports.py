"""No game imports another game, and shared code imports no game. Only the lists of games do.

import-linter checks the layers, and the forbidden imports of the domain (`pyproject.toml`).
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.game import SHARED, own
from tests.architecture.source import DOMAIN, GAMES, files, nodes
from tests.support.root import ROOT
from verger.domain.games.rulesets import RULESETS

LIST = GAMES / "rulesets.py"
SERVICE, SHOWN = DOMAIN.parent / "service", DOMAIN.parent / "projections"
LIST_OF_SHOWN = SHOWN / "games.py"
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
"""A word in a name or a text: `VERGE`, `verge_paper` and `VergePaper` all contain the word verge."""


def imported(path: Path) -> Iterator[str]:
    """Yield the modules that a module imports, and each imported name as if it were a module."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.module is not None, f"{path} imports by dots"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def games_in(path: Path) -> set[str]:
    """Return the games whose modules a module imports."""
    parts = [name.split(".") for name in imported(path)]
    return {fourth for _, _, _, fourth, *_ in (part for part in parts if len(part) > 3)} & {
        *RULESETS
    }


@pytest.mark.parametrize("game", RULESETS)
def test_no_game_imports_another(game: str) -> None:
    for path in own(game):
        assert games_in(path) <= {game}, path
        assert "verger.domain.games.rulesets" not in imported(path), path


def test_shared_modules_import_no_game() -> None:
    assert {path for path in SHARED if games_in(path)} == {LIST}


def words(path: Path) -> set[str]:
    """Return the words in a module's names and texts. Docstrings and comments may mention anything."""
    told = {node.value for node in nodes(path) if isinstance(node, ast.Expr)}
    said = (
        text
        for node in nodes(path)
        if node not in told
        for _, value in ast.iter_fields(node)
        for text in (value if isinstance(value, list) else [value])
        if isinstance(text, str)
    )
    return {word.lower() for text in said for word in WORD.findall(text)}


def test_neither_the_service_nor_the_viewers_shared_code_names_a_game() -> None:
    own_folders = [SHOWN / game for game in RULESETS]
    shared = [path for path in files(SHOWN) if not {*path.parents} & {*own_folders}]
    named = {path for path in [*files(SERVICE), *shared] if words(path) & {*RULESETS}}
    assert named == {LIST_OF_SHOWN}


def layered(container: str) -> set[str]:
    """Return the modules that the import contract of a package lists in its layers."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (layers,) = [
        one["layers"] for one in linter["contracts"] if one.get("containers") == [container]
    ]
    return {name for layer in layers for name in re.findall(r"\w+", layer)}


def room(path: Path) -> str:
    """Return the module or folder of `projections/` that a file is in."""
    return path.relative_to(SHOWN).parts[0].removesuffix(".py")


def test_a_read_model_without_a_layer_imports_no_other() -> None:
    package = "verger.projections"
    for path in files(SHOWN):
        if room(path) not in layered(package):
            known = {name for name in imported(path) if name.startswith(f"{package}.")}
            assert {name.split(".")[2] for name in known} <= {room(path)}, path
