"""The delay from a move to its event at the live readers of its session, for every form of stream."""

import asyncio
import itertools
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import uvloop

from bench import evening, servers
from bench.client import measured, request
from tests.support import valkey

READERS = (1, 100, 500, 1_000)
MOVES = 20
PAUSE_SECONDS = 0.1
FIRST_OF_EVENT = b'{"version":'

_WEBSOCKET = (
    "upgrade: websocket",
    "connection: upgrade",
    "sec-websocket-version: 13",
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
)
FORMS = {
    "SSE": ("", ("accept: text/event-stream",)),
    "NDJSON": ("&follow=true", ("accept: application/x-ndjson",)),
    "WebSocket": ("", _WEBSOCKET),
}
MIXES = {**{form: (form,) for form in FORMS}, "mixed": tuple(FORMS)}


def report(url: str) -> None:
    """Print the delays."""
    print(
        "\nFrom a move's request to its event at every live reader of the session: p50 / p99 ms\n"
    )
    with servers.verger(url) as (port, _):
        _print_table([port], MIXES)
    print(
        "\nThe same with two processes and Redis: one receives the moves, the other serves the readers\n"
    )
    with _two_processes(url) as ports:
        _print_table(ports, {"mixed": MIXES["mixed"]})


@contextmanager
def _two_processes(url: str) -> Iterator[list[int]]:
    with (
        valkey.server() as redis,
        servers.verger(url, REDIS_URL=redis) as (one, _),
        servers.verger(url, REDIS_URL=redis) as (two, _),
    ):
        yield [one, two]


def _print_table(ports: Sequence[int], mixes: Mapping[str, Sequence[str]]) -> None:
    """Print the delays. The first server receives the moves, and the last one serves the readers."""
    print("readers " + "".join(f"{mix:>17}" for mix in mixes))
    for count in READERS:
        print(f"{count:7} ", end="", flush=True)
        for forms in mixes.values():
            table = servers.play(ports[0])
            delays = uvloop.run(_delays(ports, table, forms, count))
            found = measured(sorted(delays), 1)
            print(f"{found.p50:9.1f} /{found.p99:6.1f}", end="", flush=True)
        print()


class _Reader(asyncio.Protocol):
    """A reader that only records arrival times, to use little CPU on the server's machine."""

    def __init__(self, head: int, sent: dict[int, float], asked: bytes) -> None:
        self._seen, self._sent, self._asked = head, sent, asked
        self._rest = b""
        self._transport: Any = None
        self.delays: list[float] = []
        loop = asyncio.get_running_loop()
        self.began: asyncio.Future[None] = loop.create_future()
        self.done: asyncio.Future[None] = loop.create_future()

    def connection_made(self, transport: Any) -> None:
        """Send the request for the stream."""
        self._transport = transport
        transport.write(self._asked)

    def data_received(self, data: bytes) -> None:
        """Count the arrived events. The answer's head comes first."""
        now = time.perf_counter()
        data = self._rest + data
        if not self.began.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            assert head.split()[1] in {b"200", b"101"}, head
            self.began.set_result(None)
        for _ in range(data.count(FIRST_OF_EVENT)):
            self._seen += 1
            self.delays.append(now - self._sent[self._seen])
        self._rest = data[-len(FIRST_OF_EVENT) + 1 :]
        if len(self.delays) == MOVES and not self.done.done():
            self.done.set_result(None)
            self._transport.close()


def _same(reader: _Reader) -> _Reader:
    return reader


async def _delays(
    ports: Sequence[int], table: servers.Table, forms: Sequence[str], count: int
) -> list[float]:
    loop = asyncio.get_running_loop()
    sent: dict[int, float] = {}
    head = await _head(ports[0], table)
    readers = []
    for form in itertools.islice(itertools.cycle(forms), count):
        query, lines = FORMS[form]
        path = f"/v1/sessions/{table.session}/events?after={head}{query}"
        reader = _Reader(head, sent, _get(path, table, *lines))
        await loop.create_connection(partial(_same, reader), "127.0.0.1", ports[-1])
        readers.append(reader)
    await asyncio.wait_for(asyncio.gather(*[reader.began for reader in readers]), 60)
    await asyncio.sleep(0.5)
    await _move(ports[0], table, head, sent)
    await asyncio.wait_for(asyncio.gather(*[reader.done for reader in readers]), 60)
    return [delay for reader in readers for delay in reader.delays]


async def _head(port: int, table: servers.Table) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(_get(f"/v1/sessions/{table.session}", table))
    head = await reader.readuntil(b"\r\n\r\n")
    version = int(head.lower().split(b'etag: "')[1].split(b'"')[0].partition(b"-")[0])
    writer.close()
    return version


def _get(path: str, table: servers.Table, *more: str) -> bytes:
    token = table.tokens[evening.GM]
    lines = [f"GET {path} HTTP/1.1", "host: bench", f"authorization: Bearer {token}"]
    return "\r\n".join([*lines, *more, "", ""]).encode()


async def _move(port: int, table: servers.Table, head: int, sent: dict[int, float]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    pair = evening.changes()
    for number in range(1, MOVES + 1):
        seat, move = pair[number % 2]
        token = ("authorization", f"Bearer {table.tokens[seat]}")
        body = json.dumps(move).encode()
        sent[head + number] = time.perf_counter()
        writer.write(request(f"/v1/sessions/{table.session}/moves", body, [token]))
        answer = await reader.readuntil(b"\r\n\r\n")
        length = int(answer.split(b"content-length: ")[1].split(b"\r")[0])
        await reader.readexactly(length)
        await asyncio.sleep(PAUSE_SECONDS)
    writer.close()
