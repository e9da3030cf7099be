"""Connections that take a request and send its answer in one piece each, as a move's are.

ASGI passes bodies and answers on in messages, as streams and the framework need them. For a
move these are a fifth of its cost, and an answer in two messages is two packets on the wire.
"""

import asyncio
import re
from collections.abc import Iterable

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

Exchange = RequestResponseCycle
"""uvicorn's class for one request and what has been answered of it."""


LINGER_SECONDS = 5.0
"""How long the last bytes sent may take to arrive before a connection is aborted."""

EVENTS = re.compile(rb"/v1/sessions/[^/?]+/events(?:\?.*)?")
_KEY = re.compile(rb"[A-Za-z0-9+/]{22}==")


class Connection(HttpToolsProtocol):
    """uvicorn's connection, whose requests carry the exchange that they belong to."""

    def _should_upgrade(self) -> bool:
        """Only where there is a WebSocket; elsewhere an upgrade is ignored (RFC 9110, 7.8)."""
        if self._get_upgrade() != b"websocket" or not EVENTS.fullmatch(self.url):
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
