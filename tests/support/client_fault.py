"""Faulty requests of clients. Each is sent as bytes on its own connection."""

import socket
import ssl
import struct
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPException, HTTPResponse
from typing import NamedTuple

from tests.support.patience import PATIENCE_SECONDS
from verger.service.edge.asgi import BODY_LIMIT

APART_SECONDS = 0.01
"""The pause after a part of a fault, so that the part reaches the process before the rest."""
SESSION = "/v1/sessions/{session}"
MOVES = f"{SESSION}/moves"
CLAIM = "/v1/seats/claim"
"""The address of a claim. In front of cells, Caddy reads the body of such a request itself."""
BROKEN = frozenset({400, 499})
TOO_LARGE = frozenset({413})
RESET = struct.pack("ii", 1, 0)
"""SO_LINGER: a close sends a reset."""


class Target(NamedTuple):
    """The address, session and token that a faulty client uses."""

    port: int
    session: str
    token: str
    context: ssl.SSLContext | None = None
    """Set if the proxy speaks TLS."""


Sent = Callable[[Target], Iterator[bytes]]


class Answer(NamedTuple):
    """An answer to a faulty request."""

    status: int
    body: bytes


class Fault(NamedTuple):
    """The bytes that a faulty client sends, and its next act."""

    sent: Sent
    end: str
    """`read`: it reads the answer. `half`: it closes its sending side, and reads the answer if there is one.
    `close`, `reset`: it leaves."""
    statuses: frozenset[int] = BROKEN
    """The permitted statuses, if the client reads an answer."""


def commit(fault: Fault, target: Target, *, apart: bool) -> Answer | None:
    """Send a faulty request; return the answer, if the client reads and gets one.

    If `apart` is set, the first parts arrive one after the other.
    """
    with _linked(target) as link:
        # A server may end a connection before it has taken everything.
        with suppress(BrokenPipeError, ConnectionResetError):
            for number, part in enumerate(fault.sent(target)):
                link.sendall(part)
                if apart and number < 2:
                    time.sleep(APART_SECONDS)
        if fault.end == "reset":
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        if fault.end == "half":
            link.shutdown(socket.SHUT_WR)
        return _answer(link) if fault.end in {"read", "half"} else None


def continued(target: Target, body: bytes) -> Answer | None:
    """Announce chunks, wait until the process asks for them, and send these bytes instead. Return the answer."""
    with _linked(target) as link:
        expected = ("Transfer-Encoding: chunked", "Expect: 100-continue")
        link.sendall(_head(target, "POST", MOVES, *expected))
        interim = b""
        while not interim.endswith(b"\r\n\r\n"):
            came = link.recv(1)
            assert came, interim
            interim += came
        assert interim.startswith(b"HTTP/1.1 100 ")
        link.sendall(body)
        return _answer(link)


@contextmanager
def _linked(target: Target) -> Iterator[socket.socket]:
    link = socket.create_connection(("127.0.0.1", target.port), PATIENCE_SECONDS)
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if target.context:
        link = target.context.wrap_socket(link, server_hostname="localhost")
    with link:
        yield link


def _answer(link: socket.socket) -> Answer | None:
    with suppress(HTTPException, ConnectionResetError):
        answer = HTTPResponse(link)
        answer.begin()
        return Answer(answer.status, answer.read())
    return None


def _head(target: Target, method: str, path: str, *headers: str) -> bytes:
    lines = [
        f"{method} {path.format(session=target.session)} HTTP/1.1",
        f"Host: 127.0.0.1:{target.port}",
        f"Authorization: Bearer {target.token}",
        "Content-Type: application/json",
        *headers,
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def _asking(method: str, path: str, *headers: str, body: bytes = b"") -> Sent:
    def sent(target: Target) -> Iterator[bytes]:
        yield _head(target, method, path, *headers)
        yield body

    return sent


def _post(*headers: str, body: bytes = b"") -> Sent:
    return _asking("POST", MOVES, *headers, body=body)


def _chunks(body: bytes) -> Sent:
    return _post("Transfer-Encoding: chunked", body=body)


def _stream(form: str) -> Sent:
    return _asking("GET", f"{SESSION}/events?follow=true", f"Accept: {form}")


def _large(count: int, size: int, *, chunked: bool = True, path: str = MOVES) -> Sent:
    """Send a body of `count` parts of `size` bytes."""

    def sent(target: Target) -> Iterator[bytes]:
        length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {count * size}"
        yield _head(target, "POST", path, length)
        part = b" " * size
        if chunked:
            part = b"%x\r\n%b\r\n" % (size, part)
        at_once = max(1, 65_536 // size)
        for _ in range(count // at_once):
            yield part * at_once
        if chunked:
            yield b"0\r\n\r\n"

    return sent


_LONG = "Content-Length: 900"
_HALF = b'{"move":'
_UPGRADE = (
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)
_SOME = 40
"""Parts of 64 KiB: 2.5 MiB."""

FAULTS: Mapping[str, Fault] = {
    "a chunk without a size": Fault(_chunks(b"zz\r\n{}\r\n0\r\n\r\n"), "read"),
    "a chunk longer than its size": Fault(_chunks(b"2\r\n{} {}\r\n0\r\n\r\n"), "read"),
    "a chunk shorter than its size": Fault(_chunks(b"9\r\n{}\r\n"), "half"),
    "a chunk of an endless size": Fault(_chunks(b"f" * 40 + b"\r\n{}"), "read"),
    "a broken chunk after a whole one": Fault(_chunks(b"2\r\n{}\r\nzz\r\n"), "read"),
    "a broken chunk of a read": Fault(
        _asking("GET", f"{SESSION}/state", "Transfer-Encoding: chunked", body=b"zz\r\n"),
        "read",
        BROKEN | {200},
    ),
    "a broken trailer": Fault(_chunks(b"2\r\n{}\r\n0\r\n \x00bad\r\n\r\n"), "read"),
    "two lengths": Fault(
        _post("Transfer-Encoding: chunked", "Content-Length: 3", body=b"zz\r\n"), "read"
    ),
    "a length below zero": Fault(_post("Content-Length: -1", body=b"{}"), "read"),
    "a body that ends early": Fault(_post(_LONG, body=_HALF), "close"),
    "a body that is reset": Fault(_post(_LONG, body=_HALF), "reset"),
    "a body that is reset before it begins": Fault(_post(_LONG), "reset"),
    "a body that is half closed": Fault(_post(_LONG, body=_HALF), "half"),
    "chunks that end early": Fault(_chunks(b"5\r\n{}"), "close"),
    "chunks that are reset": Fault(_chunks(b"5\r\n{}"), "reset"),
    "chunks that are half closed": Fault(_chunks(b"5\r\n{}   \r\n"), "half"),
    "a body of a read that ends early": Fault(
        _asking("GET", f"{SESSION}/state", _LONG, body=_HALF), "close"
    ),
    "a client that leaves before the answer": Fault(
        _post("Content-Length: 17", body=b'{"move":"signal"}'), "reset"
    ),
    "a large body": Fault(_large(_SOME, 65_536, chunked=False), "read", TOO_LARGE),
    "a large body in chunks": Fault(_large(_SOME, 65_536), "read", TOO_LARGE),
    "a large body in small chunks": Fault(_large(2 * BODY_LIMIT, 1), "read", TOO_LARGE),
    "a large body that is reset": Fault(_large(_SOME, 65_536), "reset"),
    "a large body that ends early": Fault(_large(_SOME, 65_536, chunked=False), "close"),
    "a body that waits to go on and is reset": Fault(_post(_LONG, "Expect: 100-continue"), "reset"),
    "a body that goes on and ends early": Fault(
        _post(_LONG, "Expect: 100-continue", body=_HALF), "close"
    ),
    "a WebSocket that is reset": Fault(_asking("GET", f"{SESSION}/events", *_UPGRADE), "reset"),
    "a WebSocket of no frames": Fault(
        _asking("GET", f"{SESSION}/events", *_UPGRADE, body=b"\xff" * 64), "close"
    ),
    "an upgrade with a broken body": Fault(
        _post(*_UPGRADE, "Transfer-Encoding: chunked", body=b"zz\r\n"), "read"
    ),
    "a stream that is reset": Fault(_stream("text/event-stream"), "reset"),
    "lines that are left": Fault(_stream("application/x-ndjson"), "close"),
    "a download that is reset": Fault(_asking("GET", f"{SESSION}/export"), "reset"),
    "a claim that ends early": Fault(_asking("POST", CLAIM, _LONG, body=b'{"code":"01-'), "close"),
    "a claim that is half closed": Fault(_asking("POST", CLAIM, _LONG, body=_HALF), "half"),
    "a claim that is reset": Fault(_asking("POST", CLAIM, _LONG, body=_HALF), "reset"),
    "a large claim": Fault(_large(_SOME, 65_536, chunked=False, path=CLAIM), "read", TOO_LARGE),
    "a large claim in chunks": Fault(_large(_SOME, 65_536, path=CLAIM), "read", TOO_LARGE),
    "a head that is too large": Fault(
        _asking("GET", SESSION, *(f"X-{n}: {'x' * 8_000}" for n in range(200))),
        "read",
        frozenset({400, 431}),
    ),
    "a head that is reset": Fault(
        lambda _: iter([b"POST /v1/sessions HTTP/1.1\r\nHost:"]), "reset"
    ),
    "no HTTP": Fault(lambda _: iter([b"\x16\x03\x01 nonsense\r\n\r\n"]), "close"),
}
"""The faults of clients that speak HTTP/1.1."""


def slow_body(target: Target) -> socket.socket:
    """Open a connection and send only the first byte of a body."""
    link = socket.create_connection(("127.0.0.1", target.port), PATIENCE_SECONDS)
    link.sendall(_head(target, "POST", "/moves", _LONG) + b"{")
    return link


_DATA, _HEADERS, _RESET, _SETTINGS, _GOAWAY = 0, 1, 3, 4, 7
_WHOLE, _HEAD_WHOLE = 1, 4
_CANCEL = struct.pack(">I", 8)


def _frame(kind: int, payload: bytes = b"", flags: int = 0, stream: int = 1) -> bytes:
    """A frame (RFC 9113, 4.1)."""
    size = struct.pack(">I", len(payload))[1:]
    return size + struct.pack(">BBI", kind, flags, stream if kind < _SETTINGS else 0) + payload


def _fields(target: Target, *more: tuple[str, str]) -> bytes:
    """The head of a move, each field a literal with its name (RFC 7541, 6.2.2)."""
    fields = (
        (":method", "POST"),
        (":scheme", "https"),
        (":authority", f"127.0.0.1:{target.port}"),
        (":path", f"/v1/sessions/{target.session}/moves"),
        ("authorization", f"Bearer {target.token}"),
        ("content-type", "application/json"),
        *more,
    )
    return b"".join(b"\x00" + _text(name) + _text(value) for name, value in fields)


def _text(text: str) -> bytes:
    return b"%c%b" % (len(text), text.encode())


def _frames(*frames: bytes, more: tuple[tuple[str, str], ...] = (), streams: int = 1) -> Sent:
    """Begin this number of streams with the head of a move, and send these frames on the first stream."""

    def sent(target: Target) -> Iterator[bytes]:
        heads = [
            _frame(_HEADERS, _fields(target, *more), _HEAD_WHOLE, 2 * number + 1)
            for number in range(streams)
        ]
        yield b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + _frame(_SETTINGS) + b"".join(heads)
        yield b"".join(frames)

    return sent


_SHORT = _frame(_DATA, _HALF)

HTTP2_FAULTS: Mapping[str, Fault] = {
    "a stream that is reset in its body": Fault(_frames(_SHORT, _frame(_RESET, _CANCEL)), "close"),
    "a stream that is reset before its body": Fault(_frames(_frame(_RESET, _CANCEL)), "close"),
    "a stream that is reset after its body": Fault(
        _frames(_frame(_DATA, b'{"move":"signal"}', _WHOLE), _frame(_RESET, _CANCEL)), "close"
    ),
    "a body shorter than its length": Fault(
        _frames(_frame(_DATA, b"{}", _WHOLE), more=(("content-length", "900"),)), "close"
    ),
    "a body longer than its length": Fault(
        _frames(_SHORT, more=(("content-length", "3"),)), "close"
    ),
    "a connection that ends in a body": Fault(_frames(_SHORT), "close"),
    "a connection that is reset in a body": Fault(_frames(_SHORT), "reset"),
    "a connection that goes away in a body": Fault(
        _frames(_SHORT, _frame(_GOAWAY, bytes(8))), "close"
    ),
    "a large body past the window": Fault(_frames(*[_frame(_DATA, b" " * 16_384)] * 160), "close"),
    "a frame that is too large": Fault(_frames(_frame(_DATA, b" " * 100_000)), "close"),
    "a hundred streams that are reset": Fault(
        _frames(*(_frame(_RESET, _CANCEL, 0, 2 * n + 1) for n in range(100)), streams=100), "close"
    ),
}
"""The faults of clients that speak HTTP/2, which a proxy takes only with TLS."""
