"""Run the program of the page about statements as somebody who has only that page."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.client import Client, played
from tests.support.patience import PATIENCE_SECONDS
from tests.support.postgres import fresh_database
from tests.support.root import DOCS
from tests.support.server import serving
from tests.support.stated import UNASKED, stated
from verger.service.annexes.statements.merkle import EMPTY
from verger.service.annexes.statements.statement import Statement, signed
from verger.service.archive.checkpoint import new_key

Pages = list[dict[str, Any]]

(PROGRAM,) = re.findall(r"```python\n(.*?)```", (DOCS / "statements.md").read_text(), re.DOTALL)
OTHER = "00" * 32
AT = datetime(2026, 1, 1, tzinfo=UTC)
DAMAGES: dict[str, tuple[Callable[[Pages], Any], str]] = {
    "a number is another": (
        lambda pages: pages[0]["statements"][0].update(size=9),
        "statement 1 was not signed with",
    ),
    "a tree does not begin with the one before": (
        lambda pages: pages[1].update(consistency=[OTHER]),
        "statement 3 takes back what was stated before 2",
    ),
    "a head is another": (
        lambda pages: pages[1]["head"].update(hash=OTHER),
        "statement 3 does not hold the head of",
    ),
    "another history is told": (
        lambda pages: pages[1]["statements"][0].update(number=1),
        "two different histories were signed: see statement 1",
    ),
}


@pytest.fixture(scope="module")
def kept(postgres_url: str) -> Iterator[tuple[Pages, str]]:
    """Yield three statements on two pages, with the proof of a session's head, and the key that signed them."""
    with fresh_database(postgres_url) as url, serving(url, **UNASKED) as server:
        visitor = Client(server.http)
        table = played(server.http, "Ann", "Bo")
        pages: Pages = []
        stated(url)
        pages.append(visitor.read("/v1/statements"))
        for line in ("Rats.", "Mice."):
            table["Ann"].draws_a_line(line)
            stated(url)
        pages.append(table["Ann"].read("/v1/statements", after=1, session=table.session))
        yield pages, visitor.read("/v1/keys")["keys"][0]["public_key"]


def checked(folder: Path, pages: Pages, key: str) -> subprocess.CompletedProcess[str]:
    (folder / "check.py").write_text(PROGRAM)
    (folder / "statements.ndjson").write_text("".join(f"{json.dumps(one)}\n" for one in pages))
    return subprocess.run(
        [sys.executable, "-I", "check.py", "statements.ndjson", key],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )


def test_the_pages_program_accepts_good_statements(kept: tuple[Pages, str], tmp_path: Path) -> None:
    done = checked(tmp_path, *kept)
    assert done.stdout == "3 statements hold together, the newest of 3 heads\n", done.stderr


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_pages_program_names_the_damage_of_a_statement(
    kept: tuple[Pages, str], tmp_path: Path, damage: str
) -> None:
    pages = json.loads(json.dumps(kept[0]))
    change, told = DAMAGES[damage]
    change(pages)
    done = checked(tmp_path, pages, kept[1])
    assert (done.returncode, told in done.stderr) == (1, True), done.stderr


def test_the_pages_program_finds_a_statement_that_does_not_follow(tmp_path: Path) -> None:
    private, public = new_key()
    made = [
        signed(private, Statement(number, 0, EMPTY.hex(), AT, OTHER, public.hex(), "", ""))
        for number in (1, 2)
    ]
    page = {"statements": msgspec.to_builtins(made), "consistency": [], "head": None}
    done = checked(tmp_path, [page], public.hex())
    assert "statement 2 does not follow the one before it" in done.stderr
