"""Rename a seat over HTTP. Reads of earlier versions keep the old name."""

import json

import pytest

from tests.support.client import Player, Table, of, played
from tests.support.play import rule
from tests.support.problems import a_problem
from tests.support.server import Server


@pytest.fixture
def renamed(server: Server) -> tuple[Table, int]:
    """Return a table after Bo took the name Robin, and the version of that move."""
    table = played(server.http, "Ann", "Bo", "Vi", observers=1)
    table["Bo"].draws_a_line("Spiders.")
    return table, table["Bo"].moves("rename", name="Robin")["version"]


def names(player: Player, version: int | None = None) -> list[str]:
    """Return the names of seats at a version. Two reads must have the same names."""
    at = {} if version is None else {"at": version}
    seats = player.see("", **at)["seats"]
    assert seats == player.see("/state", **at)["table"]["seats"]
    return [seat["name"] for seat in seats]


@rule("table.rename")
def test_each_version_has_its_names(renamed: tuple[Table, int]) -> None:
    table, version = renamed
    bo = table["Bo"]
    assert names(bo, version - 1) == ["Ann", "Bo", "Vi"]
    assert names(bo, version) == names(bo) == ["Ann", "Robin", "Vi"]
    changes = bo.see("/diff", **{"from": version - 1, "to": version})["patch"]
    assert {"/state/table/seats"} <= {change["path"] for change in changes}


@rule("table.rename")
def test_the_seat_keeps_its_token_and_its_past(renamed: tuple[Table, int]) -> None:
    table, version = renamed
    bo = table["Bo"]
    assert bo.moves("signal")["event"]["ruling"]["sentence"] == "Robin pauses play."
    sentences = [one["event"]["ruling"]["sentence"] for one in bo.log()[version - 2 : version]]
    assert sentences == ["Bo draws a line.", "Bo is called Robin now."]
    assert bo.see("/story")["entries"][-3]["by"] == "Bo"


@rule("table.rename")
def test_a_fork_from_before_has_the_old_name_and_a_moved_table_both(
    renamed: tuple[Table, int],
) -> None:
    table, version = renamed
    ann = table["Ann"]
    forked = of(ann.post(f"{ann.home}/forks", {"version": version - 1}), 201)
    assert [seat["name"] for seat in forked["seats"]] == ["Ann", "Bo", "Vi"]
    archive = ann.get(f"{ann.home}/export").content
    assert [json.loads(line)["type"] for line in archive.splitlines() if b'"rename"' in line]


@rule("table.rename", "table.names")
@pytest.mark.parametrize(
    ("name", "code", "cited"),
    [("ann", "name_taken", "table.names"), ("Robin", "name_unchanged", "table.rename")],
)
def test_a_name_that_is_not_free_is_refused(
    renamed: tuple[Table, int], name: str, code: str, cited: str
) -> None:
    bo = renamed[0]["Bo"]
    problem = a_problem(bo.move("rename", name=name), code)
    assert (problem["status"], problem["rule"]) == (409, cited)


@rule("table.rename")
def test_an_observer_is_renamed_and_a_repeated_request_changes_nothing(
    renamed: tuple[Table, int],
) -> None:
    vi = renamed[0]["Vi"]
    first, again = (of(vi.move("rename", key="one", name="Vita"), 201) for _ in range(2))
    assert first["version"] == again["version"] == vi.head
    assert names(vi) == ["Ann", "Robin", "Vita"]


@rule("table.rename")
def test_a_what_if_without_the_rename_goes_on_under_the_old_name(
    renamed: tuple[Table, int],
) -> None:
    table, version = renamed
    table["Bo"].draws_a_line("Rats.")
    ann = table["Ann"]
    answer = of(ann.post(f"{ann.home}/what-if", {"without": [version]}), 200)
    assert (answer["identical"], answer["judged_to"]) == (True, ann.head)
