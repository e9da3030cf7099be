"""What it costs the moves of many tables that somebody follows them all, and how soon each is told."""

import asyncio
import re
import time
from functools import partial
from typing import Any, NamedTuple

import uvloop

from bench import servers
from bench.client import Measured, Request, load, measured
from tests.support.app import app_key

SESSIONS, CLIENTS = 2_000, 64
SECONDS, TURNS = 4, 6

Sent = dict[bytes, list[float]]
"""When the moves of each session were sent, in their order."""


class Run(NamedTuple):
    """A load, the server's processor time a move in microseconds, and the delays of what was told."""

    moves: Measured
    cpu: float
    told: Measured | None


def report(url: str) -> None:
    """Print the moves of tables that an app has started, unfollowed and followed, in turns."""
    print(
        f"\n{SESSIONS} sessions of an app, moves at {CLIENTS} of them, in turns; the feed's delay is"
    )
    print("from a move's request to its item\n")
    print("feed       moves/s  p50 ms  p99 ms  CPU us | items/s  p50 ms  p99 ms")
    key = app_key(url, sessions=SESSIONS)
    with servers.verger(url) as (port, process):
        tables = [servers.play(port, key) for _ in range(CLIENTS)]
        servers.start(port, key, SESSIONS - CLIENTS)
        clients = [servers.repeating(table) for table in tables]
        uvloop.run(load(port, clients, 1))
        for _ in range(TURNS):
            _print("nobody", uvloop.run(_measure(port, process, tables, clients)))
            _print("followed", uvloop.run(_measure(port, process, tables, clients, key)))


def _print(who: str, run: Run) -> None:
    moves, told = run.moves, run.told
    line = f"{who:9}  {moves.per_second:7.0f}  {moves.p50:6.2f}  {moves.p99:6.2f}  {run.cpu:6.0f} |"
    print(line + (f" {told.per_second:7.0f}  {told.p50:6.1f}  {told.p99:6.1f}" if told else ""))


async def _measure(
    port: int, process: int, tables: list[servers.Table], clients: list[Request], key: str = ""
) -> Run:
    sent: Sent = {table.session.encode(): [] for table in tables}
    noted = [
        _noting(sent[table.session.encode()], make)
        for table, make in zip(tables, clients, strict=True)
    ]
    reader = await _follow(port, key, sent) if key else None
    before = servers.processor_seconds(process)
    moves = await load(port, noted, SECONDS, warm_up=0)
    cpu = (servers.processor_seconds(process) - before) / moves.moves * 1e6
    if reader is None:
        return Run(moves, cpu, None)
    await asyncio.wait_for(reader.told(sum(map(len, sent.values()))), 30)
    return Run(moves, cpu, measured(sorted(reader.delays), SECONDS))


def _noting(sent: list[float], make: Request) -> Request:
    def noted() -> bytes:
        body = make()
        sent.append(time.perf_counter())
        return body

    return noted


async def _follow(port: int, key: str, sent: Sent) -> "_Reader":
    lines = (
        "GET /v1/feed?after=now&follow=true HTTP/1.1",
        "host: bench",
        f"authorization: Bearer {key}",
    )
    asked = "\r\n".join([*lines, "accept: application/x-ndjson", "", ""]).encode()
    loop = asyncio.get_running_loop()
    _, reader = await loop.create_connection(partial(_Reader, sent, asked), "127.0.0.1", port)
    await asyncio.sleep(0.5)
    return reader


_ITEM = re.compile(rb'{"place":"[^"]+","session":"([^"]+)"')


class _Reader(asyncio.Protocol):
    """A reader that only notes when items arrive: it shares the machine with the server."""

    def __init__(self, sent: Sent, asked: bytes) -> None:
        self._sent = {session: iter(times) for session, times in sent.items()}
        self._asked = asked
        self._rest = b""
        self._wanted = 0
        self._all = asyncio.Event()
        self._transport: Any = None
        self.delays: list[float] = []

    def connection_made(self, transport: Any) -> None:
        """Ask."""
        self._transport = transport
        transport.write(self._asked)

    async def told(self, wanted: int) -> None:
        """Wait until so many items have come in all, and leave."""
        self._wanted = wanted
        self._look()
        await self._all.wait()
        self._transport.close()

    def _look(self) -> None:
        if self._wanted and len(self.delays) >= self._wanted:
            self._all.set()

    def data_received(self, data: bytes) -> None:
        """Take the items that have arrived whole."""
        now = time.perf_counter()
        lines, _, self._rest = (self._rest + data).rpartition(b"\n")
        for session in _ITEM.findall(lines):
            self.delays.append(now - next(self._sent[session]))
        self._look()
