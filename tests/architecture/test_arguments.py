"""A call of a constructor passes at most four arguments by position. More arguments need names."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.architecture.source import called, files, nodes, place
from tests.support.root import ROOT

LIMIT = 4
ROOMS = ("domain", "projections", "service", "clients", "deploy")
SOURCES = [path for room in ROOMS for path in files(ROOT / room)]
CLASS = re.compile(r"_?[A-Z]\w*[a-z]")


def arguments(call: ast.Call) -> int:
    """Return how many arguments a call of a constructor passes by position. `*row` counts as all fields of the class."""
    match call.func:
        case ast.Attribute(ast.Name(name), "_make"):
            return fields(name)
        case _ if not CLASS.match(called(call)):
            return 0
        case _ if any(isinstance(argument, ast.Starred) for argument in call.args):
            return max(len(call.args), fields(called(call)))
        case _:
            return len(call.args)


@cache
def classes() -> dict[str, list[ast.ClassDef]]:
    """Return all classes by name. Classes of several games can have the same name."""
    found: dict[str, list[ast.ClassDef]] = {}
    for path in SOURCES:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(node)
    return found


def fields(name: str) -> int:
    """Return the highest number of fields of a class with this name, including the fields of its bases."""
    return max((_fields(node) for node in classes().get(name, ())), default=0)


def _fields(node: ast.ClassDef) -> int:
    own = sum(isinstance(statement, ast.AnnAssign) for statement in node.body)
    return own + sum(fields(base.id) for base in node.bases if isinstance(base, ast.Name))


def unnamed() -> Iterator[str]:
    """Yield the place of each call that breaks the rule."""
    for path in SOURCES:
        for node in nodes(path):
            if isinstance(node, ast.Call) and arguments(node) > LIMIT:
                yield f"{place(path, node)} {called(node)}"


def test_no_constructor_has_more_than_four_arguments_without_a_name() -> None:
    assert list(unnamed()) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Row(1, 2, 3, 4, 5)", 5),
        ("log.Row(1, 2, 3, 4, hash=5)", 4),
        ("_Span(1, 2, 3, 4, 5)", 5),
        ("Row(*row)", 15),
        ("Row._make(row)", 15),
        ("Row(**row)", 0),
        ("LogDamagedError(*found)", 1),
        ("store(1, 2, 3, 4, 5)", 0),
        ("MAX(1, 2, 3, 4, 5)", 0),
    ],
)
def test_the_arguments_of_a_constructor_are_counted(text: str, count: int) -> None:
    (call,) = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    assert arguments(call) == count
