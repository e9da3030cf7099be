"""A verifier of kept statements believes those that are signed and follow each other. It reports contradictions."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from verger.service.annexes.statements.statement import Statement, doubt, signed
from verger.service.archive.checkpoint import new_key
from verger.service.archive.format import UnreadableError
from verger.service.cli.against import stated_in
from verger.service.cli.kept import kept_in

AT = datetime(2026, 1, 1, tzinfo=UTC)
ROOT, OTHER = "11" * 32, "22" * 32
FIRST, SECOND, STRANGER = new_key(), new_key(), new_key()
Key = tuple[bytes, bytes]


def stated(
    by: Key, names: Key, before: Statement | None = None, size: int = 3, root: str = ROOT
) -> Statement:
    number, previous = (before.number + 1, before.digest.hex()) if before else (1, "00" * 32)
    told = Statement(number, size, root, AT, previous, names[1].hex(), "", "")
    return signed(by[0], told)


ONE = stated(FIRST, FIRST)
TWO = stated(FIRST, SECOND, ONE)
THREE = stated(SECOND, SECOND, TWO)


def doubted(*told: Statement, keys: Sequence[Key] = (FIRST,)) -> tuple[str, bool]:
    found = doubt(told, [public for _, public in keys])
    return (found.what, found.is_wrong) if found else ("", False)


def test_a_statement_that_follows_by_the_named_keys_is_believed() -> None:
    assert doubted(ONE, TWO, THREE) == ("", False)
    assert doubted(TWO, THREE) == ("", False)


def test_a_statement_by_an_unnamed_key_proves_nothing() -> None:
    assert doubted(ONE, THREE) == ("statement 3 was not signed with this key", False)
    assert doubted(ONE, stated(STRANGER, FIRST, ONE))[1] is False


def test_a_key_that_the_statement_before_does_not_name_breaks_the_chain() -> None:
    told = doubted(ONE, stated(SECOND, SECOND, ONE), keys=(FIRST, SECOND))
    assert told == (
        "statement 2 was signed with another key than the one before it names",
        True,
    )


@pytest.mark.parametrize(
    "other", [stated(FIRST, FIRST, size=4), stated(FIRST, FIRST, root=OTHER)], ids=["size", "root"]
)
def test_two_histories_show_in_equal_numbers_or_a_successor_of_another(
    other: Statement,
) -> None:
    assert doubted(ONE, other) == ("two different histories were signed: see statement 1", True)
    assert doubted(other, TWO) == ("two different histories were signed: see statement 2", True)


def test_a_tree_that_was_cut_is_found() -> None:
    less = stated(FIRST, FIRST, TWO, size=2)
    assert doubted(ONE, less) == ("statement 3 is of fewer heads than one before it", True)


@pytest.mark.parametrize("between", ["", "\n", "\n\n  "])
def test_a_file_has_pages_and_single_ones_with_or_without_white_space_between(
    tmp_path: Path, between: str
) -> None:
    page = msgspec.json.encode({"statements": [ONE, TWO], "head": None}).decode()
    pretty = msgspec.json.format(msgspec.json.encode(THREE)).decode()
    (tmp_path / "kept").write_text(between.join(["", pretty, page, page, ""]))
    assert kept_in(tmp_path / "kept").statements == (ONE, TWO, THREE)


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[", "[" * 100_000, "3", '"statements"', '{"statements": [{"number": %s}]}' % ("9" * 5_000)],
    ids=["nothing", "an object", "half", "deep", "a number", "a text", "a long number"],
)  # fmt: skip
def test_a_file_without_statements_is_reported_in_a_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "kept").write_text(text)
    with pytest.raises(UnreadableError, match=r"must contain only|holds no statements"):
        stated_in(tmp_path / "kept", [])
