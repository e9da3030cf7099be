"""Each game's own part of the source: `domain/games/<name>/`, or the one file `<name>.py`."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from tests.architecture.source import DOMAIN, GAMES, Function, files, functions, tree
from verger.domain.core.refusal_code import Codes, ReasonCode
from verger.domain.games.rulesets import RULESETS


def own(game: str) -> list[Path]:
    """Every module of a game."""
    return files(GAMES / game) or [GAMES / f"{game}.py"]


OF_GAMES = {path: game for game in RULESETS for path in own(game)}
SHARED = [path for path in files(DOMAIN) if path not in OF_GAMES]
"""The modules that belong to no game, and therefore to every game."""


@cache
def known_codes(path: Path) -> dict[str, type[Codes]]:
    """Return the classes of codes that a module can use, keyed by their names in that module."""
    imported = {
        alias.asname or alias.name: import_module(node.module).Code
        for node in tree(path).body
        if isinstance(node, ast.ImportFrom) and node.module and node.module.endswith(".reason")
        for alias in node.names
        if alias.name == "Code"
    }
    return imported | _written_here(path)


def _written_here(path: Path) -> dict[str, type[Codes]]:
    """Return the class of codes that a game in a single file defines."""
    names = [node.name for node in tree(path).body if isinstance(node, ast.ClassDef)]
    if path not in OF_GAMES or "Own" not in names:
        return {}
    return {"Own": import_module(f"verger.domain.games.{OF_GAMES[path]}").Own}


def codes_in(path: Path, node: ast.AST) -> Iterator[ReasonCode]:
    """Yield every code that a piece of source names, such as `Code.GM_ONLY` or `Own.SIMILAR`."""
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
            codes = known_codes(path).get(part.value.id)
            if codes is not None:
                yield getattr(codes, part.attr)


def enclosing(path: Path, inner: ast.AST) -> Function | None:
    """Return the innermost function that contains a node of the syntax tree."""
    holding = [one for one in functions(path) if any(part is inner for part in ast.walk(one))]
    return holding[-1] if holding else None
