"""Clients that other projects wrote receive every event of a stream once and in order, and stop at its end."""

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.clients.listening import CLIENTS, Listener, installed
from tests.support.client import Json, played
from tests.support.cutting import Cutting, cutting
from tests.support.patience import until
from tests.support.postgres import fresh_database
from tests.support.server import serving

KEEP_ALIVE_SECONDS = 0.4
QUICKER = {"verger.service.edge.following.KEEP_ALIVE_SECONDS": KEEP_ALIVE_SECONDS}
CUTS = 2_500, 4_000
"""The first connections are cut after this number of bytes, within an event."""


class Evening:
    """The events of an evening, and the listeners with their messages."""

    def __init__(self) -> None:
        self.listeners = {client.__name__: Listener(client) for client in CLIENTS}
        self.ways: dict[str, Cutting] = {}
        self.log: list[Json] = []


@pytest.fixture(scope="module")
def evening(postgres_url: str) -> Iterator[Evening]:
    """Play a short evening, until Bo's token ends. Every client follows it over connections that are cut."""
    shown = Evening()
    if not installed():
        assert not os.environ.get("CI"), "npm could not install the standard client"
        del shown.listeners["the_guides_script"]
    with ExitStack() as running:
        url = running.enter_context(fresh_database(postgres_url, durable=False))
        server = running.enter_context(serving(url, quicker=QUICKER))
        table = played(server.http, "Ann", "Bo")
        ann, bo = table["Ann"], table["Bo"]
        for name, listener in shown.listeners.items():
            shown.ways[name] = running.enter_context(cutting(server.port, *CUTS))
            listener.listen(shown.ways[name].url, bo)
        table.agree("Ann", "finish_compile")
        for number in range(12):
            (ann, bo)[number % 2].draws_a_line(f"Line {number}.")
            until(lambda: any(len(one.heard) > number for one in shown.listeners.values()))  # noqa: B023
        shown.log = bo.log()
        until(lambda: all(len(one.heard) >= len(shown.log) for one in shown.listeners.values()))
        # Wait until streams have sent comments. No client may mistake a comment for an event.
        time.sleep(2 * KEEP_ALIVE_SECONDS)
        own = next(one["id"] for one in bo.see("/tokens")["tokens"] if one["is_own"])
        assert bo.ask("DELETE", f"{bo.home}/tokens/{own}").status_code == 204
        until(lambda: all(one.has_ended for one in shown.listeners.values()))
        yield shown


@pytest.mark.parametrize("client", [client.__name__ for client in CLIENTS])
def test_a_standard_client_hears_every_event_once_and_stops_on_request(
    evening: Evening, client: str
) -> None:
    if client not in evening.listeners:
        pytest.skip("npm could not install eventsource")
    heard = evening.listeners[client].heard
    assert [name for name, *_ in heard] == ["message"] * len(evening.log)
    assert [int(id) for _, id, _ in heard] == list(range(1, len(evening.log) + 1))
    assert [data for *_, data in heard] == evening.log
    # At least one cut: a client that asks for tickets can use the connection of the second cut for that.
    assert evening.ways[client].cut
