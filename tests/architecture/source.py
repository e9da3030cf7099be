"""The project's own source, for tests about its shape."""

import ast
import tokenize
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from tests.support.root import ROOT

DOMAIN = ROOT / "domain"
GAMES = DOMAIN / "games"
PACKAGES = ("domain", "projections", "service", "bench", "tests", "clients")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def files(*folders: Path) -> list[Path]:
    """Every module below some folders."""
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """The syntax of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> Sequence[ast.AST]:
    """Every node of a module's syntax tree. It is cached, because most tests go through all modules."""
    return list(ast.walk(tree(path)))


@cache
def functions(path: Path) -> Sequence[Function]:
    """Every function of a module, including methods and inner functions."""
    return [node for node in nodes(path) if isinstance(node, Function)]


def calls(path: Path, *names: str) -> Iterator[ast.Call]:
    """Every call of a function or method with one of these names."""
    return (call for call in _calls(path) if called(call) in names)


@cache
def _calls(path: Path) -> Sequence[ast.Call]:
    return [node for node in nodes(path) if isinstance(node, ast.Call)]


def forget() -> None:
    """Clear all caches of this module."""
    for kept in (tree, nodes, functions, _calls, _told):
        kept.cache_clear()


def called(call: ast.Call) -> str:
    """The last part of the called name: `cite` in `draft.cite(…)`."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def strings(node: ast.AST) -> Iterator[str]:
    """Every string literal in a piece of code, including docstrings."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def place(path: Path, node: ast.stmt | ast.expr) -> str:
    """The file and line of a node, for the message of a failed test."""
    return f"{path.relative_to(ROOT)}:{node.lineno}"


def spoken(path: Path, *left_out: str) -> str:
    """Return a module's string literals and comments, without the lines of calls of these functions."""
    lines = [range(call.lineno, (call.end_lineno or 0) + 1) for call in calls(path, *left_out)]
    said = [text for line, text in _told(path) if not any(line in one for one in lines)]
    return "\n".join(said)


@cache
def _told(path: Path) -> Sequence[tuple[int, str]]:
    """The string literals and comments of a module, each with its line."""
    with path.open("rb") as source:
        comments = [
            (token.start[0], token.string)
            for token in tokenize.tokenize(source.readline)
            if token.type == tokenize.COMMENT
        ]
    texts = [
        (node.lineno, node.value)
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return texts + comments
