"""Send HTTP/1.1 requests over raw connections, with so little CPU that it does not distort the measurement."""

import asyncio
import itertools
import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

Request = Callable[[], bytes]


class NothingMeasuredError(Exception):
    """No request was answered in the measured time."""


class Measured(NamedTuple):
    """The result of a load."""

    per_second: float
    p50: float
    """Milliseconds."""
    p99: float
    """Milliseconds."""
    moves: int


def request(path: str, body: bytes, headers: Iterable[tuple[str, str]] = ()) -> bytes:
    """Return the bytes of a POST request."""
    lines = [f"POST {path} HTTP/1.1", "host: bench", "content-type: application/json"]
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join([*lines, f"content-length: {len(body)}", "", ""]).encode() + body


async def load(
    port: int,
    clients: Sequence[Request],
    seconds: float,
    *,
    warm_up: float = 0.5,
    addresses: Sequence[str] = (),
) -> Measured:
    """Send the requests of each client one after the other, for some seconds after a warm-up.

    Each client makes at least one request in the warm-up, and measures at least one request after it.
    `addresses` are the source addresses of the first clients. All other clients use 127.0.0.1.
    """
    came = itertools.chain(addresses, itertools.repeat("127.0.0.1"))
    runs = [_client(port, make, warm_up, seconds, own) for make, own in zip(clients, came)]  # noqa: B905
    latencies = sorted(one for run in await asyncio.gather(*runs) for one in run)
    return measured(latencies, seconds)


def measured(latencies: Sequence[float], seconds: float) -> Measured:
    """Return the statistics of sorted latencies in seconds."""
    count = len(latencies)
    if not count:
        raise NothingMeasuredError("Nothing was measured, because no answer came in time.")
    p50, p99 = latencies[count // 2], latencies[int(count * 0.99)]
    return Measured(count / seconds, p50 * 1_000, p99 * 1_000, count)


async def _client(
    port: int, make: Request, warm_up: float, seconds: float, own: str
) -> list[float]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(own, 0))
    if warm_up:
        await _latencies(make, reader, writer, warm_up)
    latencies = await _latencies(make, reader, writer, seconds)
    writer.close()
    return latencies


async def _latencies(
    make: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float
) -> list[float]:
    """Send requests for some seconds, but at least one, and return the latency of each."""
    latencies: list[float] = []
    until = time.perf_counter() + seconds
    while (sent := time.perf_counter()) < until or not latencies:
        writer.write(make())
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith((b"HTTP/1.1 201", b"HTTP/1.1 200")):
            rest = await reader.read(2_000)
            raise RuntimeError(f"not accepted: {head!r} {rest!r}")
        await reader.readexactly(_length(head))
        latencies.append(time.perf_counter() - sent)
    return latencies


def _length(head: bytes) -> int:
    at = head.index(b"content-length: ") + 16
    return int(head[at : head.index(b"\r", at)])
