"""A request and its answer in one piece each, which is what a move and its event are.

ASGI hands over bodies and answers in messages, as streams and the framework need them. To a move
they are a fifth of all that it costs, and an answer in two messages is two packets on the wire.
"""

from collections.abc import Iterable

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

Exchange = RequestResponseCycle
"""uvicorn's own word for one request and what has been answered of it."""


class Connection(HttpToolsProtocol):
    """uvicorn's connection, whose requests carry the exchange that they belong to."""

    def _start_asgi_task(self, cycle: Exchange, app: ASGI3Application) -> None:
        cycle.scope["exchange"] = cycle  # type: ignore[typeddict-unknown-key]
        super()._start_asgi_task(cycle, app)


def whole_body(exchange: Exchange) -> bytes | None:
    """The request's body, if nothing of it has to be waited for or asked for any more."""
    if exchange.more_body or exchange.disconnected or exchange.waiting_for_100_continue:
        return None
    return bytes(exchange.body)


def lines(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Headers as they go over the wire."""
    return b"".join([b"%b: %b\r\n" % header for header in headers])


async def send_whole(exchange: Exchange, status: int, head: bytes, body: bytes) -> None:
    """Send an answer, `head` being its headers' lines, and do what the end of any answer does."""
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
