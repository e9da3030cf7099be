"""WebSocket connections: uvicorn's, bounded, and with nothing to read from clients."""

import asyncio
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from service.edge import exchange

MESSAGE_BYTES = 1024
"""The largest message that is read; a client need not send any."""

GONE = (ClientDisconnected,)
"""Raised by sending once the reader is gone."""

_BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's connection, which sends ready frames and drops a reader that takes nothing."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._held = named["server_state"].held
        self.close_timeout = exchange.LINGER_SECONDS
        self.is_silent = False
        """Whether a ping was not answered in time."""

    @property
    def address(self) -> str:
        """Where it comes from."""
        return self.client[0] if self.client else ""

    @property
    def waits_since(self) -> None:
        """A WebSocket is served for as long as it is open."""

    def overdue(self, now: float) -> str:
        """Pings and the time for sending end what is not read."""
        del now
        return ""

    def drop(self) -> None:
        """End it at once."""
        self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it, in place of the connection that it was."""
        super().connection_made(transport)
        self._held.hold(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        super().connection_lost(exc)
        self._held.forget(self)

    def data_received(self, data: bytes) -> None:
        """Answer what the library cannot read as a handshake, which it would leave unanswered."""
        super().data_received(data)
        if not self.handshake_initiated and self.conn.handshake_exc is not None:
            self.transport.write(_BAD_REQUEST)
            self.transport.close()

    async def run_asgi(self) -> None:
        """Pass the connection to the application in its scope, and end the connection after it."""
        self.scope["socket"] = self  # type: ignore[typeddict-unknown-key]
        try:
            await super().run_asgi()
        finally:
            self._end()

    def refused(self) -> None:
        """Mark the handshake as answered by a problem, which uvicorn does not count as one."""
        self.handshake_complete = True

    async def send_frames(self, frames: bytes, seconds: float) -> None:
        """Send frames that were encoded once for all readers of a session; wait at most so long."""
        if not self.writable.is_set():
            async with asyncio.timeout(seconds):
                await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        self.transport.write(frames)

    def cut_off(self, code: int, reason: str) -> None:
        """Close without waiting for what the reader has not taken."""
        if not self.transport.is_closing():
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True

    def shutdown(self) -> None:
        """The server stops: a stream ends by itself; a handshake under way is refused."""
        if not self.handshake_complete or self.close_sent:
            super().shutdown()

    def handle_ping(self) -> None:
        """Answer a ping, unless the reader takes no answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """End a connection whose other side is gone, or does not read."""
        self.is_silent = True
        super().keepalive_timeout()
        self._end()

    def _end(self) -> None:
        """Give what is still to be sent a moment, then abort."""
        self.loop.call_later(self.close_timeout, self.transport.abort)
