"""The lobby: tables that look for players, as whoever wants a seat sees them and as their host does."""

from collections.abc import Generator
from typing import Any

from verger_client._sync.connection import Connection
from verger_client.types import (
    AskedView,
    AskView,
    LobbyView,
    OpenTablesView,
    OpenTableView,
    OwnAsksView,
)


class Lobby:
    """Tables that look for players, for whoever wants a seat."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def tables(self, **only: Any) -> Generator[OpenTableView, None]:
        """The tables that are listed, the newest first; `ruleset` and `language` leave the rest out."""
        after: str | None = None
        while True:
            page = self._connection.read(OpenTablesView, "/v1/tables", after=after, **only)
            for table in page.tables:
                yield table
            if (after := page.next_after) is None:
                return

    def ask(self, table: str, name: str, note: str | None = None) -> AskedView:
        """Ask for a seat. Whoever has no token gets one with the answer, which has the seat once one is let in."""
        body = {"name": name, "note": note}
        return self._connection.post(AskedView, f"/v1/tables/{table}/asks", body)

    def asks(self) -> tuple[AskView, ...]:
        """What the token has asked for, and what came of it."""
        return (self._connection.read(OwnAsksView, "/v1/asks")).asks

    def withdraw(self, ask: str) -> None:
        """Ask for a seat no more."""
        self._connection.ask("DELETE", f"/v1/asks/{ask}")


class Listing:
    """A table's place in the lobby, for whoever hands out its seats."""

    def __init__(self, connection: Connection, session: str, seat: str | None) -> None:
        self._connection = connection
        self._home = f"/v1/sessions/{session}/listing"
        self._seat = {"seat": seat}

    def see(self) -> LobbyView:
        """How the table is listed, and who asks for a seat."""
        return self._connection.read(LobbyView, self._home, **self._seat)

    def put(self, language: str, plays: str | None = None, about: str | None = None) -> None:
        """List the table for 30 days, or otherwise than it is."""
        body = {"language": language, "plays": plays, "about": about}
        self._connection.ask("PUT", self._home, self._seat, body=body)

    def take_off(self) -> None:
        """List the table no more."""
        self._connection.ask("DELETE", self._home, self._seat)

    def let_in(self, ask: str, seat: str | None = None) -> AskView:
        """Give whoever asks a seat, or the first that is free."""
        address, body = f"/v1/asks/{ask}/seat", {"seat": seat}
        return self._connection.post(AskView, address, body, query=self._seat)

    def decline(self, ask: str) -> None:
        """Let whoever asks not in."""
        self._connection.ask("DELETE", f"/v1/asks/{ask}", self._seat)
