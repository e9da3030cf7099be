"""One attacker in its own process. It sends as much as it can from one address with one token.

`python -m bench.attacker KIND PORT SECONDS SESSION TOKEN VERSIONS`; prints the result.
"""

import asyncio
import json
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import uvloop

ADDRESS = "127.0.0.2"
"""The source address of attacks. Honest players come from other addresses."""
ASKING = 32
"""The number of connections that send the next request as soon as they have an answer."""
SILENT = 2_000
HALF_SENT = 5_000
ONE_TOKEN = 2_400
DRIPPING = 200
DRIP_SECONDS = 0.5

Requests = Iterator[bytes]


class Aim(NamedTuple):
    """The server and the session that are attacked."""

    port: int
    session: str
    token: str
    versions: int

    def get(self, path: str, *more: str) -> bytes:
        """A read of the session."""
        return self._request("GET", f"/v1/sessions/{self.session}{path}", b"", *more)

    def post(self, path: str, body: object) -> bytes:
        """A POST to the session."""
        return self._request(
            "POST", f"/v1/sessions/{self.session}{path}", json.dumps(body).encode()
        )

    def some(self) -> int:
        """A random version of the log."""
        return random.randint(1, self.versions)  # noqa: S311, no secret

    def without_token(self, path: str) -> bytes:
        """A read without a token."""
        return f"GET {path} HTTP/1.1\r\nhost: a\r\n\r\n".encode()

    def chunked(self) -> bytes:
        """The head of a move whose body comes in chunks."""
        return self.post("/moves", {}).replace(b"content-length: 2", b"transfer-encoding: chunked")[
            :-2
        ]

    def socket(self) -> bytes:
        """The handshake of a WebSocket."""
        fields = "connection: upgrade", "upgrade: websocket", "sec-websocket-version: 13"
        return self.get("/events", *fields, "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==")

    def _request(self, method: str, path: str, body: bytes, *more: str) -> bytes:
        lines = [
            f"{method} {path} HTTP/1.1",
            "host: a",
            f"authorization: Bearer {self.token}",
            *more,
        ]
        if body:
            lines += ["content-type: application/json", f"content-length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode() + body


def _wrong_tokens(aim: Aim) -> bytes:
    return aim._replace(token=f"vg_{random.getrandbits(128):x}").get("")


ASKS: Mapping[str, Callable[[Aim], bytes]] = {
    "whole logs": lambda aim: aim.get("/events", "accept: application/x-ndjson"),
    "pages of the log": lambda aim: aim.get(f"/events?limit=500&after={aim.some()}"),
    "pictures": lambda aim: aim.get(f"/network.svg?at={aim.some()}"),
    "exports": lambda aim: aim.get("/export"),
    "landmarks": lambda aim: aim.get(f"/landmarks?at={aim.some()}"),
    "diffs": lambda aim: aim.get(f"/diff?from={aim.some()}&to={aim.some()}&limit=500"),
    "what-if": lambda aim: aim.post("/what-if", {"without": [max(2, aim.some())]}),
    "options": lambda aim: aim.get(f"/options?at={aim.some()}"),
    "wrong tokens": _wrong_tokens,
    "metrics": lambda aim: aim.without_token("/metrics"),
    "health": lambda aim: aim.without_token("/healthz"),
    "documents": lambda aim: aim.without_token("/docs"),
}
"""Attacks that send requests: the name, and the requested resource."""

_MASK = bytes(4)
FLOODS: Mapping[str, tuple[int, Callable[[Aim], tuple[bytes, bytes]]]] = {
    "trailer fields": (2, lambda aim: (aim.chunked() + b"0\r\n", b"x: %b\r\n" % (b"a" * 900))),
    "pings": (2, lambda aim: (aim.socket(), (b"\x89\x80" + _MASK) * 1_000)),
    "pongs": (2, lambda aim: (aim.socket(), (b"\x8a\x80" + _MASK) * 1_000)),
    "empty fragments": (
        2,
        lambda aim: (aim.socket() + b"\x01\x80" + _MASK, (b"\0\x80" + _MASK) * 1_000),
    ),
    "one-byte chunks": (8, lambda aim: (aim.chunked(), b"1\r\n \r\n" * 1_000)),
    "chunk extensions": (8, lambda aim: (aim.chunked(), b"1;%b\r\n \r\n" % (b"a" * 60_000))),
    "a body to GET": (8, lambda aim: (aim.get("", "content-length: 1000000000"), b"a" * 65_536)),
    "empty lines": (8, lambda _: (b"", b"\r\n" * 8_192)),
    "pipelined": (20, lambda aim: (b"", aim.get("") * 100)),
}
"""Attacks that never stop sending: the number of connections, the first bytes, and the repeated bytes."""

outcomes: Counter[str] = Counter()


async def _connected(aim: Aim) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", aim.port, local_addr=(ADDRESS, 0))


async def _asking(aim: Aim, make: Callable[[Aim], bytes]) -> None:
    """Send a request, read the answer, and send the next one. Ignore `Retry-After`."""
    reader, writer = await _connected(aim)
    while True:
        writer.write(make(aim))
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if b"transfer-encoding: chunked" in head:
            while size := int(await reader.readline(), 16):
                await reader.readexactly(size + 2)
            await reader.readline()
        else:
            await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r")[0]))
        outcomes[head.split()[1].decode()] += 1


async def _flood(aim: Aim, make: Callable[[Aim], tuple[bytes, bytes]]) -> None:
    """Send as fast as the server reads, and read all answers."""
    reader, writer = await _connected(aim)
    outcomes["opened"] += 1
    first, repeated = make(aim)
    writer.write(first)

    async def send() -> None:
        while True:
            writer.write(repeated)
            await writer.drain()
            outcomes["MB"] += len(repeated) / 1e6  # type: ignore[assignment]

    sending = asyncio.create_task(send())
    try:
        while await reader.read(65_536):
            pass
    finally:
        sending.cancel()
        writer.close()


async def _silent(aim: Aim) -> None:
    """Open a stream of the whole log, and do not read it."""
    reader, writer = await _connected(aim)
    # The attacker reads nothing, so the events fill the kernel's buffer.
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    writer.write(aim.get("/events", "accept: text/event-stream"))
    outcomes["opened"] += 1
    while not writer.is_closing() and not reader.at_eof():
        await asyncio.sleep(1)
        writer.write(b"")


async def _half_sent(aim: Aim) -> None:
    reader, writer = await _connected(aim)
    writer.write(b"GET /v1/sessions HTTP/1.1\r\nhost: a\r\n")
    outcomes["opened"] += 1
    await reader.read(1)


async def _idle(aim: Aim) -> None:
    reader, _ = await _connected(aim)
    outcomes["opened"] += 1
    await reader.read(1)


async def _dripping(aim: Aim) -> None:
    reader, writer = await _connected(aim)
    writer.write(aim.post("/moves", {}).replace(b"content-length: 2", b"content-length: 9000"))
    outcomes["opened"] += 1
    while not reader.at_eof() and not writer.is_closing():
        await asyncio.sleep(DRIP_SECONDS)
        writer.write(b" ")


HOLDS: Mapping[str, tuple[int, Callable[[Aim], object]]] = {
    "silent readers": (SILENT, _silent),
    "half-sent heads": (HALF_SENT, _half_sent),
    "idle connections": (HALF_SENT, _idle),
    "dripping bodies": (DRIPPING, _dripping),
    "one token": (ONE_TOKEN, lambda aim: _asking(aim, lambda aim: aim.get("/state"))),
}
"""Attacks that keep connections open: the name, and the function."""
ATTACKS = (*ASKS, *FLOODS, *HOLDS)


async def _again(one: Callable[[], object]) -> None:
    """Repeat an attack, whether it ended or failed. Open a refused connection again."""
    while True:
        try:
            await one()  # type: ignore[misc]
            outcomes["ended"] += 1
        except (OSError, EOFError, ValueError):
            outcomes["cut"] += 1
        await asyncio.sleep(0.1)


async def _attack(kind: str, aim: Aim, seconds: float) -> None:
    if kind in HOLDS:
        count, hold = HOLDS[kind]
        runs = [_again(lambda: hold(aim)) for _ in range(count)]
    elif kind in FLOODS:
        count, make = FLOODS[kind]
        runs = [_again(lambda: _flood(aim, make)) for _ in range(count)]
    else:
        runs = [_again(lambda: _asking(aim, ASKS[kind])) for _ in range(ASKING)]
    tasks = [asyncio.create_task(run) for run in runs]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()


def main() -> None:
    """Attack for some seconds, and print the outcomes and the attacker's CPU time."""
    kind, port, seconds, session, token, versions = sys.argv[1:]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    aim = Aim(int(port), session, token, int(versions))
    uvloop.run(_attack(kind, aim, float(seconds)))
    print(json.dumps({"cpu": time.process_time(), "outcomes": outcomes}))


if __name__ == "__main__":
    main()
