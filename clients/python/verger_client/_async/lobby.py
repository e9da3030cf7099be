"""The lobby: tables that look for players, as whoever wants a seat sees them and as their host does."""

from collections.abc import AsyncGenerator
from typing import Any

from verger_client._async.connection import AsyncConnection
from verger_client.types import (
    AskedView,
    AskView,
    LobbyView,
    OpenTablesView,
    OpenTableView,
    OwnAsksView,
)


class AsyncLobby:
    """Tables that look for players, for whoever wants a seat."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def tables(self, **only: Any) -> AsyncGenerator[OpenTableView, None]:
        """The tables that are listed, the newest first; `ruleset` and `language` leave the rest out."""
        after: str | None = None
        while True:
            page = await self._connection.read(OpenTablesView, "/v1/tables", after=after, **only)
            for table in page.tables:
                yield table
            if (after := page.next_after) is None:
                return

    async def ask(self, table: str, name: str, note: str | None = None) -> AskedView:
        """Ask for a seat. Whoever has no token gets one with the answer, which has the seat once one is let in."""
        body = {"name": name, "note": note}
        return await self._connection.post(AskedView, f"/v1/tables/{table}/asks", body)

    async def asks(self) -> tuple[AskView, ...]:
        """What the token has asked for, and what came of it."""
        return (await self._connection.read(OwnAsksView, "/v1/asks")).asks

    async def withdraw(self, ask: str) -> None:
        """Ask for a seat no more."""
        await self._connection.ask("DELETE", f"/v1/asks/{ask}")


class AsyncListing:
    """A table's place in the lobby, for whoever hands out its seats."""

    def __init__(self, connection: AsyncConnection, session: str, seat: str | None) -> None:
        self._connection = connection
        self._home = f"/v1/sessions/{session}/listing"
        self._seat = {"seat": seat}

    async def see(self) -> LobbyView:
        """How the table is listed, and who asks for a seat."""
        return await self._connection.read(LobbyView, self._home, **self._seat)

    async def put(self, language: str, plays: str | None = None, about: str | None = None) -> None:
        """List the table for 30 days, or otherwise than it is."""
        body = {"language": language, "plays": plays, "about": about}
        await self._connection.ask("PUT", self._home, self._seat, body=body)

    async def take_off(self) -> None:
        """List the table no more."""
        await self._connection.ask("DELETE", self._home, self._seat)

    async def let_in(self, ask: str, seat: str | None = None) -> AskView:
        """Give whoever asks a seat, or the first that is free."""
        address, body = f"/v1/asks/{ask}/seat", {"seat": seat}
        return await self._connection.post(AskView, address, body, query=self._seat)

    async def decline(self, ask: str) -> None:
        """Let whoever asks not in."""
        await self._connection.ask("DELETE", f"/v1/asks/{ask}", self._seat)
