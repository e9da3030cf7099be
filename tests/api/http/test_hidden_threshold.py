"""A hidden threshold over HTTP: the GM sets a number with one move, and nobody else can see it until it is revealed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.client import Player, Table, started
from tests.support.postgres import execute
from tests.support.problems import a_problem
from tests.support.server import Server, serving

ACTORS = [{"character": "c1", "pool": {"pool": "attributes", "attribute": "BOD", "second": "BOD"}}]
CALL: dict[str, Any] = {"about": "Up the wall", "form": "alone", "actors": ACTORS}
SHEET = {"attributes": [{"name": "BOD", "rating": 4}]}


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, log_level="debug") as running:
        yield running


@pytest.fixture
def table(server: Server) -> Table:
    """Return a table in play. Bo has a character."""
    table = started(server.http, "Ann", "Bo", ruleset="afterverse")
    table.claim("Bo")
    sheet = {"subject": "write_sheet", "name": "Mia", "sheet": SHEET, "seat": table["Bo"].seat}
    for number, subject in enumerate((sheet, {"subject": "begin_session"}), 1):
        table["Bo"].moves("propose", subject=subject)
        table["Ann"].moves("agree", proposal=f"p{number}")
    return table


def hidden(hits: int) -> dict[str, Any]:
    """Return a move that calls a test with a threshold that only the GM can see."""
    return {**CALL, "threshold": {"threshold": "hidden", "hits": hits}}


def test_only_the_gm_reads_the_number_until_it_is_revealed(ann: Player, bo: Player) -> None:
    made = ann.moves("call_test", **hidden(17))
    assert set(made["event"]["move"]["threshold"]) == {"threshold", "digest"}
    assert [note["text"] for note in ann.see("/notes")["notes"]] == ["17"]
    assert [note["text"] for note in bo.see("/notes")["notes"]] == [None]
    assert bo.see("/state")["play"]["tests"][0]["needed"] is None
    ann.moves("reveal_note", note="k1")
    assert bo.see("/state")["play"]["tests"][0]["needed"] == 17


def test_a_dry_run_seals_nothing_and_shows_nothing(table: Table) -> None:
    answer = table["Ann"].move("call_test", **hidden(17), query={"dry_run": "true"}).json()
    assert answer["verdict"] == "allowed"
    assert '"17"' not in json.dumps(answer)
    assert table["Ann"].see("/notes")["notes"] == []


def test_refusals_and_kept_answers_do_not_contain_the_hidden_number(
    ann: Player, bo: Player, server: Server, database: str
) -> None:
    a_problem(ann.move("call_test", **hidden(876_543)), "wrong_number")
    a_problem(bo.move("call_test", **hidden(13)), "gm_only")
    kept = json.dumps(bo.see("/refusals"))
    assert "876543" not in kept + server.said
    (refused,) = (one for one in bo.see("/refusals")["refusals"] if one["code"] == "gm_only")
    assert set(refused["move"]["threshold"]) == {"threshold", "digest"}
    assert "876543" not in execute(database, "SELECT data FROM events; SELECT move FROM refusals")
