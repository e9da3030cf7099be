"""The front door: every request gets its trace id, its one log line, and never a bare error."""

import asyncio
import re
import time
from collections.abc import Awaitable
from typing import Any

import structlog
from litestar import Litestar

from service.archive import MEDIA_TYPE as ARCHIVE
from service.entropy import sixteen_bytes
from service.http import streaming
from service.http.asgi import (
    BODY_LIMIT,
    BODY_SECONDS,
    Headers,
    Message,
    Receive,
    RequestHeaders,
    Scope,
    Send,
    check_body,
)
from service.http.exchange import Exchange, cut_off, lines, send_whole
from service.http.moves import PATH, post_move
from service.http.sockets import follow
from service.outage import UnavailableError
from service.problem import MEDIA_TYPE, ProblemError
from service.wiring import Parts

_TRACEPARENT = re.compile(rb"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")

ARCHIVE_SECONDS = 300.0
"""How long an archive may take to arrive."""


class Front:
    """The outermost application: moves take the short way, everything else the framework's."""

    def __init__(self, parts: Parts, framework: Litestar) -> None:
        self._parts = parts
        self._framework: Any = framework
        # Bound once: an unbound logger binds itself anew for every line.
        self._log = structlog.get_logger().bind()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection's request."""
        if scope["type"] == "websocket":
            scope["trace_id"] = trace = _trace(dict(scope["headers"]))
            own = [*_HEADERS, (b"trace-id", trace.encode())]
            await follow(self._parts, scope, receive, send, own)
            return
        if scope["type"] != "http":
            await self._framework(scope, receive, send)
            return
        began = time.perf_counter()
        exchange: Exchange = scope.pop("exchange")
        headers = dict(scope["headers"])
        trace = _trace(headers)
        scope["trace_id"] = trace
        watched = Watched(exchange, trace)
        try:
            await self._serve(scope, headers, exchange, watched)
        except ProblemError as problem:
            watched.code = problem.code
            await watched.problem(problem, scope["path"])
        except UnavailableError as error:
            watched.code = "unavailable"
            self._log.warning("unavailable", trace_id=trace, reason=str(error))
            await watched.problem(ProblemError("unavailable"), scope["path"])
        except Exception:  # noqa: BLE001, the outermost edge
            # The framework has wrapped what a slow reader's stream was cut off with.
            if watched.code == "slow_reader":
                cut_off(exchange, scope.get("last_words", b""))
            else:
                watched.code = "internal_error"
                self._log.exception("internal_error", trace_id=trace)
                await watched.problem(ProblemError("internal_error"), scope["path"])
        if "stream" in scope:
            await scope["stream"].aclose()
        self._log_line(scope, watched, began)

    def _serve(
        self, scope: Scope, headers: RequestHeaders, exchange: Exchange, watched: "Watched"
    ) -> Awaitable[None]:
        moves = PATH.fullmatch(scope["path"])
        if moves:
            if scope["method"] != "POST":
                raise _only_post()
            return post_move(self._parts, moves[1], headers, exchange, watched.whole)
        limited = Limited(scope, exchange.receive, self._parts.settings.import_bytes)
        answered: Awaitable[None] = self._framework(scope, limited, watched)
        return answered

    def _log_line(self, scope: Scope, watched: "Watched", began: float) -> None:
        """The canonical line: never a token, a key, a text, nor a seat."""
        self._log.info(
            "request",
            method=scope["method"],
            path=scope["path"],
            status=watched.status,
            code=watched.code or scope.get("problem", ""),
            ms=round((time.perf_counter() - began) * 1_000, 2),
            trace_id=scope["trace_id"],
        )


def _only_post() -> ProblemError:
    problem = ProblemError("method_not_allowed")
    problem.headers["Allow"] = "POST"
    return problem


class Watched:
    """Sends an answer, adding the headers that every answer has and keeping its status."""

    def __init__(self, exchange: Exchange, trace: str) -> None:
        self._exchange = exchange
        self._send: Any = exchange.send
        self._trace = trace.encode()
        self.status = 0
        self.code = ""

    async def __call__(self, message: Message) -> None:
        """Send one message of the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message["headers"], *_HEADERS, (b"trace-id", self._trace)]
        if not message.get("more_body") or not self._exchange.flow.write_paused:
            await self._send(message)
            return
        # A stream: its reader may be slow, but not for ever.
        try:
            async with asyncio.timeout(streaming.SEND_SECONDS):
                await self._send(message)
        except TimeoutError:
            self.code = "slow_reader"
            raise

    async def problem(self, problem: ProblemError, path: str) -> None:
        """Send a problem, unless the answer has begun."""
        if not self.status:
            headers = [(k.lower().encode(), v.encode()) for k, v in problem.all_headers().items()]
            body = problem.body(path, self._trace.decode())
            await self.whole(problem.status, body, headers, MEDIA_TYPE.encode())

    def whole(
        self, status: int, body: bytes, headers: Headers, media: bytes = b"application/json"
    ) -> Awaitable[None]:
        """Send a whole answer."""
        self.status = status
        head = _HEAD % (lines(headers), media, len(body), self._trace)
        return send_whole(self._exchange, status, head, body)


class Limited:
    """Receives a body for the framework, within the limits that moves have, or archives."""

    def __init__(self, scope: Scope, receive: Receive, archive_bytes: int) -> None:
        self._scope = scope
        self._receive = receive
        self._bytes = 0
        self._is_archive = scope["path"] == "/v1/imports"
        self._limit = archive_bytes if self._is_archive else BODY_LIMIT
        self._until = time.monotonic() + (ARCHIVE_SECONDS if self._is_archive else BODY_SECONDS)
        self._whole = False

    async def __call__(self) -> Message:
        """Receive one message of the request."""
        if self._whole or self._scope["method"] != "POST":
            later: Message = await self._receive()
            return later
        if not self._bytes:
            # Only now: an address that takes no body says so, whatever is sent there.
            media = ARCHIVE.encode() if self._is_archive else b"application/json"
            check_body(dict(self._scope["headers"]), self._limit, media)
        try:
            async with asyncio.timeout(max(0.0, self._until - time.monotonic())):
                message: Message = await self._receive()
        except TimeoutError:
            raise ProblemError("request_timeout") from None
        if message["type"] == "http.disconnect":
            raise ProblemError("request_timeout")
        self._bytes += len(message.get("body", b""))
        self._whole = not message.get("more_body")
        if self._bytes > self._limit:
            raise ProblemError("body_too_large", limit=self._limit)
        return message


_HEADERS = ((b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"))
_HEAD = b"%bcontent-type: %b\r\ncontent-length: %d\r\n" + lines(_HEADERS) + b"trace-id: %b\r\n"


def _trace(headers: RequestHeaders) -> str:
    """The caller's trace id (W3C Trace Context), or one of our own."""
    parent = headers.get(b"traceparent")
    sent = _TRACEPARENT.fullmatch(parent) if parent else None
    return sent[1].decode() if sent else sixteen_bytes().hex()
