"""The delay of a delivery to an honest receiver while a thousand other receivers hang."""

import asyncio
import contextlib
import json
import resource
import socket
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import uvloop

from bench import evening, servers
from bench.client import request

HANGING, OF_SEAT = 1_000, 10
SECONDS = 30.0
MOVE_SECONDS = 0.5
"""The seconds between two moves at the honest receiver's table."""
CROWD_SECONDS = 2.0
"""The seconds between two moves at each table of the receivers that hang."""
KINDS = ("silent", "deaf", "slow", "handshake", "one target", "addresses")


def report(url: str, only: Sequence[str] = ()) -> None:
    """Print the delays for each way to hang."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"From a move to its delivery, while {HANGING} receivers hang: ms\n")
    print("receivers      deliveries    first      p50      max   missing   server's CPU")
    for kind in only or KINDS:
        with servers.verger(url, VERGER_WEBHOOK_PRIVATE_TARGETS="on") as (port, process):
            tables = [servers.play(port) for _ in range(HANGING // (2 * OF_SEAT) + 1)]
            uvloop.run(_measure(kind, port, process, tables))


async def _measure(kind: str, port: int, process: int, tables: list[servers.Table]) -> None:
    came: dict[int, float] = {}
    honest, *crowd = tables
    async with _receivers(kind) as urls, _honest(came) as honest_url:
        for table in crowd:
            for token in table.tokens.values():
                for _ in range(OF_SEAT):
                    await _post(port, table, token, "webhooks", _hook(next(urls)))
        await _post(port, honest, honest.tokens[evening.GM], "webhooks", _hook(honest_url))
        before, began = servers.processor_seconds(process), time.monotonic()
        moving = asyncio.create_task(_move_all(port, crowd))
        sent = await _moves(port, honest)
        await asyncio.sleep(3)
        spent = (servers.processor_seconds(process) - before) / (time.monotonic() - began)
        moving.cancel()
    _print(kind, sent, came, spent)


def _print(kind: str, sent: dict[int, float], came: dict[int, float], spent: float) -> None:
    delays = [(came[version] - at) * 1_000 for version, at in sent.items() if version in came]
    if not delays:
        print(f"{kind:16} none of {len(sent)} arrived; {spent:6.0%}", flush=True)
        return
    ordered = sorted(delays)
    print(
        f"{kind:16} {len(delays):8} {delays[0]:8.0f} {ordered[len(ordered) // 2]:8.0f}"
        f" {ordered[-1]:8.0f} {len(sent) - len(delays):9} {spent:14.0%}",
        flush=True,
    )


def _hook(url: str) -> Any:
    return {"url": url, "description": "Measured."}


async def _moves(port: int, table: servers.Table) -> dict[int, float]:
    """Make moves at the honest receiver's table. Return the time of the request for each version."""
    sent = {}
    pair, end = evening.changes(), time.monotonic() + SECONDS
    number = 0
    while time.monotonic() < end:
        at = time.perf_counter()
        seat, move = pair[number % 2]
        sent[await _post(port, table, table.tokens[seat], "moves", move)] = at
        number += 1
        await asyncio.sleep(MOVE_SECONDS)
    return sent


async def _move_all(port: int, tables: list[servers.Table]) -> None:
    pair, number = evening.changes(), 0
    while True:
        seat, move = pair[number % 2]
        for table in tables:
            await _post(port, table, table.tokens[seat], "moves", move)
        number += 1
        await asyncio.sleep(CROWD_SECONDS)


async def _post(port: int, table: servers.Table, token: str, what: str, body: Any) -> int:
    """Post a body to a session. Return the version in the answer, or 0."""
    key = f"measured-{time.time_ns()}"
    headers = [("authorization", f"Bearer {token}"), ("idempotency-key", key)]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        request(f"/v1/sessions/{table.session}/{what}", json.dumps(body).encode(), headers)
    )
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.split(b"content-length: ")[1].split(b"\r")[0])
    answer = json.loads(await reader.readexactly(length))
    writer.close()
    assert head.startswith(b"HTTP/1.1 201"), answer
    version: int = answer.get("version") or 0
    return version


@asynccontextmanager
async def _honest(came: dict[int, float]) -> AsyncIterator[str]:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r")[0])
        data = json.loads(await reader.readexactly(length))["data"]
        came.setdefault(data["version"], time.perf_counter())
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"


@asynccontextmanager
async def _receivers(kind: str) -> AsyncIterator[Iterator[str]]:
    """Run receivers that all hang in the same way. Yield their addresses."""
    count = 1 if kind in ("one target", "addresses") else HANGING
    hangs = _slowly if kind == "slow" else _never
    async with contextlib.AsyncExitStack() as stack:
        ports = []
        for _ in range(count):
            listening = stack.enter_context(_listening(0 if kind == "deaf" else 1_000))
            ports.append(listening.getsockname()[1])
            if kind == "deaf":
                # The kernel accepts the first connections. After that, no connection succeeds.
                for _ in range(2):
                    stack.enter_context(_connecting(ports[-1]))
            else:
                server = await asyncio.start_server(hangs, sock=listening)
                stack.callback(server.close)
        yield (_url(kind, number, ports[number % count]) for number in range(HANGING))


def _url(kind: str, number: int, port: int) -> str:
    scheme = "https" if kind == "handshake" else "http"
    host = f"127.1.{number // 250}.{number % 250 + 1}" if kind == "addresses" else "127.0.0.1"
    return f"{scheme}://{host}:{port}/{number}"


def _listening(backlog: int) -> socket.socket:
    found = socket.socket()
    found.bind(("0.0.0.0", 0))  # noqa: S104, for all addresses of the loopback interface
    found.listen(backlog)
    return found


def _connecting(port: int) -> socket.socket:
    found = socket.socket()
    found.settimeout(0)
    found.connect_ex(("127.0.0.1", port))
    return found


async def _never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    # asyncio would report a task that is cancelled at the end as a fault.
    with contextlib.suppress(OSError, asyncio.CancelledError):
        while await reader.read(65_536):
            pass
    writer.close()


async def _slowly(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError, RuntimeError, asyncio.CancelledError):
        for byte in b"HTTP/1.1 200 OK\r\n" + b"a" * 1_000:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(1)
    writer.close()
