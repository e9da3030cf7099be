"""The use of the server by apps. Each process counts it, and adds it to the database about once a minute."""

import asyncio
from typing import NamedTuple
from uuid import UUID

from verger.service.database.outage import UnavailableError
from verger.service.database.pool import Database
from verger.service.identity import sql
from verger.service.work import Work


class Used(NamedTuple):
    """The use of an app, for example on one day (UTC)."""

    requests: int = 0
    moves: int = 0
    work: float = 0.0
    """The work as limits count it: 1 for a request, and 1 more for each millisecond after the first."""


class Account:
    """The use of an app in this process since the last write to the database.

    It is also a budget for the work of requests (`verger.service.work`).
    """

    light = float("inf")
    """Above this use, requests wait for turns. An app has no such limit."""

    def __init__(self) -> None:
        self.requests = self.moves = 0
        self.used = 0.0

    def taken(self) -> Used:
        """Return the use so far, and reset it. Open streams charge their later work to this object, too."""
        used = Used(self.requests, self.moves, self.used)
        self.requests = self.moves = 0
        self.used = 0.0
        return used

    def give_back(self, used: Used) -> None:
        """Add a use again, because it could not be written to the database."""
        self.requests += used.requests
        self.moves += used.moves
        self.used += used.work


class AppUse:
    """The use of all apps."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._accounts: dict[UUID, Account] = {}
        self._noting = asyncio.Lock()
        """Held while a use is on its way from this object to the database."""

    def asked(self, app: UUID, work: Work | None) -> None:
        """Count a request of an app, once, and charge its work to the app."""
        account = self._account(app)
        if work and work.also(account):
            account.requests += 1

    def moved(self, app: UUID) -> None:
        """Record that a move of an app was accepted."""
        self._account(app).moves += 1

    def _account(self, app: UUID) -> Account:
        return self._accounts.setdefault(app, Account())

    async def today(self, app: UUID) -> Used:
        """Return the use of an app today: the counts of all processes in the database, and newer ones of this process."""
        async with self._noting:
            noted = Used(**(await self._database.row(sql.APP_USE, app) or {}))
            own = self._accounts.get(app, Account())
        return Used(noted.requests + own.requests, noted.moves + own.moves, noted.work + own.used)

    async def note(self) -> None:
        """Add the use to the database, and delete earlier days there."""
        async with self._noting:
            await self._note()

    async def _note(self) -> None:
        noted = {app: account.taken() for app, account in self._accounts.items() if account.used}
        if not noted:
            return
        columns = [list(column) for column in zip(*noted.values(), strict=True)]
        try:
            await self._database.row(sql.ADD_APP_USE, list(noted), *columns)
        except UnavailableError:
            for app, used in noted.items():
                self._account(app).give_back(used)
            raise
