"""The server: where sessions are started, found, joined and followed."""

from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import parse_qs, urlsplit

import httpx

from verger_client._async.connection import AsyncConnection
from verger_client._async.following import follow
from verger_client._async.lobby import AsyncLobby
from verger_client._async.moment import AsyncTurn
from verger_client._async.session import AsyncSession, codes
from verger_client.errors import Reset
from verger_client.types import (
    AppView,
    ClaimedView,
    FeedItem,
    RegisteredWebhookView,
    RenewedView,
    SessionsView,
    SessionView,
    StartedView,
    WebhooksView,
    WebhookView,
)

T = TypeVar("T")

WEBHOOKS = "/v1/sessions/-/webhooks"
"""Those of the token or the app, which are told of all its sessions."""


class AsyncVerger:
    """A server. `token` is a seat's token or an app's key; without one, sessions are started and joined."""

    def __init__(
        self,
        base: str = "http://127.0.0.1:8000",
        token: str | None = None,
        *,
        retry_seconds: float = 90.0,
        timeout_seconds: float = 20.0,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        limits = httpx.Limits(max_connections=None)
        self._http = http or httpx.AsyncClient(timeout=timeout_seconds, limits=limits)
        self._connection = AsyncConnection(self._http, base.rstrip("/"), token, retry_seconds)

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
        """Start a session and take its GM's seat; an app takes none. `invitations` has the other seats' codes."""
        named = [("gm", gm), *(("player", name) for name in players)]
        named += [("observer", name) for name in observers]
        body = {
            "title": title,
            "seats": [{"kind": kind, "name": name} for kind, name in named],
            "ruleset": ruleset,
            "house_rules": house_rules or {},
            "via": via,
        }
        began = await self._connection.post(StartedView, "/v1/sessions", body)
        return AsyncSession(
            self._connection,
            began.session,
            seat=began.seat,
            token=began.token,
            invitations=codes(began.seats),
        )

    async def claim(
        self, code: str, name: str | None = None, via: str | None = None
    ) -> AsyncSession:
        """Take a seat, by its claim code or by the link that has it."""
        (bare,) = parse_qs(urlsplit(code).fragment).get("claim", [code])
        body = {"code": str(bare), "name": name, "via": via}
        taken = await self._connection.post(ClaimedView, "/v1/seats/claim", body)
        return AsyncSession(self._connection, taken.session, taken.seat, taken.token)

    def session(self, id: str, seat: str | None = None) -> AsyncSession:
        """A session that the token is for, or that anyone may look on."""
        return AsyncSession(self._connection, id, seat)

    async def sessions(self, **only: Any) -> AsyncGenerator[SessionView, None]:
        """The sessions that the token sits in, may read, or has started."""
        after: str | None = None
        while True:
            page = await self._connection.read(SessionsView, "/v1/sessions", after=after, **only)
            for session in page.sessions:
                yield session
            if (after := page.next_after) is None:
                return

    def feed(self, after: str | None = None) -> AsyncGenerator[FeedItem, None]:
        """Every event of all those sessions after a place, for ever; `now` is where the feed ends now."""
        return follow(self._connection, "/v1/feed", FeedItem, lambda item: item.place, after)

    async def turns(self) -> AsyncGenerator[AsyncTurn, None]:
        """Each moment at which play waits for a seat of the token and it can answer, at all its tables, for ever.

        One feed tells of all of them. A `Reset` is none here: every table is looked at anew.
        """
        async with aclosing(self._changed()) as views:
            async for view in views:
                asked = {seat for wait in view.awaited for seat in wait.seats}
                for seat in asked.intersection(view.your_seats):
                    moment = await self.session(view.session, seat).now(at_least=view.version)
                    if answers := await moment.answers():
                        yield AsyncTurn(moment, answers)

    async def _changed(self) -> AsyncGenerator[SessionView, None]:
        """Each session as it is now, and again whenever it has changed, for ever."""
        while True:
            place = (await self.read(dict[str, Any], "/v1/feed", after="now", limit=1))["after"]
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

    async def add_webhook(
        self, url: str, description: str, *types: str, **more: Any
    ) -> RegisteredWebhookView:
        """Have an address told of events in all those sessions, of these types or of all.

        With a `digest` it gathers for so many seconds; else as a session's.
        """
        body = {"url": url, "description": description, "types": types, **more}
        return await self._connection.post(RegisteredWebhookView, WEBHOOKS, body)

    async def webhooks(self) -> tuple[WebhookView, ...]:
        """The addresses that are told of them."""
        return (await self._connection.read(WebhooksView, WEBHOOKS)).webhooks

    async def remove_webhook(self, id: str) -> None:
        """Have an address told no more."""
        await self._connection.ask("DELETE", f"{WEBHOOKS}/{id}")

    def lobby(self) -> AsyncLobby:
        """The tables that look for players."""
        return AsyncLobby(self._connection)

    async def app(self) -> AppView:
        """The app whose key this is, and what it has used."""
        return await self._connection.read(AppView, "/v1/app")

    async def renew(self) -> RenewedView:
        """Put off the end of the token."""
        return await self._connection.post(RenewedView, "/v1/tokens/renewal")

    async def read(self, kind: type[T], path: str, **query: Any) -> T:
        """Any other read, as `read(dict, "/v1/rulesets/verge")`."""
        return await self._connection.read(kind, path, **query)
