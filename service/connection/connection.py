"""A connection. It is read in portions, in turn with the other connections.

Bytes after the end of a request wait unparsed, at most PORTION_BYTES of them, until it is answered.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Literal, cast

import uvicorn
from uvicorn.server import ServerState

from verger.service.base_path import without
from verger.service.connection.exchange import Exchange, Headers
from verger.service.connection.head import RequestRefusedError
from verger.service.connection.messages import Messages, Request
from verger.service.connection.socket import Socket
from verger.service.identity.connections import Connections
from verger.service.problem.problem import ProblemError
from verger.service.work import NoTurnError

PORTION_BYTES = 16 * 1024
"""The maximum number of bytes to read at a time. Then the other connections get a turn."""
FRAMES_BYTES = 1024
"""The maximum number of bytes to read at a time from a WebSocket."""
UNTAKEN_BYTES = 64 * 1024
"""If this number of bytes of a body waits for the application, reading pauses."""

HEAD_SECONDS = 10.0
"""The maximum seconds from the first byte of a request to the end of its head."""
REST_SECONDS = 10.0
"""The maximum seconds for the rest of a body, if the request was answered before all of it had arrived."""
IDLE_SECONDS = 75
"""The maximum seconds that a connection may be idle."""
UNREAD_SECONDS = 40.0
"""The maximum seconds that a client can leave an answer unread. A stream ends earlier, with a message."""
PROGRESS_BYTES = 64 * 1024
"""The number of bytes of an answer that a client must take in `UNREAD_SECONDS`, unless fewer are left."""
READ_SECONDS = 0.000_02
"""The cost of a portion in the event loop, which this code does not measure."""
PAID_SECONDS = 0.000_1
"""The part of the cost of reading a request that the rate limit of the request itself charges."""
CREDIT_SECONDS = 0.002
"""The maximum credit of a connection. If reading a request costs less than `PAID_SECONDS`, the rest pays for later
requests that cost more on a busy machine."""

Refusal = Callable[[ProblemError, bytes, str, Headers], bytes]
"""Returns the answer to a refused request, from the problem, the known parts of target and method, and the header fields."""

Short = Callable[[Exchange], bool]
"""Takes a request, if it can be answered without a task. Returns False if it needs a task."""

Pause = Literal["body", "next", "turn", "broken"]
"""The reasons why reading pauses: for the application, an answer, other connections, or for good."""

_buffer = memoryview(bytearray(PORTION_BYTES))
"""Shared by all connections: a portion is copied out of it before another is read."""


class HttpConnection(asyncio.BufferedProtocol):
    """A connection with the interface of uvicorn: in `connections`, with `shutdown`, its requests in `tasks`."""

    transport: asyncio.Transport
    peer: tuple[str, int]
    """The address and the port of the other end, such as a proxy."""
    client = ""
    """The client address of its newest request, which limits count."""

    def __init__(
        self,
        held: Connections,
        refusal: Refusal,
        short: Short,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._held, self._refusal, self.state = held, refusal, server_state
        self._short, self._app, self.app_state = short, config.loaded_app, app_state
        self.base = config.root_path.encode()
        """The path below which people reach this server."""
        self._loop = _loop or asyncio.get_running_loop()
        self._messages = Messages(self._begin)
        self._exchange: Exchange | None = None
        self._new: Exchange | None = None
        """A request whose head has arrived in the portion that is being parsed."""
        self._socket: Socket | None = None
        self._rest = b""
        """The bytes after a request that is not answered yet."""
        self._is_partial = False
        """Whether these bytes are incomplete, so that they cannot be parsed yet."""
        self._begun = 0
        """The number of requests that have begun."""
        self._owed = 0.0
        """The cost of reading in seconds that is not charged; less than 0 if the limits of requests have paid more."""
        self._pauses: set[Pause] = set()
        self._turn: asyncio.Task[None] | None = None
        self._writable: asyncio.Event | None = None
        """Exists while the client does not read. It is set as soon as the client reads or is gone."""
        self._unsent: tuple[int, float] | None = None
        """While the client does not read: a number of unsent bytes, and the time of this count."""
        self._waits_since = self._loop.time()
        """When it was made, or had its last answer."""
        self._ended_at: float | None = None
        """When the server ended its side, if it did. All bytes that arrive later are dropped."""

    @property
    def waits_since(self) -> float | None:
        """The time when the last request ended. None while a request is served."""
        return None if self._is_served else self._ended_at or self._waits_since

    @property
    def _is_served(self) -> bool:
        exchange = self._exchange
        is_answering = exchange is not None and not exchange.response_complete
        return self._ended_at is None and (self._socket is not None or is_answering)

    @property
    def streamed_to(self) -> str:
        """The client address while an answer is being sent; empty at other times."""
        exchange = self._exchange
        is_sent = exchange and exchange.response_started and not exchange.response_complete
        return self.client if self._socket or is_sent else ""

    def overdue(self, now: float) -> str:
        """Return the reason why the connection must end now, or ""."""
        if self._socket and self._ended_at is None:
            self._socket.keep()
            return ""
        if self._is_unread(now):
            return "unread"
        if self._ended_at is not None:
            return "body" if now - self._ended_at > REST_SECONDS else ""
        if self._messages.head_since is not None and now - self._messages.head_since > HEAD_SECONDS:
            return "head"
        if self._is_served:
            return ""
        waits = now - self._waits_since
        if self._messages.is_in_body and waits > REST_SECONDS:
            return "body"
        return "idle" if waits > IDLE_SECONDS else ""

    def _is_unread(self, now: float) -> bool:
        """Return whether the client has taken nothing of an answer for too long."""
        if self._unsent is None and not self.transport.is_closing():
            return False
        left = self.transport.get_write_buffer_size()
        known, since = self._unsent or (left, now)
        if self._unsent is None or left <= known - PROGRESS_BYTES:
            self._unsent = (left, now)
            return False
        return now - since > UNREAD_SECONDS

    def drop(self) -> None:
        """End the connection at once."""
        self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, if there is room for it."""
        self.transport = cast("asyncio.Transport", transport)
        # There is none if the client has already left.
        self.peer = (transport.get_extra_info("peername") or ("", 0))[:2]
        self.server: tuple[str, int] = transport.get_extra_info("sockname")[:2]
        self.state.connections.add(self)  # type: ignore[arg-type]
        self._held.hold(self)
        self._held.make_room(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection, and end its exchange or WebSocket."""
        del exc
        self._rest = b""
        if self._turn:
            self._turn.cancel()
        self.state.connections.discard(self)
        self._held.forget(self)
        self.resume_writing()
        if self._socket:
            self._socket.lost()
        elif self._exchange:
            self._exchange.disconnect()
        # These refer to each other, and the collector of cycles runs seldom.
        self._messages.close()
        self._socket = self._exchange = None

    def eof_received(self) -> bool:
        """Still answer a client that has ended its side after a whole request."""
        exchange = self._exchange
        if not exchange or exchange.more_body or exchange.response_started:
            return False
        exchange.keep_alive = False
        return True

    def shutdown(self) -> None:
        """Close the connection as the server stops. Answers, streams and WebSockets end first."""
        self._rest = b""
        if self._ended_at is not None:
            self.transport.close()
        elif self._exchange and not self._exchange.response_complete:
            self._exchange.keep_alive = False
        elif not self._socket:
            self.transport.close()

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return the buffer for the next portion."""
        del sizehint
        return _buffer[:FRAMES_BYTES] if self._socket else _buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Take a portion, and let others go first if this client has used more than its share."""
        self._take(bytes(_buffer[:nbytes]))

    def _charge(self, seconds: float) -> None:
        """Charge the cost of reading to this client. If it has used its share, pause reading until its turn."""
        owed = self._owed + seconds
        self._owed = max(-CREDIT_SECONDS, min(0.0, owed))
        if owed > 0 and self._held.charge(self, owed) and "turn" not in self._pauses:
            self._pause("turn")
            self._turn = self.start(self._take_turn())

    async def _take_turn(self) -> None:
        try:
            await self._held.turn(self)
        except NoTurnError:
            self._held.end(self, "turn")
        else:
            self.resume("turn")

    def start(self, work: Any) -> "asyncio.Task[None]":
        """Begin a task that the server waits for as it stops."""
        task = self._loop.create_task(work)
        self.state.tasks.add(task)
        task.add_done_callback(self.state.tasks.discard)
        return task

    def _pause(self, why: Pause) -> None:
        if not self._pauses and not self.transport.is_closing():
            self.transport.pause_reading()
        self._pauses.add(why)

    def resume(self, *ended: Pause) -> None:
        """Read on, unless there is another reason to pause."""
        if self._pauses.isdisjoint(ended) or self.transport.is_closing():
            return
        self._pauses.difference_update(ended)
        if not self._pauses and self._rest and not self._is_partial:
            self._take(b"")
        if not self._pauses and not self.transport.is_closing():
            self.transport.resume_reading()

    def _take(self, data: bytes) -> None:
        """Parse the bytes that have arrived, up to the end of a request that is not answered yet."""
        began, begun, at = time.perf_counter(), self._begun, 0
        data, self._rest, self._is_partial = self._rest + data, b"", False
        while at < len(data) and self._ended_at is None and "broken" not in self._pauses:
            if self._socket:
                self._hear(data[at:])
                break
            if self._is_served and self._messages.is_between:
                self._rest = data[at:]
                self._pause("next")
                break
            try:
                end = self._messages.take(data, at)
            except RequestRefusedError as refused:
                self._refuse(refused)
                break
            self._is_partial = end == at
            if self._is_partial:
                self._rest = data[at:]
                break
            at = end
        if new := self._new:
            self._new = None
            self._serve(new)
        if self._exchange and len(self._exchange.body) > UNTAKEN_BYTES:
            self._pause("body")
        cost = time.perf_counter() - began + READ_SECONDS
        self._charge(cost - PAID_SECONDS * (self._begun - begun))

    def _hear(self, data: bytes) -> None:
        assert self._socket
        if self._socket.take(data):
            self._held.ended["frames"] += 1
            self._ended_at = self._loop.time()

    def _begin(self, request: Request) -> Exchange:
        if self.base:
            request = request._replace(path=without(self.base, request.path))
        self._exchange = self._new = exchange = Exchange(self, request)
        self._begun += 1
        return exchange

    def _serve(self, exchange: Exchange) -> None:
        """Answer a request: without a task if it has arrived completely and `_short` takes it, or else in its own task."""
        if exchange.more_body or not self._short(exchange):
            # The exchange itself keeps no scope that refers to it: the collector of cycles runs seldom.
            scope = {**exchange.scope, "exchange": exchange}
            exchange.serve(self._app(scope, exchange.receive, exchange.send))

    def _refuse(self, refused: RequestRefusedError) -> None:
        """Answer with a problem, unless an answer has begun, and end the connection."""
        if refused.over:
            self._held.ended[refused.over] += 1
        exchange, self._new = self._exchange, None
        if exchange and self._messages.is_in_body:
            exchange.keep_alive = False
            if exchange.response_started and not exchange.response_complete:
                self._pause("broken")
                return
            is_answered = exchange.response_complete
            exchange.disconnect()
        else:
            is_answered = False
        if not is_answered:
            asked = self._messages.target, self._messages.method
            self.transport.write(self._refusal(refused.problem, *asked, self.state.default_headers))
        self._linger()

    def _linger(self) -> None:
        """End only the sending side.

        If the connection were reset while bytes arrive, the client could lose its answer.
        """
        self._ended_at, self._rest = self._loop.time(), b""
        self.transport.write_eof()

    def answered(self) -> None:
        """Go on to the next request, or end."""
        self._waits_since = self._loop.time()
        self.state.total_requests += 1
        assert self._exchange
        if self._exchange.keep_alive:
            self.resume("next", "body")
        elif self._exchange.more_body:
            self._linger()
            self.resume("next", "body", "broken")
        else:
            self.transport.close()

    def speak(self) -> Socket:
        """Go on as a WebSocket."""
        self._socket = Socket(self)
        self.resume("next", "body")
        return self._socket

    @property
    def is_writable(self) -> bool:
        """Whether the client takes the bytes that are sent."""
        return self._writable is None

    async def drained(self) -> None:
        """Wait until the client takes the bytes that are sent, or is gone."""
        if self._writable:
            await self._writable.wait()

    def pause_writing(self) -> None:
        """Note that the client reads more slowly than the server sends."""
        self._unsent = (self.transport.get_write_buffer_size(), self._loop.time())
        self._writable = asyncio.Event()

    def resume_writing(self) -> None:
        """Note that the client has caught up, or is gone."""
        self._unsent = None
        if self._writable:
            self._writable.set()
            self._writable = None
