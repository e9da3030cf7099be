"""The answer to one request, with the headers that every answer has."""

import asyncio
from collections.abc import Awaitable, Iterator
from typing import Any, NamedTuple

from verger.service.base_path import addressed_fields
from verger.service.connection.exchange import Exchange
from verger.service.connection.head import lines
from verger.service.connection.socket import Socket
from verger.service.edge import streaming
from verger.service.edge.asgi import Headers, Message, RequestHeaders
from verger.service.edge.cross_origin import NOT_KEPT, OF_DATA, OF_PAGES, StandingHeaders
from verger.service.edge.whole import Whole, whole
from verger.service.identity.rate_limit import Admission
from verger.service.problem.problem import MEDIA_TYPE, ProblemError
from verger.service.work import Work

_OK = 200
_BAD = 400
_NOT_MODIFIED = 304


class Received(NamedTuple):
    """A request, and the facts about it that are known before it is served."""

    exchange: Exchange
    began: float
    """When it was received, by `time.perf_counter`."""
    path: str
    """The path, with the session's id in lower case."""
    headers: RequestHeaders
    trace: str
    address: str
    """The address that limits count by."""
    is_followed: bool
    """Whether it is the handshake of a WebSocket."""
    admission: Admission | None
    """The decision of the rate limits. None for requests that they do not count, such as health checks."""
    is_blocked: bool
    """Whether the operator has blocked its address."""
    standing: StandingHeaders
    work: Work

    @property
    def is_refused(self) -> bool:
        """Whether a block or a limit refuses it."""
        return self.is_blocked or (self.admission is not None and self.admission.spent is not None)


class Responder:
    """Sends the answer to a request, and keeps its result for the log."""

    def __init__(self, received: Received) -> None:
        self.received = received
        self._exchange = received.exchange
        self._base = received.exchange.connection.base
        self._is_read = received.exchange.request.method in ("GET", "HEAD")
        self._begun: Message | None = None
        self.status = 0
        self.code = ""
        """The error code of the answer, or empty."""
        self.route = ""
        """The route as the API document has it."""
        self.is_long = False
        """Whether the answer is a stream. Its duration is not counted."""

    async def __call__(self, message: Message) -> None:
        """Send one message of the answer. The head of a complete read is held back until its body is known."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            # Only a stream has no length. Its head is sent at once, because its first event may come much later.
            has_length = any(name == b"content-length" for name, _ in message["headers"])
            handler: Any = self._exchange.scope.get("route_handler")
            # A POST counts as a read if its route says that it only reads.
            reads = self._is_read or (handler is not None and "reads" in handler.opt)
            if reads and self.status == _OK and has_length:
                self._begun = message
            else:
                await self._begin(message)
            return
        if begun := self._begun:
            self._begun = None
            sent = await whole(list(begun["headers"]), message["body"], self.received.headers)
            self.status = begun["status"] = sent.status
            begun["headers"], message["body"] = sent.headers, sent.body
            await self._begin(begun)
        self.received.work.sent(len(message.get("body", b"")))
        if not message.get("more_body") or self._exchange.connection.is_writable:
            await self._exchange.send(message)
            return
        # This is a stream. Its reader may be slow, but only for a limited time.
        try:
            async with asyncio.timeout(streaming.SEND_SECONDS):
                await self._exchange.send(message)
        except TimeoutError:
            self.code = "slow_reader"
            raise

    async def _begin(self, message: Message) -> None:
        own = addressed_fields(self._base, message["headers"])
        message["headers"] = [*own, *self._added(message["headers"])]
        await self._exchange.send(message)

    def _added(self, headers: Headers) -> Iterator[tuple[bytes, bytes]]:
        """Yield the headers of every answer that this answer of the framework does not have yet."""
        own = {name.lower(): value for name, value in headers}
        # A 304 must have no policy. Its type is unknown here, and the browser would apply the policy to its cached page.
        if b"content-security-policy" not in own and self.status != _NOT_MODIFIED:
            is_page = own.get(b"content-type", b"").startswith(b"text/html")
            yield OF_PAGES if is_page else OF_DATA
        if b"cache-control" not in own and (not self._is_read or self.status >= _BAD):
            yield NOT_KEPT
        yield from self.received.standing.headers
        yield from self._limits()
        yield b"trace-id", self.received.trace.encode()

    def _limits(self) -> Headers:
        """Return the remaining limits, after the work for this answer so far."""
        if self.received.admission is None:
            return ()
        self.received.work.settle()
        return self.received.admission.headers

    def ends_stream(self, error: Exception, last_words: bytes) -> bool:
        """If a stream broke off because of this error, end its connection. Return False for any other error."""
        if self.code != "slow_reader" and not streaming.is_broken_off(error):
            return False
        self._exchange.cut_off(last_words if self.code else b"")
        self.code = self.code or "broken_off"
        return True

    async def problem(self, problem: ProblemError) -> None:
        """Send a problem, unless the answer has begun."""
        self.code = problem.code
        if not self.status:
            headers = [(k.lower().encode(), v.encode()) for k, v in problem.all_headers().items()]
            body = problem.body(self.received.path, self.received.trace, self._base.decode())
            await self.whole(problem.status, body, headers, MEDIA_TYPE.encode())

    def whole(
        self, status: int, body: bytes, headers: Headers, media: bytes = b"application/json"
    ) -> Awaitable[None]:
        """Send a whole answer."""
        return self._exchange.send_whole(status, self._head(status, body, headers, media), body)

    def made(self, status: int, body: bytes, headers: Headers) -> None:
        """Send a whole answer without waiting."""
        head = self._head(status, body, headers, b"application/json")
        self._exchange.answer(status, head, body)

    def _head(self, status: int, body: bytes, headers: Headers, media: bytes) -> bytes:
        self.status = status
        self.received.work.sent(len(body))
        own = lines((*addressed_fields(self._base, headers), *self._limits()))
        standing, trace = self.received.standing.lines, self.received.trace.encode()
        return _HEAD % (own, media, len(body), standing, trace)

    def read(self, sent: Whole) -> None:
        """Send the answer to a read without waiting, with the same headers as an answer of the framework."""
        self.status = sent.status
        own = addressed_fields(self._base, sent.headers)
        head = lines([*own, *self._added(sent.headers)])
        self.received.work.sent(len(sent.body))
        self._exchange.answer(sent.status, head, sent.body)

    def accept(self, subprotocol: str | None) -> Socket:
        """Answer the handshake of a WebSocket."""
        self.status, self.is_long = 101, True
        trace = (b"trace-id", self.received.trace.encode())
        headers = (*self.received.standing.headers, *self._limits(), trace)
        return self._exchange.accept(headers, subprotocol)


_HEAD = (
    b"%bcontent-type: %b\r\ncontent-length: %d\r\n%btrace-id: %b\r\n"
    + lines((OF_DATA, NOT_KEPT))
)  # fmt: skip
