"""Requests to a server with a token. The client repeats a failed request if that is safe."""

import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from functools import partial
from typing import Any, NamedTuple, TypeVar

import anyio
import httpx

from verger_client import wire
from verger_client.errors import Closed, Problem, Unreachable
from verger_client.patience import Budget
from verger_client.secret import Secret

T = TypeVar("T")

SILENCE_SECONDS = 45.0
"""How long a stream may be silent. The server sends something every 15 seconds."""

_log = logging.getLogger("verger_client")


class Manner(NamedTuple):
    """The time limits of requests."""

    retry_seconds: float
    """The number of seconds for repeating a failed request."""
    timeout_seconds: float | None = None
    """The longest wait for the next part of an answer. None: the timeout of the HTTP client."""

    def changed(self, retry_seconds: float | None, timeout_seconds: float | None) -> "Manner":
        """Return a copy with the given time limits. None keeps a time limit."""
        return Manner(
            self.retry_seconds if retry_seconds is None else retry_seconds,
            self.timeout_seconds if timeout_seconds is None else timeout_seconds,
        )


class AsyncConnection:
    """A server, and the token of the requests to it."""

    def __init__(
        self, http: httpx.AsyncClient, base: str, token: str | None, manner: Manner
    ) -> None:
        self.base = base
        self._http = http
        self._token = Secret(token) if token else None
        self._manner = manner

    def with_token(self, token: str | None) -> "AsyncConnection":
        """Return a connection to the same server with another token. None keeps the present token."""
        return AsyncConnection(self._http, self.base, token or self._token, self._manner)

    def with_manner(
        self, retry_seconds: float | None, timeout_seconds: float | None
    ) -> "AsyncConnection":
        """Return the same connection with other time limits. None keeps a time limit."""
        manner = self._manner.changed(retry_seconds, timeout_seconds)
        return AsyncConnection(self._http, self.base, self._token, manner)

    async def read(
        self,
        kind: type[T],
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        **how: Any,
    ) -> T:
        """Return the value in the answer to a request; see `get`."""
        return await self.get(partial(wire.value, kind=kind), method, path, query, **how)

    async def ask(
        self, method: str, path: str, query: Mapping[str, Any] | None = None, **how: Any
    ) -> httpx.Response:
        """Return the whole answer to a request; see `get`."""
        return await self.get(wire.whole, method, path, query, **how)

    async def get(
        self,
        read: Callable[[httpx.Response], T],
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        *,
        body: Any = None,
        key: str | None = None,
        seen: int | str | None = None,
        question: str | None = None,
        accept: str = wire.JSON,
    ) -> T:
        """Make a request, and return its successful answer, converted by `read`.

        The request is sent again, with the same key, in three cases: there is no complete answer, its
        status is 408, 429, 502, 503 or 504, or it has a `Retry-After`. `body` is JSON, or the lines of
        an archive as bytes. Raises `Problem`, `Unreachable` and `Unreadable`.
        """
        content, kind = wire.content(body)
        fields = {"Idempotency-Key": wire.key_of(method, key), "If-Match": wire.quoted(seen)}
        fields |= {"Content-Type": kind, "Accept": accept, "Verger-Question": question}
        request = self._request(method, path, query or {}, fields, content)
        budget = Budget(self._manner.retry_seconds)
        while True:
            try:
                return read(await self._once(request, accept))
            except (Problem, Unreachable, wire.FaultError) as error:
                failure = self._faulty(error) if isinstance(error, wire.FaultError) else error
                if (pause := _pause(failure, budget)) is None:
                    raise failure from error.__cause__
            _log.debug("%s %s is sent again in %.1f s", method, request.url.path, pause)
            await anyio.sleep(pause)

    @asynccontextmanager
    async def stream(self, path: str, accept: str, **query: Any) -> AsyncIterator[httpx.Response]:
        """Make a request, and yield its answer, to be read while it arrives. Raises `Problem` and `Unreachable`."""
        request = self._request("GET", path, query, {"Accept": accept}, None)
        request.extensions["timeout"]["read"] = SILENCE_SECONDS
        self._check_open()
        try:
            async with aclosing(await self._http.send(request, stream=True)) as answer:
                if not answer.is_success:
                    await answer.aread()
                    raise wire.problem_of(answer)
                wire.check(answer, accept)
                yield answer
        except httpx.RequestError as error:
            raise self._unreachable(error) from error
        except wire.FaultError as fault:
            raise self._faulty(fault) from fault

    async def _once(self, request: httpx.Request, accept: str) -> httpx.Response:
        self._check_open()
        try:
            answer = await self._http.send(request)
        except httpx.RequestError as error:
            raise self._unreachable(error) from error
        _log.debug("%s %s: %s", request.method, request.url.path, answer.status_code)
        wire.warn(answer)
        if not answer.is_success:
            raise wire.problem_of(answer)
        wire.check(answer, accept)
        return answer

    def _check_open(self) -> None:
        if self._http.is_closed:
            raise Closed(f"The connection to {self.base} is closed.")

    def _unreachable(self, error: httpx.RequestError) -> Unreachable:
        return Unreachable(f"{self.base} does not answer: {str(error) or type(error).__name__}.")

    def _faulty(self, fault: wire.FaultError) -> Unreachable:
        return Unreachable(f"{self.base} gives no usable answer: {fault}.")

    def _request(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        fields: dict[str, str | None],
        content: bytes | None,
    ) -> httpx.Request:
        seconds = self._manner.timeout_seconds
        return self._http.build_request(
            method,
            f"{self.base}{path}",
            params=wire.query(query) or None,
            headers=wire.headers(self._token, fields),
            content=content,
            timeout=httpx.USE_CLIENT_DEFAULT if seconds is None else seconds,
        )


def _pause(failure: Problem | Unreachable, budget: Budget) -> float | None:
    """Return the seconds until a request is sent again, or None if it is not sent again."""
    if isinstance(failure, Unreachable):
        return budget.pause()
    if failure.retry_after is None and failure.status not in wire.REPEATED:
        return None
    return budget.pause(failure.retry_after)
