"""The front door: every request gets its trace id, its one log line, and never a bare error."""

import asyncio
import time
from collections.abc import Awaitable, Iterator
from contextlib import suppress
from typing import Any

import structlog
from litestar import Litestar

from verger.service import tracing
from verger.service.connection.exchange import Exchange
from verger.service.connection.head import lines
from verger.service.connection.socket import Socket
from verger.service.database.outage import UnavailableError
from verger.service.edge import streaming
from verger.service.edge.answering import IN_SESSIONS, obstructed, rate_limited
from verger.service.edge.asgi import (
    Headers,
    Message,
    Receive,
    RequestHeaders,
    Scope,
    Send,
)
from verger.service.edge.cross_origin import (
    NOT_KEPT,
    OF_DATA,
    OF_PAGES,
    Origins,
    StandingHeaders,
    preflight,
)
from verger.service.edge.limited_body import LimitedBody
from verger.service.edge.spelling import elsewhere, in_small_letters
from verger.service.edge.trace import trace_of
from verger.service.edge.whole import whole
from verger.service.http.moves import PATH, ROUTE, post_move
from verger.service.http.sockets import authorization, follow, is_followed, route_of
from verger.service.http.uncounted import uncounted
from verger.service.identity.rate_limit import ADVANCE, Admission, Charge
from verger.service.logging import OWN_TRACE
from verger.service.method import Methods
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import MEDIA_TYPE, ProblemError
from verger.service.wiring import Parts
from verger.service.work import CURRENT, NoTurnError, Work, measured

TOKEN_LIMIT = 200
"""Bytes of a token that are looked at: no valid one is longer."""
REFUSED_SECONDS = 0.000_3
"""The further cost of a request that a limit refuses, or that no limit counts."""
_CLAIMS = "/v1/seats/claim"
_SWITCHED = 101
_OK = 200
_BAD = 400
_NOT_MODIFIED = 304


class Front:
    """The outermost application: moves take the short way, everything else the framework's."""

    def __init__(self, parts: Parts, framework: Litestar, methods: Methods) -> None:
        self._parts = parts
        self._framework: Any = framework
        self._methods = methods
        self._uncounted = uncounted(framework.routes)
        self._addresses = parts.addresses
        self._origins = Origins(parts.settings.origins)
        # Bound once: an unbound logger binds itself anew for every line.
        self._log = structlog.get_logger().bind()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection's request."""
        if scope["type"] != "http":
            await self._framework(scope, receive, send)
            return
        began = time.perf_counter()
        exchange: Exchange = scope.pop("exchange")
        headers: RequestHeaders = dict(scope["headers"])
        trace = trace_of(headers)
        scope["trace_id"] = trace
        scope["path"] = in_small_letters(scope["path"])
        scope["is_followed"] = is_followed(scope, headers)
        if scope["is_followed"]:
            headers = authorization(headers)
        scope["address"] = self._addresses.of(scope["client"], headers.get(b"x-forwarded-for"))
        admission = self._admit(scope, headers)
        scope["admission"] = admission
        standing = self._origins.standing(headers.get(b"origin"))
        responder = Responder(
            exchange=exchange,
            asked=headers,
            trace=trace,
            standing=standing,
            admission=admission,
            work=self._work(admission),
        )
        with tracing.request(headers, trace) if admission else tracing.NOTHING as span:
            await self._answer(scope, headers, exchange, responder)
            if "stream" in scope:
                await scope["stream"].aclose()
            if admission:
                self._parts.limits.answered(admission, responder.code or scope.get("problem", ""))
            if admission is None or admission.spent:
                seconds = responder.work.seconds + REFUSED_SECONDS
                self._parts.connections.charge(scope["address"], seconds)
            self._log_line(scope, responder, span, began)

    async def _answer(
        self, scope: Scope, headers: RequestHeaders, exchange: Exchange, responder: "Responder"
    ) -> None:
        """Serve a request in its turn; whatever goes wrong is a problem."""
        trace, admission = scope["trace_id"], responder.admission
        move = PATH.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        try:
            if admission is None or admission.spent:
                await self._unpaid(admission, scope["address"])
            if self._waits(responder.work, is_move=move is not None):
                await responder.work.turn()
                if exchange.disconnected:
                    return
            if address := elsewhere(scope):
                await _moved(responder, address)
            elif move:
                scope["path_template"] = ROUTE
                # Charged where it is judged: measuring the little besides would cost as much.
                await post_move(self._parts, move[1], headers, exchange, responder.whole)
            else:
                await measured(self._serve(scope, headers, exchange, responder))
        except ProblemError as problem:
            responder.code = problem.code
            await responder.problem(problem, scope["path"])
        except NoTurnError:
            assert admission is not None, "only who is charged waits for turns"
            responder.code = ProblemCode.RATE_LIMITED
            await responder.problem(rate_limited(admission.pressing), scope["path"])
        except UnavailableError as error:
            answer = await obstructed(self._parts.store, error, scope["path"])
            responder.code = answer.code
            self._log.warning("unavailable", trace_id=trace, reason=str(error))
            await responder.problem(answer, scope["path"])
        except Exception as error:  # noqa: BLE001, the outermost edge
            if not responder.ends_stream(error, scope.get("last_words", b"")):
                responder.code = ProblemCode.INTERNAL_ERROR
                self._log.exception("internal_error", trace_id=trace)
                await responder.problem(ProblemError(ProblemCode.INTERNAL_ERROR), scope["path"])

    def _admit(self, scope: Scope, headers: RequestHeaders) -> Admission | None:
        """Count a request; those of operators' programs, such as for liveness, are not counted."""
        path = scope["path"]
        if path in self._uncounted:
            return None
        sent = headers.get(b"authorization")
        token = sent.partition(b" ")[2].strip()[:TOKEN_LIMIT] if sent else None
        is_guess = path == _CLAIMS or (token is None and path.startswith(IN_SESSIONS))
        return self._parts.limits.admit(Charge(scope["address"], token, is_guess))

    def _work(self, admission: Admission | None) -> Work:
        """The account of a request's work."""
        work = Work(self._parts.turns, admission.budgets if admission else (), ADVANCE)
        CURRENT.set(work)
        return work

    async def _unpaid(self, admission: Admission | None, address: str) -> None:
        """Let a request that no limit pays for wait, if its address has used its share; refuse it if a limit does."""
        with suppress(NoTurnError):
            await self._parts.connections.turn(address)
        if admission and admission.spent:
            raise rate_limited(admission.spent)

    def _waits(self, work: Work, *, is_move: bool) -> bool:
        """Whether a request waits for its turn. Moves never do, nor requests of a light user."""
        if not is_move and work.is_costly:
            return True
        self._parts.turns.played_at = time.perf_counter()
        return False

    async def _serve(
        self, scope: Scope, headers: RequestHeaders, exchange: Exchange, responder: "Responder"
    ) -> None:
        if scope["is_followed"]:
            if refused := self._origins.refused(headers):
                raise refused
            scope["path_template"] = route_of(scope["path"])
            responder.code = await follow(self._parts, scope, headers, responder.accept)
            return
        if scope["method"] == "OPTIONS" and (methods := self._methods.of(scope["path"])):
            await _options(responder, headers, methods)
            return
        if PATH.fullmatch(scope["path"]):
            scope["path_template"] = ROUTE
            raise _only_post(self._methods.of(scope["path"]))
        limited = LimitedBody(scope, exchange.receive, self._parts.settings.import_bytes)
        if scope["method"] == "HEAD":
            await self._head(scope, limited, responder)
        else:
            await self._framework(scope, limited, responder)

    async def _head(self, scope: Scope, limited: Receive, responder: "Responder") -> None:
        """Answer as to GET, whose body the connection leaves out (RFC 9110, 9.3.2)."""
        asked = {**scope, "method": "GET", "is_head": True}
        try:
            await self._framework(asked, limited, responder)
        finally:
            scope["problem"] = asked.get("problem", "")
            scope["path_template"] = asked.get("path_template", "")

    def _log_line(
        self, scope: Scope, responder: "Responder", span: tracing.Span | None, began: float
    ) -> None:
        """The canonical line: never a token, a key, a text, nor a seat.

        Probes that are answered well, and what the server asks of itself, would drown the rest.
        """
        seconds, code = time.perf_counter() - began, responder.code or scope.get("problem", "")
        is_long = "stream" in scope or responder.status == _SWITCHED
        route, timed = scope.get("path_template", ""), None if is_long else seconds
        self._parts.requests.over(scope["method"], route, responder.status, code, timed)
        if span:
            span.answered(scope["method"], route, responder.status, code)
        is_own = scope["path"] in self._uncounted or scope["trace_id"] == OWN_TRACE
        if is_own and 0 < responder.status < _BAD:
            return
        self._log.info(
            "request",
            method=scope["method"],
            path=scope["path"],
            status=responder.status,
            code=code,
            ms=round(seconds * 1_000, 2),
            trace_id=scope["trace_id"],
        )


def _only_post(methods: str | None) -> ProblemError:
    problem = ProblemError(ProblemCode.METHOD_NOT_ALLOWED)
    problem.headers["Allow"] = methods or ""
    return problem


async def _options(responder: "Responder", headers: RequestHeaders, methods: str) -> None:
    """Answer OPTIONS: the methods of an address, and whether a browser's page may use them."""
    told: Headers = [(b"allow", methods.encode())]
    if b"access-control-request-method" in headers:
        told = [*told, *preflight(methods.encode())]
    await responder({"type": "http.response.start", "status": 204, "headers": told})
    await responder({"type": "http.response.body", "body": b""})


async def _moved(responder: "Responder", address: bytes) -> None:
    """Send to the one spelling of an address, with the same method and body (RFC 9110, 15.4.9)."""
    told: Headers = [(b"location", address)]
    await responder({"type": "http.response.start", "status": 308, "headers": told})
    await responder({"type": "http.response.body", "body": b""})


class Responder:
    """Sends an answer, adding the headers that every answer has and keeping its status."""

    def __init__(
        self,
        exchange: Exchange,
        asked: RequestHeaders,
        trace: str,
        standing: StandingHeaders,
        admission: Admission | None,
        work: Work,
    ) -> None:
        self._exchange = exchange
        self._send: Any = exchange.send
        self._asked = asked
        self._is_read = exchange.scope["method"] in ("GET", "HEAD")
        self._begun: Message | None = None
        self._trace = trace.encode()
        self._standing = standing
        self.admission = admission
        self.work = work
        self.status = 0
        self.code = ""

    async def __call__(self, message: Message) -> None:
        """Send one message of the answer; the head of a whole read waits for its body."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            # A stream, whose length is not known, begins before there is anything to send.
            has_length = any(name == b"content-length" for name, _ in message["headers"])
            handler: Any = self._exchange.scope.get("route_handler")
            # A POST whose route says that it only reads, too.
            reads = self._is_read or (handler is not None and "reads" in handler.opt)
            if reads and self.status == _OK and has_length:
                self._begun = message
            else:
                await self._begin(message)
            return
        if begun := self._begun:
            self._begun = None
            sent = await whole(list(begun["headers"]), message["body"], self._asked)
            self.status = begun["status"] = sent.status
            begun["headers"], message["body"] = sent.headers, sent.body
            await self._begin(begun)
        self.work.sent(len(message.get("body", b"")))
        if not message.get("more_body") or self._exchange.connection.is_writable:
            await self._send(message)
            return
        # A stream: its reader may be slow, but not for ever.
        try:
            async with asyncio.timeout(streaming.SEND_SECONDS):
                await self._send(message)
        except TimeoutError:
            self.code = "slow_reader"
            raise

    async def _begin(self, message: Message) -> None:
        message["headers"] = [*message["headers"], *self._added(message)]
        await self._send(message)

    def _added(self, message: Message) -> Iterator[tuple[bytes, bytes]]:
        """The headers that the framework's answers have as well."""
        own = {name.lower(): value for name, value in message["headers"]}
        # Not with 304, which has no type: a page kept by a browser would take on its policy.
        if b"content-security-policy" not in own and self.status != _NOT_MODIFIED:
            is_page = own.get(b"content-type", b"").startswith(b"text/html")
            yield OF_PAGES if is_page else OF_DATA
        if b"cache-control" not in own and (not self._is_read or self.status >= _BAD):
            yield NOT_KEPT
        yield from self._standing.headers
        yield from self._limits()
        yield b"trace-id", self._trace

    def _limits(self) -> Headers:
        """What is left of the limits, with the work for this answer so far."""
        if self.admission is None:
            return ()
        self.work.settle()
        return self.admission.headers

    def ends_stream(self, error: Exception, last_words: bytes) -> bool:
        """End the connection of a stream that could not go on; false where the error is no such end."""
        if self.code != "slow_reader" and not streaming.is_broken_off(error):
            return False
        self._exchange.cut_off(last_words if self.code else b"")
        self.code = self.code or "broken_off"
        return True

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
        self.work.sent(len(body))
        own = lines((*headers, *self._limits()))
        head = _HEAD % (own, media, len(body), self._standing.lines, self._trace)
        return self._exchange.send_whole(status, head, body)

    def accept(self, subprotocol: str | None) -> Socket:
        """Answer the handshake of a WebSocket."""
        self.status = 101
        headers = (*self._standing.headers, *self._limits(), (b"trace-id", self._trace))
        return self._exchange.accept(headers, subprotocol)


_HEAD = (
    b"%bcontent-type: %b\r\ncontent-length: %d\r\n%btrace-id: %b\r\n"
    + lines((OF_DATA, NOT_KEPT))
)  # fmt: skip
