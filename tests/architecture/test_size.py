"""The sizes that keep code small and clear."""

import ast
from pathlib import Path

from tests.architecture.source import PACKAGES, Function, files, functions, place
from tests.support.root import ROOT, TESTS

LINES_OF_A_FILE = 400
LINES_OF_A_BODY = 40
LINES_OF_A_TEST = 12

TYPES = ROOT / "clients" / "python" / "verger_client" / "types.py"
"""Generated from the API document: nobody reads it from top to bottom."""
EVERYTHING = [path for path in files(*(ROOT / name for name in PACKAGES)) if path != TYPES]
OF_PURE_CODE = files(TESTS / "domain", TESTS / "golden", TESTS / "laws")


def length(function: Function) -> int:
    """Give the lines of a function's body, its docstring aside."""
    body = function.body
    documented = ast.get_docstring(function, clean=False) is not None and len(body) > 1
    first = body[1] if documented else body[0]
    return (function.end_lineno or first.lineno) - first.lineno + 1


def too_long(paths: list[Path], limit: int, prefix: str = "") -> list[str]:
    """Give the functions whose bodies are longer than a limit."""
    return [
        place(path, function)
        for path in paths
        for function in functions(path)
        if function.name.startswith(prefix) and length(function) > limit
    ]


def test_no_file_is_longer_than_400_lines() -> None:
    lengths = {str(path.relative_to(ROOT)): path.read_text().count("\n") for path in EVERYTHING}
    assert {name: n for name, n in lengths.items() if n > LINES_OF_A_FILE} == {}


def test_no_function_is_longer_than_40_lines() -> None:
    assert too_long(EVERYTHING, LINES_OF_A_BODY) == []


def test_tests_of_pure_code_are_short() -> None:
    assert too_long(OF_PURE_CODE, LINES_OF_A_TEST, "test_") == []
