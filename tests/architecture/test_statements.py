"""Every SQL statement of the service is in the module `sql.py` of a folder."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source import files, nodes, place
from tests.support.root import ROOT

SOURCES = files(ROOT / "service", ROOT / "projections", ROOT / "domain", ROOT / "clients")
MODULE = "sql.py"
SQL = re.compile(
    r"\b(SELECT|INSERT INTO|DELETE FROM|LOCK TABLE|SET LOCAL|RETURNING|CREATE TABLE|ON CONFLICT)\b"
    r"|\b(UPDATE|FROM|JOIN|WHERE|GROUP BY|ORDER BY) [a-z{(]+(\s|$)"
    r"|\bIS (NOT )?NULL\b"
    r"|\bnow\(\)"
)
EVERY_COLUMN = re.compile(r"SELECT\s+(\w+\.)?\*")


def texts(path: Path) -> Iterator[ast.Constant]:
    """Yield the string literals of a module that are not docstrings."""
    documented = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    for node in nodes(path):
        match node:
            case ast.Constant(value=str()) if id(node) not in documented:
                yield node
            case _:
                pass


def test_no_statement_is_outside_its_module() -> None:
    found = [
        place(path, text)
        for path in SOURCES
        if path.name != MODULE
        for text in texts(path)
        if SQL.search(str(text.value))
    ]
    assert found == []


def test_every_statement_names_its_columns() -> None:
    modules = [path for path in SOURCES if path.name == MODULE]
    assert modules
    found = [
        place(path, text)
        for path in modules
        for text in texts(path)
        if EVERY_COLUMN.search(str(text.value))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "SELECT 1",
        "WITH gone AS (DELETE FROM asks RETURNING id)",
        "UPDATE tokens SET used_at = $1",
        " WHERE id = $1",
        " ORDER BY version",
        "until < now()",
        "expires_at IS NULL",
        "LOCK TABLE deadlines",
    ],
)
def test_a_part_of_a_statement_is_recognized(text: str) -> None:
    assert SQL.search(text)


@pytest.mark.parametrize("text", ["Update the seat.", "FROM", 'GRANT role TO "user"', "set LIMIT"])
def test_english_text_is_not_taken_for_sql(text: str) -> None:
    assert not SQL.search(text)
