"""One request and its answer. Each is passed on as a whole, as for a move, or in messages of ASGI.

Streams and the framework need messages. For a move, messages would be a fifth of its cost, and an answer in
two messages would be two packets on the wire.
"""

import asyncio
from collections.abc import Awaitable, Iterable, MutableMapping
from contextlib import suppress
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from verger.service.connection.head import lines
from verger.service.connection.socket import LINGER_SECONDS, Socket, accepted

if TYPE_CHECKING:
    from verger.service.connection.connection import HttpConnection
    from verger.service.connection.messages import Request

Message = MutableMapping[str, Any]
Headers = Iterable[tuple[bytes, bytes]]

REST_BYTES = 256 * 1024
"""The maximum unread rest of a body. After a longer rest, the connection ends."""
DROPPED_BYTES = 8 * 1024 * 1024
"""The maximum size of an unneeded body that is read before the answer."""
DROPPED_SECONDS = 2.0
"""The maximum seconds for reading such a body."""

_STATUS_LINES = {
    status: b"HTTP/1.1 %d %b\r\n" % (status, status.phrase.encode()) for status in HTTPStatus
}
_WITHOUT_BODY = (204, 304)


class Exchange:
    """A request and its answer."""

    def __init__(self, connection: "HttpConnection", request: "Request") -> None:
        self.connection, self.request = connection, request
        self.keep_alive = request.keep_alive
        self.body = bytearray()
        """The part of the body that has arrived and has not been read yet."""
        self.more_body = True
        self.disconnected = False
        self.response_started = self.response_complete = False
        fields = request.fields
        self.must_continue = (
            request.version == "1.1"
            and b"expect" in fields
            and (fields.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in fields)
        )
        """True if the client waits for 100 before it sends the body."""
        self._is_old = request.version == "1.0"
        self._is_chunked = False
        self._left: int | None = None
        """The number of bytes of the body that are still to be sent, if the answer states its length."""
        self._is_told = False
        """True if the application has received the end of the body."""
        self._news: asyncio.Event | None = None

    @property
    def path(self) -> str:
        """Return the decoded path."""
        return unquote(self.request.path.decode("ascii"))

    @cached_property
    def scope(self) -> dict[str, Any]:
        """Return the request as ASGI represents it."""
        request, connection = self.request, self.connection
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": request.version,
            "method": request.method,
            "scheme": "http",
            "root_path": "",
            "path": self.path,
            "raw_path": request.path,
            "query_string": request.query,
            "headers": list(request.fields.items()),
            "client": connection.peer,
            "server": connection.server,
            "state": connection.app_state.copy(),
        }

    def take(self, body: bytes) -> None:
        """Take a part of the body. If the answer is complete, drop it."""
        if not self.response_complete:
            self.body += body
            self.wake()

    def disconnect(self) -> None:
        """End the exchange, because nobody can receive an answer any more."""
        self.disconnected = self.disconnected or not self.response_complete
        self.wake()

    def wake(self) -> None:
        """Wake the task that waits for the body, or for the end."""
        if self._news:
            self._news.set()

    @property
    def whole_body(self) -> bytes | None:
        """Return the body, if all of it has arrived."""
        if self.more_body or self.disconnected or self.must_continue:
            return None
        return bytes(self.body)

    async def receive(self) -> Message:
        """Receive a part of the body, or its end, or that the exchange is over."""
        is_over = self.disconnected or self.response_started
        if self.must_continue and not is_over and not self.connection.transport.is_closing():
            self.connection.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        self.must_continue = False
        self._news = self._news or asyncio.Event()
        while not (self.disconnected or self.response_complete):
            if self.body or (not self.more_body and not self._is_told):
                body, self.body = bytes(self.body), bytearray()
                self._is_told = not self.more_body
                return {"type": "http.request", "body": body, "more_body": self.more_body}
            self.connection.resume("body")
            self._news.clear()
            await self._news.wait()
        return {"type": "http.disconnect"}

    async def _drop_body(self) -> None:
        """Read the rest of a body, because a proxy that still sends it may lose an earlier answer.

        Go's `net/http` loses it.
        """
        if self.must_continue or (self._length or 0) > DROPPED_BYTES:
            return
        dropped = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(DROPPED_SECONDS):
                while self.more_body and not self.disconnected and dropped < DROPPED_BYTES:
                    dropped += len((await self.receive()).get("body", b""))
        if dropped > REST_BYTES:
            self.keep_alive = False

    async def send(self, message: Message) -> None:
        """Send a message of the answer."""
        if self.more_body and not self.response_started:
            await self._drop_body()
        if not self.connection.is_writable:
            await self.connection.drained()
        if self.disconnected:
            return
        if message["type"] == "http.response.start":
            self._begin(message["status"], list(message["headers"]))
        else:
            self._go_on(message.get("body", b""), more=message.get("more_body", False))

    def _begin(self, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        self._left = next(
            (int(value) for name, value in headers if name == b"content-length"), None
        )
        has_body = self.request.method != "HEAD" and status not in _WITHOUT_BODY
        self._is_chunked = has_body and self._left is None and not self._is_old
        if self._is_chunked:
            headers.append((b"transfer-encoding", b"chunked"))
        elif has_body and self._left is None:
            self.keep_alive = False
        self._left = self._left if has_body else 0
        head = lines(headers)
        assert head.count(b"\n") == len(headers), (
            "a value with a line end would begin another field"
        )
        self._write_head(status, head)

    def _go_on(self, body: bytes, *, more: bool) -> None:
        if self._is_chunked:
            parts = [b"%x\r\n" % len(body), body, b"\r\n"] if body else []
            self.connection.transport.write(b"".join(parts if more else [*parts, b"0\r\n\r\n"]))
        elif self._left is None:
            self.connection.transport.write(body)
        elif self._left:
            # The framework has stated the length. A client would read surplus bytes as the next answer.
            self._left -= len(body)
            assert self._left >= 0
            self.connection.transport.write(body)
        if not more:
            assert not self._left
            self._end()

    def _write_head(self, status: int, head: bytes, body: bytes = b"") -> None:
        """Send the head. After an early answer the connection ends, unless the body's rest is short."""
        if self.more_body and (self._length is None or self._length > REST_BYTES):
            self.keep_alive = False
        self.response_started = True
        sent = (
            _STATUS_LINES[HTTPStatus(status)],
            lines(self.connection.state.default_headers),
            head,
            b"\r\n" if self.keep_alive else b"connection: close\r\n\r\n",
            body,
        )
        self.connection.transport.write(b"".join(sent))

    @property
    def _length(self) -> int | None:
        """Return the length of the body, if the request states it."""
        length = self.request.fields.get(b"content-length", b"")
        return int(length) if length.isdigit() else None

    def _end(self) -> None:
        self.response_complete = True
        self.body.clear()
        self.wake()
        self.connection.answered()

    async def send_whole(self, status: int, head: bytes, body: bytes) -> None:
        """Send an answer whose headers' lines are `head`, and end the exchange."""
        if self.more_body:
            await self._drop_body()
        if not self.connection.is_writable:
            await self.connection.drained()
        self.answer(status, head, body)

    @property
    def can_answer(self) -> bool:
        """Whether an answer need not wait: the body has arrived, and the client reads."""
        return not self.more_body and self.connection.is_writable

    def answer(self, status: int, head: bytes, body: bytes) -> None:
        """Send a whole answer at once, because there is nothing to wait for."""
        if not self.disconnected:
            self._write_head(status, head, b"" if self.request.method == "HEAD" else body)
            self._end()

    def cut_off(self, last_words: bytes) -> None:
        """End a stream whose reader takes nothing. It has LINGER_SECONDS to take the rest."""
        transport = self.connection.transport
        if last_words and self._is_chunked:
            transport.write(b"%x\r\n%b\r\n0\r\n\r\n" % (len(last_words), last_words))
        self.response_complete = True
        transport.close()
        asyncio.get_running_loop().call_later(LINGER_SECONDS, transport.abort)

    def accept(self, headers: Headers, subprotocol: str | None) -> Socket:
        """Answer the handshake of a WebSocket, and return the WebSocket."""
        key = self.request.fields[b"sec-websocket-key"]
        own = (*self.connection.state.default_headers, *accepted(key, subprotocol), *headers)
        self.connection.transport.write(_STATUS_LINES[HTTPStatus(101)] + lines(own) + b"\r\n")
        self.response_started = self.response_complete = True
        return self.connection.speak()

    def serve(self, answer: Awaitable[None]) -> None:
        """Start a task for the answer."""
        self.connection.start(self._served(answer))

    async def _served(self, answer: Awaitable[None]) -> None:
        """Wait for the answer. If it stays incomplete, the connection ends."""
        try:
            await answer
        finally:
            if not self.response_complete and not self.disconnected:
                self.connection.transport.close()
