"""A WebSocket (RFC 6455) that clients read. They need to send only pongs."""

import asyncio
import base64
import hashlib
import re
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

if TYPE_CHECKING:
    from verger.service.connection.connection import HttpConnection

MESSAGE_BYTES = 1024
"""The maximum size of a message from a client. Clients do not need to send any."""
FRAMES = 100
"""The number of frames that a client may send at once."""
FRAMES_SECONDS = 60.0
"""The seconds until it may send as many again."""
PING_SECONDS = 15.0
"""The seconds from a ping, or from the handshake, to the next ping."""
PONG_SECONDS = 30.0
"""The maximum time without an answer to a ping, in seconds."""
LINGER_SECONDS = 5.0
"""The time that the last sent bytes may take to arrive before a connection is aborted, in seconds."""

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_SPOKEN = {Opcode.TEXT, Opcode.BINARY, Opcode.CONT}
_KEY = re.compile(rb"[A-Za-z0-9+/]{22}==")


class SocketGoneError(Exception):
    """Frames cannot be sent, because the reader is gone."""


def is_handshake(method: str, headers: Mapping[bytes, bytes]) -> bool:
    """Return whether a request is a whole handshake (RFC 6455, 4.2.1)."""
    options = headers.get(b"connection", b"").lower().split(b",")
    return (
        method == "GET"
        and headers.get(b"upgrade", b"").lower() == b"websocket"
        and b"upgrade" in [option.strip() for option in options]
        and headers.get(b"sec-websocket-version") == b"13"
        and bool(_KEY.fullmatch(headers.get(b"sec-websocket-key", b"")))
    )


def accepted(key: bytes, subprotocol: str | None) -> tuple[tuple[bytes, bytes], ...]:
    """Return the fields that answer a handshake with this key."""
    digest = base64.b64encode(hashlib.sha1(key + _GUID, usedforsecurity=False).digest())
    named = ((b"sec-websocket-protocol", subprotocol.encode()),) if subprotocol else ()
    always = (
        (b"upgrade", b"websocket"),
        (b"connection", b"Upgrade"),
        (b"sec-websocket-accept", digest),
    )
    return (*always, *named)


class Socket:
    """The server's side of a WebSocket, bounded in frames and in the time that a reader may take."""

    def __init__(self, connection: "HttpConnection") -> None:
        self._connection, self._transport = connection, connection.transport
        self._protocol = ServerProtocol(state=State.OPEN, max_size=MESSAGE_BYTES)
        self._heard, self._is_gone = asyncio.Event(), False
        self._frames, self._counted_at = float(FRAMES), time.monotonic()
        self._pinged_at, self._is_pinged = self._counted_at, False
        self.is_silent = False
        """True if a ping was not answered in time."""

    def take(self, data: bytes) -> bool:
        """Take bytes. Return whether the client has sent too many frames."""
        self._protocol.receive_data(data)
        frames, now = self._protocol.events_received(), time.monotonic()
        earned = (now - self._counted_at) * FRAMES / FRAMES_SECONDS
        self._frames, self._counted_at = min(FRAMES, self._frames + earned) - len(frames), now
        if self._frames < 0:
            self.close(1008, "too_many_frames")
            return True
        kinds = {frame.opcode for frame in frames if isinstance(frame, Frame)}
        if Opcode.PONG in kinds:
            self._is_pinged = False
        if Opcode.PING in kinds and not self._connection.is_writable:
            self._transport.abort()
        if kinds & _SPOKEN or self._protocol.state is not State.OPEN:
            self._heard.set()
        self._flush()
        return False

    def _flush(self) -> None:
        sent = self._protocol.data_to_send()
        self._transport.write(b"".join(sent))
        if b"" in sent:
            self._transport.close()
            asyncio.get_running_loop().call_later(LINGER_SECONDS, self._transport.abort)

    def lost(self) -> None:
        """Note that the reader is gone."""
        self._is_gone = True
        self._heard.set()

    async def heard(self) -> bool:
        """Wait until the client sends something or is gone. Return whether it is gone."""
        await self._heard.wait()
        return self._is_gone or self._protocol.state is not State.OPEN

    async def send_frames(self, frames: bytes, seconds: float) -> None:
        """Send frames that were encoded once for all readers of a session. Wait at most this number of seconds."""
        if not self._connection.is_writable:
            async with asyncio.timeout(seconds):
                await self._connection.drained()
        if self._is_gone or self._protocol.state is not State.OPEN:
            raise SocketGoneError
        self._transport.write(frames)

    def close(self, code: int, reason: str) -> None:
        """Send the reason, and end the connection LINGER_SECONDS later at the latest."""
        if not self._transport.is_closing():
            if self._protocol.state is State.OPEN:
                self._protocol.send_close(code, reason)
            self._flush()
        self._heard.set()
        asyncio.get_running_loop().call_later(LINGER_SECONDS, self._transport.abort)

    def keep(self) -> None:
        """Send a ping if one is due. Close the WebSocket if the last ping was not answered."""
        now = time.monotonic()
        waited = now - self._pinged_at
        if self._is_pinged and waited > PONG_SECONDS:
            self.is_silent = True
            self.close(1008, "slow_reader")
        elif not self._is_pinged and waited > PING_SECONDS and self._protocol.state is State.OPEN:
            self._protocol.send_ping(b"")
            self._flush()
            self._pinged_at, self._is_pinged = now, True
