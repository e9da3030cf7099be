"""How long after a move its event reaches 1, 100 and 1,000 live readers of its session."""

import asyncio
import json
import time

import uvloop

from bench import evening, servers
from bench.client import measured, request

READERS = (1, 100, 1_000)
MOVES = 20


def report(url: str) -> None:
    """Print the delays."""
    print("\nFrom a move's request to its event at every live reader of the session\n")
    print("readers  p50 ms  p99 ms")
    with servers.verger(url) as (port, _):
        for count in READERS:
            table = servers.play(port)
            delays = sorted(uvloop.run(_delays(port, table, count)))
            found = measured(delays, 1)
            print(f"{count:7}  {found.p50:6.2f}  {found.p99:6.2f}")


async def _delays(port: int, table: servers.Table, count: int) -> list[float]:
    ready = asyncio.Barrier(count + 1)
    sent: dict[int, float] = {}
    delays: list[float] = []
    head = await _head(port, table)
    readers = [
        asyncio.create_task(_read(port, table, head, ready, sent, delays)) for _ in range(count)
    ]
    await ready.wait()
    await asyncio.sleep(0.5)
    await _move(port, table, head, sent)
    await asyncio.wait_for(asyncio.gather(*readers), 60)
    return delays


async def _head(port: int, table: servers.Table) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(_get(f"/v1/sessions/{table.session}", table, "application/json"))
    head = await reader.readuntil(b"\r\n\r\n")
    version = int(head.lower().split(b'etag: "')[1].split(b'"')[0])
    writer.close()
    return version


def _get(path: str, table: servers.Table, accept: str) -> bytes:
    token = table.tokens[evening.GM]
    lines = [f"GET {path} HTTP/1.1", "host: bench", f"authorization: Bearer {token}"]
    return "\r\n".join([*lines, f"accept: {accept}", "", ""]).encode()


async def _read(
    port: int,
    table: servers.Table,
    head: int,
    ready: asyncio.Barrier,
    sent: dict[int, float],
    delays: list[float],
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    path = f"/v1/sessions/{table.session}/events?after={head}"
    writer.write(_get(path, table, "text/event-stream"))
    await reader.readuntil(b"\r\n\r\n")
    await ready.wait()
    seen = head
    while seen < head + MOVES:
        line = await reader.readline()
        if line.startswith(b"id: "):
            seen = int(line[4:])
            delays.append(time.perf_counter() - sent[seen])
    writer.close()


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
        await asyncio.sleep(0.1)
    writer.close()
