"""Small faults in the code. Each has a sentence about its effect, its place, and the tests that notice it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent


class AnchorError(Exception):
    """A fault no longer fits the code: its file, its function or its text has changed."""


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A replacement within one function, class or constant."""

    sentence: str
    """The effect of the fault."""
    at: str
    """The file and the place: `service/log/store.py::Store.append`, or the name of a constant, such as a
    statement of SQL. The name of a file can be a pattern."""
    old: str
    """The text to replace. The function contains it once."""
    new: str
    tests: tuple[str, ...]
    """The tests that notice the fault, by their ids: at least one of them fails."""

    def file_in(self, root: Path) -> Path:
        """Return the file, in the project or in a copy of it."""
        found = sorted(root.glob(self.at.partition("::")[0]))
        if len(found) != 1:
            raise AnchorError(f"{self.at}: there are {len(found)} such files")
        return found[0]

    def put_into(self, source: str) -> str:
        """Return the source of the file with the fault in it."""
        function = self.at.partition("::")[2]
        found = [part for name, part in _functions(source) if name == function]
        if len(found) != 1:
            raise AnchorError(f"{self.at}: there are {len(found)} such functions")
        start, end = found[0]
        body = source[start:end]
        if body.count(self.old) != 1:
            raise AnchorError(f"{self.at}: {self.old!r} is there {body.count(self.old)} times")
        return source[:start] + body.replace(self.old, self.new) + source[end:]


class _Faults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fault: tuple[Fault, ...]


def faults() -> list[Fault]:
    """Read all faults, area by area."""
    files = sorted(FOLDER.glob("*.toml"))
    return [
        fault
        for file in files
        for fault in msgspec.toml.decode(file.read_bytes(), type=_Faults).fault
    ]


Part = tuple[int, int]
"""The start and the end of a function, in characters of its file."""


@cache
def _functions(source: str) -> list[tuple[str, Part]]:
    """Return the functions of a file, by their qualified names."""
    if found := list(re.finditer(r"(?ms)^CREATE FUNCTION (\w+)\(.*?^\$\$;", source)):
        return [(one[1], one.span()) for one in found]
    lines = [0]
    for line in source.split("\n"):
        lines.append(lines[-1] + len(line) + 1)
    return [
        (name, (lines[node.lineno - 1], lines[node.end_lineno or node.lineno]))
        for name, node in _defined(ast.parse(source), "")
    ]


def _defined(node: ast.AST, within: str) -> Iterator[tuple[str, ast.stmt]]:
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield within + part.name, part
            yield from _defined(part, f"{within}{part.name}.")
        elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
            yield within + part.targets[0].id, part
        else:
            yield from _defined(part, within)
