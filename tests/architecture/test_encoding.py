"""The program reads and writes texts as UTF-8 in every locale: each call that opens a text file names the encoding."""

import ast

from tests.architecture.source import files
from tests.support.root import ROOT

PROGRAM = ("domain", "projections", "service", "clients", "deploy", "bench")
FIRST = {"read_text": 0, "write_text": 1}
"""The position of the argument `encoding` in each method."""


def names_it(call: ast.Call, place: int) -> bool:
    """Return whether a call gives the encoding, at this position or by keyword."""
    return len(call.args) > place or any(one.arg == "encoding" for one in call.keywords)


def opens_text(call: ast.Call, place: int) -> bool:
    """Return whether a call opens a text file. It can give the mode at this position or by keyword."""
    modes = [
        *call.args[place : place + 1],
        *(one.value for one in call.keywords if one.arg == "mode"),
    ]
    if not modes:
        return place == 1  # Without a mode, the function `open` opens a text file.
    return any(
        isinstance(mode, ast.Constant) and isinstance(mode.value, str) and "b" not in mode.value
        for mode in modes
    )


def is_wrong(call: ast.Call) -> bool:
    """Return whether a call reads or writes text in the encoding of the locale."""
    match call.func:
        case ast.Attribute(attr="read_text" | "write_text" as name):
            return not names_it(call, FIRST[name])
        case ast.Name(id="open") | ast.Attribute(value=ast.Name(id="os"), attr="fdopen"):
            return opens_text(call, 1) and not names_it(call, 3)
        case ast.Attribute(attr="open"):
            return opens_text(call, 0) and not names_it(call, 2)
        case ast.Attribute(attr="run" | "Popen" | "check_output"):
            keywords = {one.arg for one in call.keywords}
            return bool(keywords & {"text", "universal_newlines"}) and "encoding" not in keywords
        case _:
            return False


def test_no_text_is_read_or_written_in_the_encoding_of_the_locale() -> None:
    paths = [
        *files(*(ROOT / name for name in PROGRAM)),
        *(ROOT / "docs").glob("*.py"),
        *ROOT.glob("deploy/hatch_build.py"),  # missing in the copies of tests/grown
    ]
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in paths
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call) and is_wrong(node)
    ]
    assert wrong == []
