"""Asking a server: with a token, and again where that is safe."""

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, TypeVar

import httpx

from verger_client import wire
from verger_client.errors import Problem, Unreachable
from verger_client.patience import Budget
from verger_client.secret import Secret

T = TypeVar("T")

SILENCE_SECONDS = 45.0
"""How long a stream may say nothing; the server says something every 15 seconds."""


class Connection:
    """A server, and the token that it is asked with."""

    def __init__(
        self, http: httpx.Client, base: str, token: str | None, retry_seconds: float
    ) -> None:
        self.base = base
        self._http = http
        self._token = Secret(token) if token else None
        self._retry_seconds = retry_seconds

    def with_token(self, token: str | None) -> "Connection":
        """The same server, asked with another token; none: with this one."""
        return Connection(self._http, self.base, token or self._token, self._retry_seconds)

    def read(self, kind: type[T], path: str, **query: Any) -> T:
        """What a read answers."""
        return wire.decode((self.ask("GET", path, query)).content, kind)

    def post(self, kind: type[T], path: str, body: Any = None, **how: Any) -> T:
        """What a request that changes something answers."""
        return wire.decode((self.ask("POST", path, body=body, **how)).content, kind)

    def ask(
        self,
        method: str,
        path: str,
        query: dict[str, Any] | None = None,
        *,
        body: Any = None,
        key: str | None = None,
        seen: int | str | None = None,
    ) -> httpx.Response:
        """An answer that is a success.

        Sent again, with the same key, while there is no answer or the answer says when to ask again:
        429, 503, and a request that is still under way. Raises `Problem` and `Unreachable`.
        """
        fields = {"Idempotency-Key": wire.key_of(method, key), "If-Match": wire.quoted(seen)}
        content = None if body is None else wire.encode(body)
        fields["Content-Type"] = "application/json" if content else None
        request = self._request(method, path, query or {}, fields, content)
        budget = Budget(self._retry_seconds)
        while True:
            failure: Problem | Unreachable
            try:
                answer = self._http.send(request)
            except httpx.TransportError as error:
                failure = self._unreachable(error)
                pause = budget.pause()
            else:
                wire.warn(answer)
                if answer.is_success:
                    return answer
                failure = wire.problem_of(answer)
                asked = failure.retry_after
                pause = None if asked is None else budget.pause(asked)
            if pause is None:
                raise failure
            time.sleep(pause)

    @contextmanager
    def stream(self, path: str, accept: str, **query: Any) -> Iterator[httpx.Response]:
        """An answer that is read as it comes. Raises `Problem` and `Unreachable`."""
        request = self._request("GET", path, query, {"Accept": accept}, None)
        request.extensions["timeout"]["read"] = SILENCE_SECONDS
        try:
            with closing(self._http.send(request, stream=True)) as answer:
                if not answer.is_success:
                    answer.read()
                    raise wire.problem_of(answer)
                yield answer
        except httpx.TransportError as error:
            raise self._unreachable(error) from error

    def _unreachable(self, error: httpx.TransportError) -> Unreachable:
        return Unreachable(f"{self.base} does not answer: {str(error) or type(error).__name__}.")

    def _request(
        self,
        method: str,
        path: str,
        query: dict[str, Any],
        fields: dict[str, str | None],
        content: bytes | None,
    ) -> httpx.Request:
        return self._http.build_request(
            method,
            f"{self.base}{path}",
            params=wire.query(query) or None,
            headers=wire.headers(self._token, fields),
            content=content,
        )
