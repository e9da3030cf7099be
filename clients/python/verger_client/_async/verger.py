"""The server: start, find, join and follow sessions."""

from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing
from functools import partial
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

import httpx

from verger_client import wire
from verger_client._async.connection import AsyncConnection, Manner
from verger_client._async.following import follow
from verger_client._async.moment import AsyncTurn
from verger_client._async.operations import AsyncServerOperations
from verger_client._async.session import AsyncSession, invitations
from verger_client.errors import Reset
from verger_client.secret import Secret
from verger_client.types import FeedItem, OpenTableView, SessionView

TIMEOUT_SECONDS = 20.0


class AsyncVerger(AsyncServerOperations):
    """A server. `token` is a seat's token or an app's key. You can start and join sessions without a token.

    The client repeats a request for `retry_seconds`, if that is safe. An answer must arrive within
    `timeout_seconds`. Default: 20, or the timeout of your own HTTP client (`http`).
    """

    def __init__(
        self,
        base: str = "http://127.0.0.1:8000",
        token: str | None = None,
        *,
        retry_seconds: float = 90.0,
        timeout_seconds: float | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        limits = httpx.Limits(max_connections=None)
        self._http = http or httpx.AsyncClient(timeout=TIMEOUT_SECONDS, limits=limits)
        self._token = Secret(token) if token else None
        self._manner = Manner(retry_seconds, timeout_seconds)
        base = base.rstrip("/")
        self._connection = AsyncConnection(self._http, base, self._token, self._manner)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close every connection."""
        await self._http.aclose()

    async def request(self, method: str, path: str, **how: Any) -> httpx.Response:
        """Make any request, such as `GET` `/v1/rulesets`, and return the whole answer.

        `how` can have `query`, `body`, `key`, `seen` and `accept`. The answer has the
        headers, such as the `ETag`.
        """
        return await self._connection.ask(method, path, **how)

    async def start(
        self,
        title: str,
        gm: str,
        *players: str,
        observers: Iterable[str] = (),
        ruleset: str = "verge",
        house_rules: Mapping[str, str | int] | None = None,
        via: str | None = None,
    ) -> AsyncSession:
        """Start a session and take the GM's seat. An app takes no seat.

        `invitations` of the session has the claim codes of the other seats.
        """
        named = [("gm", gm), *(("player", name) for name in players)]
        named += [("observer", name) for name in observers]
        seats = [{"kind": kind, "name": name} for kind, name in named]
        began = await self.start_session(
            title=title, seats=seats, ruleset=ruleset, house_rules=house_rules, via=via
        )
        codes = invitations(began.seats)
        return AsyncSession(
            self._connection, began.session, began.seat, token=began.token, invitations=codes
        )

    async def claim(
        self, code: str, name: str | None = None, via: str | None = None
    ) -> AsyncSession:
        """Take a seat by its claim code, or by a link that contains the code."""
        (bare,) = parse_qs(urlsplit(code).fragment).get("claim", [code])
        taken = await self.claim_seat(code=str(bare), name=name, via=via)
        return AsyncSession(self._connection, taken.session, taken.seat, taken.token)

    def session(self, id: str, seat: str | None = None) -> AsyncSession:
        """Return a session that the token can read, or that is open to onlookers.

        The id `-` stands for all sessions of the token, for their webhooks.
        """
        return AsyncSession(self._connection, id, seat)

    async def sessions(self, **only: Any) -> AsyncGenerator[SessionView, None]:
        """Yield the sessions that the token has a seat in, may read, or has started."""
        after: str | None = None
        while True:
            page = await self.list_sessions(after=after, **only)
            for session in page.sessions:
                yield session
            if (after := page.next_after) is None:
                return

    async def tables(self, **only: Any) -> AsyncGenerator[OpenTableView, None]:
        """Yield the tables of the lobby, the newest first; `ruleset` and `language` select tables."""
        after: str | None = None
        while True:
            page = await self.list_tables(after=after, **only)
            for table in page.tables:
                yield table
            if (after := page.next_after) is None:
                return

    def feed(self, after: str | None = None) -> AsyncGenerator[FeedItem, None]:
        """Yield every event of the token's sessions after a place, without end. The place `now` is the present end."""
        read = partial(wire.decode, kind=FeedItem)
        return follow(self._connection, "/v1/feed", read, lambda item: item.place, after)

    async def turns(self) -> AsyncGenerator[AsyncTurn, None]:
        """Yield each moment when play waits for a seat of the token and the seat can move, without end.

        One feed reports the events of all sessions. After a `Reset`, the client reads every session again.
        """
        async with aclosing(self._changed()) as views:
            async for view in views:
                asked = {seat for wait in view.awaited for seat in wait.seats}
                for seat in asked.intersection(view.your_seats):
                    moment = await self.session(view.session, seat).now(at_least=view.version)
                    if answers := await moment.answers():
                        yield AsyncTurn(moment, answers)

    async def _changed(self) -> AsyncGenerator[SessionView, None]:
        """Yield each session as it is now, and again after each change, without end."""
        while True:
            place = (await self.get_feed(after="now", limit=1)).after
            seen: dict[str, int] = {}
            async for view in self.sessions():
                seen[view.session] = view.version
                yield view
            try:
                async with aclosing(self.feed(place)) as items:
                    async for item in items:
                        if item.version > seen.get(item.session, 0):
                            moment = await self.session(item.session).now(at_least=item.version)
                            seen[item.session] = moment.version
                            yield moment.view
            except Reset:
                continue

    def with_options(
        self, *, retry_seconds: float | None = None, timeout_seconds: float | None = None
    ) -> Self:
        """Return the same server with other time limits for its requests. Both share their connections."""
        manner = self._manner.changed(retry_seconds, timeout_seconds)
        return type(self)(self._connection.base, self._token, **manner._asdict(), http=self._http)
