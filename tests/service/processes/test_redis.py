"""Redis can be lost and come back: readers receive everything, and after its return again by wake-ups.

While Redis works, these servers read the log without a wake-up only once an hour. So if a reader receives an event within a test, Redis has
sent the wake-up.
"""

import json
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests.support import valkey
from tests.support.client import Json, Player, frames, played
from tests.support.load import verified
from tests.support.patience import until
from tests.support.port import free_port
from tests.support.server import Server, serving
from tests.support.socket import listening, messages

QUICKER = {
    "verger.service.edge.following.SELDOM_SECONDS": 3_600.0,
    "verger.service.edge.following.POLL_SECONDS": 0.2,
    "verger.service.log.wake.TIMEOUT_SECONDS": 0.3,
    "verger.service.log.wake.RETRY_SECONDS": 0.1,
}


@pytest.fixture
def port() -> int:
    """Return the port that Redis uses whenever it runs."""
    return free_port()


@pytest.fixture
def servers(database_url: str, port: int) -> Iterator[list[Server]]:
    url = f"redis://127.0.0.1:{port}/0"
    with (
        serving(database_url, url, quicker=QUICKER) as one,
        serving(database_url, url, quicker=QUICKER) as two,
    ):
        yield [one, two]


def wait_until_it_is(servers: list[Server], redis: str) -> None:
    until(lambda: all(one.http.get("/readyz").json()["redis"] == redis for one in servers))


@contextmanager
def sse(player: Player) -> Iterator[Iterator[Json]]:
    with player.follows() as lines:
        yield (message["data"] for message in frames(lines))


@contextmanager
def ndjson(player: Player) -> Iterator[Iterator[Json]]:
    with player.follows(form="application/x-ndjson", follow="true") as lines:
        yield (json.loads(line) for line in lines if line)


@contextmanager
def websocket(player: Player) -> Iterator[Iterator[Json]]:
    with listening(player) as link:
        yield messages(link)


class Readers:
    """A reader of each form at each process, and the messages to all of them."""

    def __init__(self, stack: ExitStack, player: Player, servers: list[Server]) -> None:
        self._readers = [
            stack.enter_context(form(player.at(server.http)))
            for server in servers
            for form in (sse, ndjson, websocket)
        ]
        self.heard: list[list[Json]] = [[] for _ in self._readers]

    def hear(self, count: int = 1) -> None:
        """Wait until every reader has received this number of further events."""
        for reader, heard in zip(self._readers, self.heard, strict=True):
            heard += [next(reader) for _ in range(count)]


def play(players: list[Player], readers: Readers, rounds: int) -> None:
    """Make moves at both processes in turns. Every reader must receive each move before the next is made."""
    for number in range(rounds):
        for player in players:
            player.draws_a_line(f"Line {number}.")
            readers.hear()


def test_redis_may_go_in_mid_game_and_come_back_and_every_reader_hears_all(
    servers: list[Server], port: int
) -> None:
    with ExitStack() as stack:
        with valkey.at(port):
            wait_until_it_is(servers, "connected")
            ann = played(servers[0].http, "Ann", "Bo")["Ann"]
            players = [ann.at(server.http) for server in servers]
            readers = Readers(stack, ann, servers)
            readers.hear(2)
            play(players, readers, 3)
        play(players, readers, 2)
        wait_until_it_is(servers, "away")
        with valkey.at(port):
            wait_until_it_is(servers, "connected")
            play(players, readers, 5)
    log = [json.loads(line) for line in verified(ann)]
    assert all(heard == log for heard in readers.heard)


def test_a_redis_that_falls_silent_is_away(servers: list[Server], port: int) -> None:
    with valkey.at(port) as process:
        wait_until_it_is(servers, "connected")
        ann = played(servers[0].http, "Ann", "Bo")["Ann"]
        elsewhere = ann.at(servers[1].http)
        with sse(elsewhere) as events:
            assert [next(events)["version"] for _ in range(2)] == [1, 2]
            process.send_signal(signal.SIGSTOP)
            made = ann.draws_a_line("Spiders.")
            assert next(events) == made
            wait_until_it_is(servers, "away")
            process.send_signal(signal.SIGCONT)
            wait_until_it_is(servers, "connected")
            made = ann.draws_a_line("Ladders.")
            assert next(events) == made
