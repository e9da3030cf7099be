"""The cost of feed readers that follow many tables, and the delay until they receive each event."""

import asyncio
import re
import time
from collections.abc import Sequence
from functools import partial
from statistics import median
from typing import Any, NamedTuple

import asyncpg
import uvloop

from bench import servers
from bench.client import Measured, Request, load, measured
from tests.support.app import app_key

SESSIONS, CLIENTS = 2_000, 64
SECONDS, TURNS = 3, 12

Event = tuple[bytes, bytes]
"""A session and a version of it, as the feed returns them."""


class Run(NamedTuple):
    """The result of a load: the CPU time per move in microseconds, and the delays of the followers."""

    moves: Measured
    cpu: float
    told: Measured | None


def report(url: str) -> None:
    """Print the speed of moves at an app's tables, in turns without and with followers."""
    print(
        f"\n{SESSIONS} sessions of an app, with moves at {CLIENTS} of them. The feed's delay begins"
    )
    print("when the move was judged, just before its commit, and ends when its item arrives.\n")
    print("feed       moves/s  p50 ms  p99 ms  CPU us | items/s  p50 ms  p99 ms")
    key = app_key(url, sessions=SESSIONS)
    with servers.verger(url) as (port, process):
        clients = [servers.repeating(servers.play(port, key)) for _ in range(CLIENTS)]
        servers.start(port, key, SESSIONS - CLIENTS)
        uvloop.run(load(port, clients, 1))
        alone, followed = [], []
        for _ in range(TURNS):
            alone.append(uvloop.run(_measure(url, port, process, clients)))
            _print("nobody", alone[-1])
            followed.append(uvloop.run(_measure(url, port, process, clients, key)))
            _print("followed", followed[-1])
    _print_middle(alone, followed)


def _print_middle(alone: Sequence[Run], followed: Sequence[Run]) -> None:
    print("\nmedians of all turns; moves and CPU with followers, divided by those without:")
    fewer = [b.moves.per_second / a.moves.per_second for a, b in zip(alone, followed, strict=True)]
    dearer = [b.cpu / a.cpu for a, b in zip(alone, followed, strict=True)]
    told = [run.told for run in followed if run.told]
    print(f"moves/s {median(fewer):.3f}, CPU {median(dearer):.3f};", end=" ")
    print(f"p50 {median(one.p50 for one in told):.1f} ms,", end=" ")
    print(f"p99 {median(one.p99 for one in told):.1f} ms")


def _print(who: str, run: Run) -> None:
    moves, told = run.moves, run.told
    line = f"{who:9}  {moves.per_second:7.0f}  {moves.p50:6.2f}  {moves.p99:6.2f}  {run.cpu:6.0f} |"
    print(line + (f" {told.per_second:7.0f}  {told.p50:6.1f}  {told.p99:6.1f}" if told else ""))


async def _measure(url: str, port: int, process: int, clients: list[Request], key: str = "") -> Run:
    reader = await _follow(port, key) if key else None
    before = servers.processor_seconds(process)
    moves = await load(port, clients, SECONDS, warm_up=0)
    cpu = (servers.processor_seconds(process) - before) / moves.moves * 1e6
    if reader is None:
        return Run(moves, cpu, None)
    arrived = await asyncio.wait_for(reader.told(moves.moves), 30)
    return Run(moves, cpu, measured(sorted(await _delays(url, arrived)), SECONDS))


async def _delays(url: str, arrived: dict[Event, float]) -> list[float]:
    connection = await asyncpg.connect(url)
    try:
        rows = await connection.fetch(
            "SELECT session, version, extract(epoch FROM at)::float8 FROM events"
            " JOIN unnest($1::uuid[], $2::bigint[]) AS told (session, version)"
            " USING (session, version)",
            *zip(*[(session.decode(), int(version)) for session, version in arrived], strict=True),
        )
    finally:
        await connection.close()
    return [
        arrived[str(session).encode(), str(version).encode()] - judged
        for session, version, judged in rows
    ]


async def _follow(port: int, key: str) -> "_Reader":
    lines = (
        "GET /v1/feed?after=now&follow=true HTTP/1.1",
        "host: bench",
        f"authorization: Bearer {key}",
    )
    asked = "\r\n".join([*lines, "accept: application/x-ndjson", "", ""]).encode()
    loop = asyncio.get_running_loop()
    _, reader = await loop.create_connection(partial(_Reader, asked), "127.0.0.1", port)
    await asyncio.sleep(0.5)
    return reader


_ITEM = re.compile(rb'{"place":"[^"]+","session":"([^"]+)","version":([0-9]+)')


class _Reader(asyncio.Protocol):
    """A reader that only records arrival times, to use little CPU on the server's machine."""

    def __init__(self, asked: bytes) -> None:
        self._asked = asked
        self._rest = b""
        self._wanted = 0
        self._all = asyncio.Event()
        self._transport: Any = None
        self._arrived: dict[Event, float] = {}

    def connection_made(self, transport: Any) -> None:
        """Send the request for the feed."""
        self._transport = transport
        transport.write(self._asked)

    async def told(self, wanted: int) -> dict[Event, float]:
        """Wait until this number of items has arrived, and disconnect. Return each item's arrival time."""
        self._wanted = wanted
        self._look()
        await self._all.wait()
        self._transport.close()
        return self._arrived

    def _look(self) -> None:
        if self._wanted and len(self._arrived) >= self._wanted:
            self._all.set()

    def data_received(self, data: bytes) -> None:
        """Record each item that has arrived completely."""
        lines, _, self._rest = (self._rest + data).rpartition(b"\n")
        self._arrived.update(dict.fromkeys(_ITEM.findall(lines), time.time()))
        self._look()
