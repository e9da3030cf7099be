"""The memory of a server over a long time with readers, players, and sessions that start and end."""

import asyncio
import itertools
import random
import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

import uvloop

from bench import evening, servers
from bench.streams import FORMS

MINUTES = 30.0
SESSIONS, STREAMS = 2_000, 5_000
MOVES_A_SECOND = 25.0
WRITERS = 64
BEGIN_SECONDS = 0.005
"""The seconds between the starts of two streams."""
NEW_EVERY_SECONDS = 3.0
"""The seconds between two new sessions, which are played up to Run and then left."""
SAMPLE_SECONDS = 10.0
HOT_SESSIONS = 2_100
"""The number of sessions that the server may keep in memory. It is so low that some must soon leave."""
_VERSION = re.compile(rb'\{"version":(\d+),')
_PING, _PONG = b"\x89\x00", b"\x8a\x80" + bytes(4)


def report(url: str, minutes: float) -> None:
    """Print the memory of a server during this number of minutes."""
    limits = {"VERGER_HOT_SESSIONS": str(HOT_SESSIONS), "VERGER_STREAMS": str(2 * STREAMS)}
    with servers.verger(url, **limits) as (port, process), ThreadPoolExecutor(WRITERS) as pool:
        tables = list(pool.map(servers.play, [port] * SESSIONS))
        print(f"{STREAMS} streams of {SESSIONS} sessions, {MOVES_A_SECOND:.0f} moves a second\n")
        print("seconds  MB of memory   moves  events sent  sessions begun", flush=True)
        uvloop.run(_Soak(port, process, tables).run(minutes * 60))


class _Soak:
    """Players, readers and guests of one server, and counts of their actions so far."""

    def __init__(self, port: int, process: int, tables: Sequence[servers.Table]) -> None:
        self._port, self._process, self._tables = port, process, tables
        self._moves = self._events = self._begun = 0

    async def run(self, seconds: float) -> None:
        """Play, follow and measure the memory for this time."""
        forms = itertools.cycle(FORMS)
        followed = itertools.islice(itertools.cycle(self._tables), STREAMS)
        shares = [self._tables[number::WRITERS] for number in range(WRITERS)]
        tasks = [
            asyncio.create_task(self._follow(table, next(forms), number * BEGIN_SECONDS))
            for number, table in enumerate(followed)
        ]
        tasks += [asyncio.create_task(self._write(share)) for share in shares]
        tasks.append(asyncio.create_task(self._visit()))
        sampling = asyncio.create_task(self._sample(seconds))
        ended, _ = await asyncio.wait([sampling, *tasks], return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        ended.pop().result()

    async def _follow(self, table: servers.Table, form: str, wait: float = 0.0) -> None:
        """Follow a session from its beginning, and connect again after each end of the stream."""
        after = 0
        while True:
            await asyncio.sleep(wait)
            with suppress(OSError):
                after = await self._read(table, form, after)
            wait = random.uniform(1, 5)  # noqa: S311  # as clients do, so that not all come at once

    async def _read(self, table: servers.Table, form: str, after: int) -> int:
        """Read a stream to its end, and return the last version that was read."""
        query, lines = FORMS[form]
        path = f"/v1/sessions/{table.session}/events?after={after}{query}"
        token = table.tokens[evening.GM]
        head = [f"GET {path} HTTP/1.1", "host: bench", f"authorization: Bearer {token}", *lines]
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        with closing(writer):
            writer.write("\r\n".join([*head, "", ""]).encode())
            while data := await reader.read(65_536):
                versions = _VERSION.findall(data)
                self._events += len(versions)
                after = int(versions[-1]) if versions else after
                if _PING in data:
                    writer.write(_PONG)
        return after

    async def _write(self, tables: Sequence[servers.Table]) -> None:
        """Make moves at these tables in turn, at this writer's share of the total rate."""
        requests = itertools.cycle([servers.repeating(table) for table in tables])
        move, due = next(requests)(), time.monotonic()
        while True:
            # A busy server refuses moves or ends connections. The idempotency key makes a repetition safe.
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
                with closing(writer):
                    while await self._is_made(move, reader, writer):
                        move = next(requests)()
                        due += WRITERS / MOVES_A_SECOND
                        await asyncio.sleep(due - time.monotonic())
            await asyncio.sleep(1)

    async def _is_made(
        self, move: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Send a move. Return False if a busy server refused it."""
        writer.write(move)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = int(answer.split(b"content-length: ")[1].split(b"\r")[0])
        body = await reader.readexactly(length)
        if b" 503 " in answer[:20]:
            return False
        assert answer.startswith(b"HTTP/1.1 201"), body
        self._moves += 1
        return True

    async def _visit(self) -> None:
        """Start sessions. Follow each one until the next one starts."""
        while True:
            try:
                table = await asyncio.to_thread(servers.play, self._port)
            except AssertionError:
                # The busy server refused a request of the table with 503.
                await asyncio.sleep(1)
                continue
            self._begun += 1
            follower = asyncio.create_task(self._follow(table, "SSE"))
            await asyncio.sleep(NEW_EVERY_SECONDS)
            follower.cancel()

    async def _sample(self, seconds: float) -> None:
        began = time.monotonic()
        while (since := time.monotonic() - began) < seconds:
            memory = servers.resident_bytes(self._process) / 1e6
            print(
                f"{since:7.0f} {memory:13.1f} {self._moves:7} {self._events:12} {self._begun:15}",
                flush=True,
            )
            await asyncio.sleep(SAMPLE_SECONDS)
