"""Files, functions and tests of pure code are not longer than these limits."""

import ast

from tests.architecture.source import PACKAGES, Function, files, functions, place
from tests.support.root import ROOT, TESTS

LINES_OF_A_FILE = 400
LINES_OF_A_FUNCTION = 40
LINES_OF_A_TEST = 12

CLIENT = ROOT / "clients" / "python" / "verger_client"
_GENERATED = {CLIENT / "games.py", CLIENT / "types.py", *CLIENT.glob("*/operations.py")}
"""Generated from the API document: nobody reads it from top to bottom."""
EVERYTHING = [path for path in files(*(ROOT / name for name in PACKAGES)) if path not in _GENERATED]
OF_PURE_CODE = files(TESTS / "domain", TESTS / "golden", TESTS / "laws")


def length(first: ast.stmt, function: Function) -> int:
    """Return the number of lines from a statement of a function to the end of the function."""
    return (function.end_lineno or first.lineno) - first.lineno + 1


def body_of_test(function: Function) -> ast.stmt:
    """Return the first statement after the docstring."""
    body = function.body
    documented = ast.get_docstring(function, clean=False) is not None and len(body) > 1
    return body[1] if documented else body[0]


def test_no_file_is_longer_than_400_lines() -> None:
    lengths = {str(path.relative_to(ROOT)): path.read_text().count("\n") for path in EVERYTHING}
    assert {name: n for name, n in lengths.items() if n > LINES_OF_A_FILE} == {}


def test_no_function_is_longer_than_40_lines() -> None:
    every = [(path, function) for path in EVERYTHING for function in functions(path)]
    long = [place(path, it) for path, it in every if length(it, it) > LINES_OF_A_FUNCTION]
    assert long == []


def test_tests_of_pure_code_are_short() -> None:
    every = [(path, test) for path in OF_PURE_CODE for test in functions(path)]
    tests = [(path, test) for path, test in every if test.name.startswith("test_")]
    long = [
        place(path, test)
        for path, test in tests
        if length(body_of_test(test), test) > LINES_OF_A_TEST
    ]
    assert long == []
