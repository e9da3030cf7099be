"""Find every regular expression in the source of the program, and its uses."""

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.architecture.source import files, nodes, tree
from tests.support.root import ROOT

ROOMS = ("domain", "projections", "service", "clients/python/verger_client")
METHODS = ("search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer")


class Use(NamedTuple):
    """A pattern and a method that is called on it."""

    where: str
    """The module, and the function, class or constant of the module that contains it."""
    method: str
    pattern: "re.Pattern[Any] | None"
    """None if its text is known only while the program runs."""


@cache
def uses() -> list[Use]:
    """Each use of each pattern."""
    found = [file for room in ROOMS for file in files(ROOT / room)]
    public: dict[str, set[str]] = {}
    for file in found:
        for name, methods in _methods(file).items():
            public.setdefault(name, set()).update(methods)
    return [use for file in found for use in _in_file(file, public | _methods(file))]


@cache
def _methods(file: Path) -> dict[str, set[str]]:
    """For each name in a module, return the methods of patterns that are called on it: `NAME.method(…)`."""
    found: dict[str, set[str]] = {}
    for node in nodes(file):
        match node:
            case ast.Attribute(ast.Name(name), method) if method in METHODS:
                found.setdefault(name, set()).add(method)
            case _:
                pass
    return found


def _in_file(file: Path, methods: dict[str, set[str]]) -> Iterator[Use]:
    names = file.relative_to(ROOT).with_suffix("").parts
    module = ".".join(names[2:] if names[0] == "clients" else ("verger", *names))
    for top in tree(file).body:
        name = _name(top)
        for node in ast.walk(top):
            match node:
                case ast.Call(ast.Attribute(ast.Name("re"), "compile"), [text, *_]):
                    for method in sorted(methods.get(name, {"search"})):
                        yield Use(f"{module}:{name}", method, _made(module, node))
                case ast.Call(ast.Attribute(ast.Name("re"), method), [text, *_]) if (
                    method in METHODS
                ):
                    yield Use(f"{module}:{name}", method, _made(module, text))
                case ast.keyword("pattern", text):
                    yield Use(f"{module}:{name}", "search", _made(module, text))
                case _:
                    pass


def _name(top: ast.stmt) -> str:
    match top:
        case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
            return name
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
            return name
        case _:
            return ""


def _made(module: str, text: ast.expr) -> "re.Pattern[Any] | None":
    """Return the pattern of an expression, or None if it uses a variable of a function."""
    try:
        code = compile(ast.Expression(text), "", "eval")
        made = eval(code, vars(importlib.import_module(module)))  # noqa: S307, the program's own code
    except NameError:
        return None
    return made if isinstance(made, re.Pattern) else re.compile(made)
