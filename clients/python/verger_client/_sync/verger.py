"""The server: where sessions are started, found, joined and followed."""

from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import parse_qs, urlsplit

import httpx

from verger_client._sync.connection import Connection
from verger_client._sync.following import follow
from verger_client._sync.lobby import Lobby
from verger_client._sync.moment import Turn
from verger_client._sync.session import Session, codes
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


class Verger:
    """A server. `token` is a seat's token or an app's key; without one, sessions are started and joined."""

    def __init__(
        self,
        base: str = "http://127.0.0.1:8000",
        token: str | None = None,
        *,
        retry_seconds: float = 90.0,
        timeout_seconds: float = 20.0,
        http: httpx.Client | None = None,
    ) -> None:
        limits = httpx.Limits(max_connections=None)
        self._http = http or httpx.Client(timeout=timeout_seconds, limits=limits)
        self._connection = Connection(self._http, base.rstrip("/"), token, retry_seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close every connection."""
        self._http.close()

    def start(
        self,
        title: str,
        gm: str,
        *players: str,
        observers: Iterable[str] = (),
        ruleset: str = "verge",
        house_rules: Mapping[str, str | int] | None = None,
        via: str | None = None,
    ) -> Session:
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
        began = self._connection.post(StartedView, "/v1/sessions", body)
        invited = codes(began.seats)
        return Session(self._connection, began.session, began.seat, began.token, invited)

    def claim(
        self, code: str, name: str | None = None, via: str | None = None
    ) -> Session:
        """Take a seat, by its claim code or by the link that has it."""
        (bare,) = parse_qs(urlsplit(code).fragment).get("claim", [code])
        body = {"code": str(bare), "name": name, "via": via}
        taken = self._connection.post(ClaimedView, "/v1/seats/claim", body)
        return Session(self._connection, taken.session, taken.seat, taken.token)

    def session(self, id: str, seat: str | None = None) -> Session:
        """A session that the token is for, or that anyone may look on."""
        return Session(self._connection, id, seat)

    def sessions(self, **only: Any) -> Generator[SessionView, None]:
        """The sessions that the token sits in, may read, or has started."""
        after: str | None = None
        while True:
            page = self._connection.read(SessionsView, "/v1/sessions", after=after, **only)
            for session in page.sessions:
                yield session
            if (after := page.next_after) is None:
                return

    def feed(self, after: str | None = None) -> Generator[FeedItem, None]:
        """Every event of all those sessions after a place, for ever; `now` is where the feed ends now."""
        return follow(self._connection, "/v1/feed", FeedItem, lambda item: item.place, after)

    def turns(self) -> Generator[Turn, None]:
        """Each moment at which play waits for a seat of the token and it can answer, at all its tables, for ever.

        One feed tells of all of them. A `Reset` is none here: every table is looked at anew.
        """
        with closing(self._changed()) as views:
            for view in views:
                asked = {seat for wait in view.awaited for seat in wait.seats}
                for seat in asked.intersection(view.your_seats):
                    moment = self.session(view.session, seat).now(at_least=view.version)
                    if answers := moment.answers():
                        yield Turn(moment, answers)

    def _changed(self) -> Generator[SessionView, None]:
        """Each session as it is now, and again whenever it has changed, for ever."""
        while True:
            place = (self.read(dict[str, Any], "/v1/feed", after="now", limit=1))["after"]
            seen: dict[str, int] = {}
            for view in self.sessions():
                seen[view.session] = view.version
                yield view
            try:
                with closing(self.feed(place)) as items:
                    for item in items:
                        if item.version > seen.get(item.session, 0):
                            moment = self.session(item.session).now(at_least=item.version)
                            seen[item.session] = moment.version
                            yield moment.view
            except Reset:
                continue

    def add_webhook(
        self, url: str, description: str, *types: str, **more: Any
    ) -> RegisteredWebhookView:
        """Have an address told of events in all those sessions, of these types or of all.

        With a `digest` it gathers for so many seconds; else as a session's.
        """
        body = {"url": url, "description": description, "types": types, **more}
        return self._connection.post(RegisteredWebhookView, WEBHOOKS, body)

    def webhooks(self) -> tuple[WebhookView, ...]:
        """The addresses that are told of them."""
        return (self._connection.read(WebhooksView, WEBHOOKS)).webhooks

    def remove_webhook(self, id: str) -> None:
        """Have an address told no more."""
        self._connection.ask("DELETE", f"{WEBHOOKS}/{id}")

    def lobby(self) -> Lobby:
        """The tables that look for players."""
        return Lobby(self._connection)

    def app(self) -> AppView:
        """The app whose key this is, and what it has used."""
        return self._connection.read(AppView, "/v1/app")

    def renew(self) -> RenewedView:
        """Put off the end of the token."""
        return self._connection.post(RenewedView, "/v1/tokens/renewal")

    def read(self, kind: type[T], path: str, **query: Any) -> T:
        """Any other read, as `read(dict, "/v1/rulesets/verge")`."""
        return self._connection.read(kind, path, **query)
