"""Connections that take a request and send its answer in one piece each, as a move's are.

ASGI passes bodies and answers on in messages, as streams and the framework need them. For a
move these are a fifth of its cost, and an answer in two messages is two packets on the wire.
"""

import asyncio
import re
from collections.abc import Iterable
from typing import Any

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.server import ServerState

from service.identity.connections import Connections

Exchange = RequestResponseCycle
"""uvicorn's class for one request and what has been answered of it."""


LINGER_SECONDS = 5.0
"""How long the last bytes sent may take to arrive before a connection is aborted."""

HEAD_SECONDS = 10.0
"""How long the head of a request may take to arrive, once it has begun."""
HEAD_BYTES = 64 * 1024
"""The largest head."""
TARGET_BYTES = 8_000
"""The longest request target, which is path and query: what every server should take (RFC 9110, 4.1)."""
REST_SECONDS = 10.0
"""How long the rest of a body may take that was answered before it had arrived."""
REST_BYTES = 256 * 1024
"""How long that rest may be for the connection to go on. It has to say its length, too."""
IDLE_SECONDS = 75
"""How long a connection may be idle."""
UNREAD_SECONDS = 40.0
"""How long a client may take none of an answer; longer than a stream, which is ended with words."""
PROGRESS_BYTES = 64 * 1024
"""What it has to take in that time, or all that is left."""

FOLLOWED = re.compile(rb"/v1/(?:sessions/[^/?]+/events|feed)(?:\?.*)?")
_KEY = re.compile(rb"[A-Za-z0-9+/]{22}==")


class TargetTooLongError(Exception):
    """A request target is longer than TARGET_BYTES."""


class Shared(ServerState):
    """What uvicorn shares among its connections, with the bounds that it has none of."""

    def __init__(self, held: Connections) -> None:
        super().__init__()
        self.held = held


class Connection(HttpToolsProtocol):
    """uvicorn's connection, bounded, whose requests carry the exchange that they belong to."""

    server_state: Shared

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._waits_since = self.loop.time()
        """When it was made, or had its last answer."""
        self._head: object = None
        """The scope of the request whose head is not here yet, if there is one."""
        self._head_since = 0.0
        self._head_bytes = 0
        self._unsent: tuple[int, float] | None = None
        """While the client does not read: what was left at some time, and when."""
        self.ended_at: float | None = None
        """When the server ended its side, if it did. To parse the bytes that still arrive would cost much for nothing."""

    @property
    def address(self) -> str:
        """Where it comes from."""
        return self.client[0] if self.client else ""

    @property
    def waits_since(self) -> float | None:
        """Since when it has asked for nothing; None while it is served."""
        return None if self._is_served else self.ended_at or self._waits_since

    @property
    def _is_served(self) -> bool:
        cycle: Exchange | None = self.cycle
        return self.ended_at is None and cycle is not None and not cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, if there is room for it."""
        super().connection_made(transport)
        self.server_state.held.hold(self)
        self.server_state.held.make_room(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        super().connection_lost(exc)
        self.server_state.held.forget(self)

    def handle_websocket_upgrade(self) -> None:
        """Pass the connection on to the class for WebSockets, which counts it then."""
        self.server_state.held.forget(self)
        super().handle_websocket_upgrade()

    def on_url(self, url: bytes) -> None:
        """Take a part of the request target; refuse it as soon as it is too long."""
        self.url = (self.url + url)[: TARGET_BYTES + 1]
        if len(self.url) > TARGET_BYTES:
            raise TargetTooLongError

    def data_received(self, data: bytes) -> None:
        """Take what arrives until the server has ended its side; a head has a limit."""
        if self.ended_at is not None:
            return
        before: Exchange | None = self.cycle
        is_mixed = before is not None and before.more_body
        super().data_received(data)
        if self.ended_at is not None:
            return
        cycle: Exchange | None = self.cycle
        if cycle is not None and cycle.scope is self.scope:
            self._head = None
            return
        if self._head is not self.scope:
            self._head, self._head_since, self._head_bytes = self.scope, self.loop.time(), 0
            if is_mixed:
                # Most of it may be the body before, which counts for no head.
                return
        self._head_bytes += len(data)
        if self._head_bytes > HEAD_BYTES:
            self.server_state.held.end(self, "head")

    def on_message_complete(self) -> None:
        """Note the end of a body, even if its request was answered before."""
        super().on_message_complete()
        cycle: Exchange | None = self.cycle
        if cycle is not None and cycle.response_complete:
            cycle.more_body = False

    def on_response_complete(self) -> None:
        """Go on to the next request, or wait for it without a timer: the sweep ends the idle."""
        self._waits_since = self.loop.time()
        cycle: Exchange = self.cycle
        if cycle.response_complete and cycle.more_body and not cycle.keep_alive:
            self.ended_at = self._waits_since
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())

    def pause_writing(self) -> None:
        """Note that the client reads more slowly than it is sent to."""
        self._unsent = (self.transport.get_write_buffer_size(), self.loop.time())
        super().pause_writing()

    def resume_writing(self) -> None:
        """Note that it has caught up."""
        self._unsent = None
        super().resume_writing()

    def overdue(self, now: float) -> str:
        """The reason to end it by now, if there is one."""
        if self._is_unread(now):
            return "unread"
        if self.ended_at is not None:
            return "body" if now - self.ended_at > REST_SECONDS else ""
        if self._head is not None and now - self._head_since > HEAD_SECONDS:
            return "head"
        if self._is_served:
            return ""
        cycle: Exchange | None = self.cycle
        waits = now - self._waits_since
        if cycle is not None and cycle.more_body and waits > REST_SECONDS:
            return "body"
        return "idle" if waits > IDLE_SECONDS else ""

    def _is_unread(self, now: float) -> bool:
        """Whether the client has taken nothing for long of what it is sent."""
        if self._unsent is None and not self.transport.is_closing():
            return False
        left = self.transport.get_write_buffer_size()
        known, since = self._unsent or (left, now)
        if self._unsent is None or left <= known - PROGRESS_BYTES:
            self._unsent = (left, now)
            return False
        return now - since > UNREAD_SECONDS

    def drop(self) -> None:
        """End it at once: nothing is left to send, or nobody reads it."""
        self.transport.abort()

    def _should_upgrade(self) -> bool:
        """Only where there is a WebSocket; elsewhere an upgrade is ignored (RFC 9110, 7.8)."""
        if self._get_upgrade() != b"websocket" or not FOLLOWED.fullmatch(self.url):
            return False
        headers = dict(self.headers)
        return (
            self.parser.get_method() == b"GET"
            and headers.get(b"sec-websocket-version") == b"13"
            and bool(_KEY.fullmatch(headers.get(b"sec-websocket-key", b"")))
        )

    def _unsupported_upgrade_warning(self) -> None:
        """An ignored upgrade is nothing to warn about."""

    def _start_asgi_task(self, cycle: Exchange, app: ASGI3Application) -> None:
        cycle.scope["exchange"] = cycle  # type: ignore[typeddict-unknown-key]
        super()._start_asgi_task(cycle, app)


class _Lingering(asyncio.Transport):
    """A connection that ends with an answer while its client still sends.

    To close it would reset it, and the client could lose the answer. So only the sending side is closed, what
    still comes is dropped, and the client or the sweep ends it.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        super().__init__()
        self._transport = transport

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send a part of the answer."""
        self._transport.write(data)

    def close(self) -> None:
        """Send nothing more."""
        if not self._transport.is_closing():
            self._transport.write_eof()

    def is_closing(self) -> bool:
        """Return whether it has ended."""
        return self._transport.is_closing()

    def abort(self) -> None:
        """End it at once."""
        self._transport.abort()


def begin_answer(exchange: Exchange) -> None:
    """Have the connection end after an answer that does not wait for the body, unless its rest is short."""
    if not exchange.more_body or (exchange.keep_alive and _is_short(exchange)):
        return
    exchange.keep_alive = False
    exchange.transport = _Lingering(exchange.transport)


def _is_short(exchange: Exchange) -> bool:
    length = dict(exchange.scope["headers"]).get(b"content-length", b"")
    return length.isdigit() and int(length) <= REST_BYTES


def whole_body(exchange: Exchange) -> bytes | None:
    """The request's body, if it has arrived whole."""
    if exchange.more_body or exchange.disconnected or exchange.waiting_for_100_continue:
        return None
    return bytes(exchange.body)


def lines(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Headers as they go over the wire."""
    return b"".join([b"%b: %b\r\n" % header for header in headers])


def cut_off(exchange: Exchange, last_words: bytes) -> None:
    """End a stream whose reader takes nothing; it has LINGER_SECONDS to take what was sent."""
    if last_words and exchange.chunked_encoding:
        exchange.transport.write(b"%x\r\n%b\r\n0\r\n\r\n" % (len(last_words), last_words))
    exchange.response_complete = True
    exchange.transport.close()
    asyncio.get_running_loop().call_later(LINGER_SECONDS, exchange.transport.abort)


async def send_whole(exchange: Exchange, status: int, head: bytes, body: bytes) -> None:
    """Send an answer whose headers' lines are `head`, and end the exchange."""
    if exchange.flow.write_paused and not exchange.disconnected:
        await exchange.flow.drain()
    if exchange.disconnected:
        return
    begin_answer(exchange)
    exchange.response_started = exchange.response_complete = True
    sent = (
        STATUS_LINE[status],
        lines(exchange.default_headers),
        head,
        b"\r\n" if exchange.keep_alive else b"connection: close\r\n\r\n",
        b"" if exchange.scope["method"] == "HEAD" else body,
    )
    exchange.transport.write(b"".join(sent))
    exchange.message_event.set()
    if not exchange.keep_alive:
        exchange.transport.close()
    exchange.on_response()
