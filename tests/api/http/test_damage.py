"""A session with a hole in its log: what is before it is served, and the rest has its own problem."""

from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.support.client import Player, of, played
from tests.support.postgres import execute
from tests.support.server import Server, serving

HOLE = 4


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database) as server:
        yield server


@pytest.fixture(scope="module")
def bo(server: Server, database: str) -> Player:
    """Give Bo, whose session has lost its fourth event of seven, which its server remembers."""
    bo = played(server.http, "Ann", "Bo")["Bo"]
    while bo.draws_a_line("Spiders.")["version"] < HOLE + 3:
        pass
    gone = f"DELETE FROM events WHERE session = '{bo.session}' AND version = {HOLE}"  # noqa: S608
    execute(database, f"SET session_replication_role = replica; {gone}")
    return bo


@pytest.mark.parametrize(
    "path",
    [
        f"/events?after={HOLE - 1}",
        f"/events/{HOLE}",
        f"/events/{HOLE}/ruling",
        f"/state?at={HOLE}",
        f"/network?at={HOLE + 1}",
        f"/diff?from={HOLE}&to={HOLE + 2}",
        "/export",
        "/landmarks",
    ],
)
def test_what_needs_an_event_that_is_missing_names_it(bo: Player, path: str) -> None:
    problem = of(bo.get(bo.home + path), 500)
    assert problem["code"] == "log_damaged"
    assert problem["facts"] == {"session": bo.session, "version": HOLE}


def test_what_is_before_it_is_served(bo: Player) -> None:
    assert bo.see("/state", at=HOLE - 1)["version"] == HOLE - 1
    page = bo.see("/events", limit=500)
    assert [event["version"] for event in page["events"]] == list(range(1, HOLE))
    assert page["next_after"] == HOLE - 1
    assert bo.see(f"/events/{HOLE - 1}")["version"] == HOLE - 1
    early = bo.see("/events", limit=1)["events"][0]["event"]["at"]
    assert bo.see("/state", as_of=early)["version"] >= 1
    assert bo.get(f"{bo.home}/export", at=HOLE - 1).status_code == 200


def test_a_server_that_is_beyond_it_plays_on_and_one_that_reads_it_does_not(
    bo: Player, server: Server
) -> None:
    assert bo.draws_a_line("Rats.")["version"] == HOLE + 4
    server.kill()
    server.restart()
    asked: list[Callable[[], httpx.Response]] = [
        lambda: bo.get(bo.home),
        lambda: bo.get(f"{bo.home}/options"),
        lambda: bo.move("add_limit", kind="line", text="Eels."),
        lambda: bo.move("add_limit", kind="line", text="Eels.", query={"dry_run": "true"}),
        lambda: bo.post(f"{bo.home}/forks", {}),
        lambda: bo.get(f"{bo.home}/events", {"Accept": "application/x-ndjson"}, after=HOLE),
    ]
    for ask in asked:
        problem = of(ask(), 500)
        assert (problem["code"], problem["facts"]["version"]) == ("log_damaged", HOLE)
    assert [one["version"] for one in bo.read("/v1/sessions")["sessions"]] == [HOLE - 1]
    assert bo.post(f"{bo.home}/forks", {"version": HOLE - 1}).status_code == 201
    told = server.told(event="log_damaged")
    assert {line["version"] for line in told} == {HOLE}
    assert not [line for line in server.lines if line["event"] == "internal_error"]
