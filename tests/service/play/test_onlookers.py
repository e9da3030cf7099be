"""Onlookers cost a server little, leave room for players, and receive the same from every process."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.support.client import Client, Player, Table, frames, of, played, started
from tests.support.onlooker import lets_in, onlooker, said
from tests.support.play import rule
from tests.support.postgres import execute, fresh_database
from tests.support.server import Server, serving
from verger.service.database.pool import Database
from verger.service.identity import stream_limit
from verger.service.identity.stream_limit import Streams
from verger.service.log.snapshot import Snapshots
from verger.service.log.store import Store
from verger.service.play.losses import Losses
from verger.service.play.onlookers import OpenSessions
from verger.service.play.session import FRESH_SECONDS
from verger.service.play.sessions import Sessions

LIMITS: dict[str, Any] = {
    "verger_streams": 3,
    "verger_rate_failures": 5,
    "verger_trusted_proxies": "private",
}
MISSING = (401, "missing_token")


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, **LIMITS) as running:
        yield running


@pytest.fixture(scope="module")
def shown(server: Server) -> Table:
    """Return a table whose rules allow onlookers."""
    return played(server.http, "Ann", "Bo", house_rules={"onlookers": "anyone"})


@pytest.fixture(scope="module")
def closed(server: Server) -> Table:
    return played(server.http, "Ann", "Bo")


@pytest.fixture
def sessions(own: Database) -> tuple[Sessions, OpenSessions]:
    """Return the session memory of a process that has just started."""
    session = Sessions(Store(own), Snapshots(own), Losses(own), 10)
    return session, OpenSessions(own, session)


@pytest.mark.anyio
async def test_strangers_load_only_open_sessions(
    sessions: tuple[Sessions, OpenSessions], shown: Table, closed: Table
) -> None:
    session, onlooking = sessions
    for id in (UUID(closed.session), uuid4()):
        assert not await onlooking.is_open(id)
    assert len(session) == 0
    assert await onlooking.is_open(UUID(shown.session))
    assert len(session) == 1


@pytest.mark.anyio
async def test_the_list_only_proposes_sessions_and_the_log_decides_whether_they_are_open(
    sessions: tuple[Sessions, OpenSessions], closed: Table, database: str
) -> None:
    _, onlooking = sessions
    execute(database, f"INSERT INTO open_sessions VALUES ('{closed.session}')")  # noqa: S608
    assert not await onlooking.is_open(UUID(closed.session))
    execute(database, f"DELETE FROM open_sessions WHERE session = '{closed.session}'")  # noqa: S608


def test_a_client_that_guesses_at_sessions_is_cut_off_and_others_continue(
    server: Server, shown: Table, closed: Table
) -> None:
    head = closed["Ann"].head
    server.http.headers["X-Forwarded-For"] = "198.51.100.7"
    guesses = [Client(server.http).get(f"/v1/sessions/{uuid4()}") for _ in range(6)]
    assert [answer.status_code for answer in guesses] == [401] * 5 + [429]
    assert of(onlooker(shown).get(shown["Ann"].home), 429)["facts"]["policy"] == "failures"
    assert closed["Ann"].head == head
    assert Client(server.http).get("/v1/rulesets").status_code == 200
    server.http.headers["X-Forwarded-For"] = "198.51.100.8"
    assert onlooker(shown).head == shown["Ann"].head
    del server.http.headers["X-Forwarded-For"]


def test_onlookers_take_at_most_half_of_the_streams(shown: Table, closed: Table) -> None:
    streamed, stranger = {"Accept": "text/event-stream"}, str(closed["Ann"].token)
    with ExitStack() as open_streams:
        anyone = onlooker(shown)
        lines = open_streams.enter_context(anyone.follows())
        assert next(frames(lines))["id"] == "1"
        for one in (anyone, onlooker(shown, stranger)):
            refused = of(one.get(f"{one.home}/events?follow=false", headers=streamed), 503)
            assert (refused["code"], refused["facts"]) == (
                "too_many_streams",
                {"streams_allowed": 1},
            )
        for name in ("Ann", "Bo"):
            sitting = open_streams.enter_context(shown[name].follows())
            assert next(frames(sitting))["id"] == "1"


def test_an_address_has_a_separate_limit_and_gets_its_places_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream_limit, "FROM_ADDRESS", 1)
    streams = Streams(10, 10)
    with streams.one("192.0.2.1"):
        for holder in ("192.0.2.2", uuid4()):
            assert streams.full_for(holder) is None
        assert streams.full_for("192.0.2.1") == ("address", 1)
    assert streams.full_for("192.0.2.1") is None


@rule("table.onlookers")
def test_an_import_is_open_to_nobody_with_any_log(shown: Table, postgres_url: str) -> None:
    archive = shown["Ann"].get(f"{shown['Ann'].home}/export").content
    with fresh_database(postgres_url) as url, serving(url) as elsewhere:
        ada = started(elsewhere.http, "Ada")["Ada"]
        of(ada.imports(archive), 201)
        imported = Player(ada.http, str(ada.token), shown.session, "")
        rules = {rule["id"]: rule for rule in imported.see("/state")["table"]["house_rules"]}
        assert rules["onlookers"]["value"] == "anyone"
        assert said(onlooker(imported).get(imported.home)) == MISSING


@rule("table.onlookers")
def test_every_process_soon_knows_that_a_table_opened_or_closed(
    server: Server, database: str
) -> None:
    with serving(database) as two:
        table = played(server.http, "Ann", "Bo")
        there = onlooker(table).at(two.http)
        assert said(there.get(there.home)) == MISSING
        lets_in(table, "anyone")
        time.sleep(FRESH_SECONDS)
        head = there.head
        with there.follows(after=head) as lines:
            lets_in(table, "nobody")
            *_, end = told = list(frames(lines))
        assert end == {"event": "end", "data": {"reason": "missing_token"}}
        assert "agree" not in [frame["data"].get("type") for frame in told]
        assert said(there.get(there.home)) == MISSING
