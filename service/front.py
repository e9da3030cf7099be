"""The outermost application: each request gets a trace id and one log line, and each error becomes a problem."""

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import structlog
from litestar import Litestar

from verger.service import tracing
from verger.service.connection.exchange import Exchange
from verger.service.database.outage import UnavailableError
from verger.service.edge.answering import IN_SESSIONS, obstructed, rate_limited
from verger.service.edge.asgi import Headers, Receive, RequestHeaders, Scope, Send
from verger.service.edge.asking import TOKEN_MOST
from verger.service.edge.cross_origin import Origins, preflight
from verger.service.edge.limited_body import LimitedBody
from verger.service.edge.parameters import without_tracking
from verger.service.edge.responder import Received, Responder
from verger.service.edge.spelling import elsewhere, in_small_letters
from verger.service.edge.trace import trace_of
from verger.service.http.moves import PATH, ROUTE, post_move
from verger.service.http.sockets import authorization, follow, is_followed, route_of
from verger.service.http.uncounted import uncounted
from verger.service.identity.rate_limit import ADVANCE, Admission, Charge
from verger.service.logging import OWN_TRACE
from verger.service.method import Methods
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts
from verger.service.work import CURRENT, NoTurnError, Work, measured

REFUSED_SECONDS = 0.000_3
"""Added to the measured work of a request that a limit refuses or does not count."""
_CLAIMS = "/v1/seats/claim"
_BAD = 400

Serve = Callable[[Responder], Awaitable[None]]
"""Serves a request. Its caller answers all errors."""


class Front:
    """The outermost application."""

    def __init__(self, parts: Parts, framework: Litestar, methods: Methods) -> None:
        self._parts = parts
        self._framework: Any = framework
        self._methods = methods
        self._uncounted = uncounted(framework.routes)
        self._origins = Origins(parts.settings.origins)
        self._logs_addresses = parts.settings.log_addresses == "on"
        # Bind the logger once. If it were not bound, it would bind itself again for every line.
        self._log = structlog.get_logger().bind()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection's request."""
        if scope["type"] != "http":
            await self._framework(scope, receive, send)
            return
        await self.serve(self.received(scope["exchange"]), self._in_turn)

    def received(self, exchange: Exchange) -> Responder:
        """Receive a request: count it for the limits, and collect the facts that are known before it is served."""
        began, request = time.perf_counter(), exchange.request
        headers: RequestHeaders = request.fields
        path = in_small_letters(exchange.path)
        is_socket = is_followed(request, path)
        if is_socket:
            headers = authorization(headers)
        peer = exchange.connection.peer
        address = self._parts.addresses.of(peer, headers.get(b"x-forwarded-for"))
        admission = self._admit(path, address, headers)
        is_blocked = admission is not None and self._parts.blocks.has(address)
        exchange.connection.client = address
        budgets = admission.budgets if admission else ()
        return Responder(
            Received(
                exchange=exchange,
                began=began,
                path=path,
                headers=headers,
                trace=trace_of(headers),
                address=address,
                is_followed=is_socket,
                admission=admission,
                is_blocked=is_blocked,
                standing=self._origins.standing(headers.get(b"origin")),
                work=Work(self._parts.turns, budgets, ADVANCE),
            )
        )

    def go_on(self, responder: Responder, work: Serve | None = None) -> None:
        """Serve a received request in a separate task, on the ordinary way or by `work`."""
        if work is None:
            responder.received.work.account.forget_asker()
        responder.received.exchange.serve(self.serve(responder, work or self._in_turn))

    async def serve(self, responder: Responder, work: Serve) -> None:
        """Serve a received request, and answer all errors."""
        received, scope = responder.received, responder.received.exchange.scope
        CURRENT.set(received.work)
        scope["trace_id"], scope["path"] = received.trace, received.path
        scope["address"], scope["admission"] = received.address, received.admission
        if scope["query_string"] and scope["method"] in ("GET", "HEAD"):
            scope["query_string"] = without_tracking(scope["query_string"])
        is_counted = received.admission is not None
        with (
            tracing.request(received.headers, received.trace) if is_counted else tracing.NOTHING
        ) as span:
            await self._answered(responder, work)
            if "stream" in scope:
                await scope["stream"].aclose()
            responder.code = responder.code or scope.get("problem", "")
            responder.route = responder.route or scope.get("path_template", "")
            responder.is_long = responder.is_long or "stream" in scope
            if span:
                method = received.exchange.request.method
                span.answered(method, responder.route, responder.status, responder.code)
            self.over(responder)

    async def _answered(self, responder: Responder, work: Serve) -> None:
        """Serve a request, and answer every error with a problem."""
        received = responder.received
        try:
            await work(responder)
        except ProblemError as problem:
            await responder.problem(problem)
        except NoTurnError:
            assert received.admission is not None, "only charged requests wait for turns"
            await responder.problem(rate_limited(received.admission.pressing))
        except UnavailableError as error:
            answer = await obstructed(self._parts.store, error, received.path)
            self._log.warning("unavailable", trace_id=received.trace, reason=str(error))
            await responder.problem(answer)
        except Exception as error:  # noqa: BLE001, the outermost edge
            last_words = received.exchange.scope.get("last_words", b"")
            if not responder.ends_stream(error, last_words):
                self._log.exception("internal_error", trace_id=received.trace)
                await responder.problem(ProblemError(ProblemCode.INTERNAL_ERROR))

    async def _in_turn(self, responder: Responder) -> None:
        """Serve a request. If it is heavy, wait for its turn first."""
        received = responder.received
        exchange, scope = received.exchange, received.exchange.scope
        move = PATH.fullmatch(received.path) if exchange.request.method == "POST" else None
        if received.admission is None or received.is_refused:
            await self._unpaid(received)
        if self._waits(received.work, is_move=move is not None):
            await received.work.turn()
            if exchange.disconnected:
                return
        if address := elsewhere(scope):
            await _moved(responder, address)
        elif move:
            responder.route = ROUTE
            # The work for a move is charged when it is judged. To measure the little work around that
            # would cost as much as the work itself.
            await post_move(self._parts, move[1], received.headers, exchange, responder.whole)
        else:
            await measured(self._serve(scope, responder))

    def _admit(self, path: str, address: str, headers: RequestHeaders) -> Admission | None:
        """Count a request for the limits. Return None for an address that is exempt, such as `/healthz`."""
        if path in self._uncounted:
            return None
        sent = headers.get(b"authorization")
        token = sent.partition(b" ")[2].strip()[:TOKEN_MOST] if sent else None
        is_guess = path == _CLAIMS or (token is None and path.startswith(IN_SESSIONS))
        return self._parts.limits.admit(Charge(address, token, is_guess))

    async def _unpaid(self, received: Received) -> None:
        """Serve a request that no limit counts: if its address has used its share, wait for a turn.

        If a limit or a block refuses the request, raise the problem.
        """
        with suppress(NoTurnError):
            await self._parts.connections.turn(received.address)
        if received.admission and received.admission.spent:
            raise rate_limited(received.admission.spent)
        if received.is_blocked:
            raise ProblemError(ProblemCode.BLOCKED, blocked="address")

    def _waits(self, work: Work, *, is_move: bool) -> bool:
        """Return whether a request must wait for its turn. Moves, and requests of light users, never wait."""
        if not is_move and work.is_costly:
            return True
        self.plays()
        return False

    def plays(self) -> None:
        """Note that a request is served now without waiting for a turn."""
        self._parts.turns.played_at = time.perf_counter()

    async def _serve(self, scope: Scope, responder: Responder) -> None:
        received = responder.received
        headers, method = received.headers, received.exchange.request.method
        if received.is_followed:
            if refused := self._origins.refused(headers):
                raise refused
            responder.route = route_of(received.path)
            responder.code = await follow(self._parts, scope, headers, responder.accept)
            return
        if method == "OPTIONS" and (methods := self._methods.of(received.path)):
            await _options(responder, headers, methods)
            return
        if PATH.fullmatch(received.path):
            responder.route = ROUTE
            raise _only_post(self._methods.of(received.path))
        limited = LimitedBody(scope, received.exchange.receive, self._parts.settings.import_bytes)
        if method == "HEAD":
            await self._head(scope, limited, responder)
        else:
            await self._framework(scope, limited, responder)

    async def _head(self, scope: Scope, limited: Receive, responder: Responder) -> None:
        """Answer HEAD like GET. The connection leaves the body out (RFC 9110, 9.3.2)."""
        asked = {**scope, "method": "GET", "is_head": True}
        try:
            await self._framework(asked, limited, responder)
        finally:
            scope["problem"] = asked.get("problem", "")
            scope["path_template"] = asked.get("path_template", "")

    def over(self, responder: Responder) -> None:
        """Count an answered request, and log it, without secrets, texts and anonymous senders.

        Successful health checks, and requests from the server to itself, are not logged, because they
        would hide the other lines.
        """
        received, code, status = responder.received, responder.code, responder.status
        admission = received.admission
        if admission:
            self._parts.limits.answered(admission, code)
        if admission is None or received.is_refused:
            unpaid = received.work.seconds + REFUSED_SECONDS
            self._parts.connections.charge(received.address, unpaid)
        seconds = time.perf_counter() - received.began
        timed = None if responder.is_long else seconds
        method = received.exchange.request.method
        self._parts.requests.over(method, responder.route, status, code, timed)
        is_own = received.path in self._uncounted or received.trace == OWN_TRACE
        if is_own and 0 < status < _BAD:
            return
        self._log.info(
            "request",
            method=method,
            path=received.path,
            status=status,
            code=code,
            ms=round(seconds * 1_000, 2),
            trace_id=received.trace,
            **received.work.account.fields(received.address if self._logs_addresses else ""),
        )


def _only_post(methods: str | None) -> ProblemError:
    problem = ProblemError(ProblemCode.METHOD_NOT_ALLOWED)
    problem.headers["Allow"] = methods or ""
    return problem


async def _options(responder: "Responder", headers: RequestHeaders, methods: str) -> None:
    """Answer OPTIONS: the methods of an address, and for browsers whether a page can use them."""
    told: Headers = [(b"allow", methods.encode())]
    if b"access-control-request-method" in headers:
        told = [*told, *preflight(methods.encode())]
    await responder({"type": "http.response.start", "status": 204, "headers": told})
    await responder({"type": "http.response.body", "body": b""})


async def _moved(responder: "Responder", address: bytes) -> None:
    """Redirect to the valid spelling of an address, with the same method and body (RFC 9110, 15.4.9)."""
    told: Headers = [(b"location", address)]
    await responder({"type": "http.response.start", "status": 308, "headers": told})
    await responder({"type": "http.response.body", "body": b""})
