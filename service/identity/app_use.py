"""How much apps use: counted by each process, and added up in the database about once a minute."""

import asyncio
from typing import NamedTuple
from uuid import UUID

from verger.service.database.outage import UnavailableError
from verger.service.database.pool import Database
from verger.service.identity import sql
from verger.service.work import Work


class Used(NamedTuple):
    """What an app has used today, by the UTC calendar."""

    requests: int = 0
    moves: int = 0
    work: float = 0.0
    """As limits count it: one for a request, and for each millisecond beyond the first one more."""


class Account:
    """What an app has used in this process since that was noted; requests are charged to it too."""

    light = float("inf")
    """It is no budget that an end comes to."""

    def __init__(self) -> None:
        self.requests = self.moves = 0
        self.used = 0.0

    def taken(self) -> Used:
        """What was used until now, which begins anew; a stream that is under way is charged here still."""
        used = Used(self.requests, self.moves, self.used)
        self.requests = self.moves = 0
        self.used = 0.0
        return used

    def give_back(self, used: Used) -> None:
        """Count what could not be noted."""
        self.requests += used.requests
        self.moves += used.moves
        self.used += used.work


class AppUse:
    """The use of every app."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._accounts: dict[UUID, Account] = {}
        self._noting = asyncio.Lock()
        """Held while what was used is neither here nor there."""

    def asked(self, app: UUID, work: Work | None) -> None:
        """Count a request of an app, once, and charge its work to the app."""
        account = self._account(app)
        if work and work.also(account):
            account.requests += 1

    def moved(self, app: UUID) -> None:
        """A move of an app's was accepted."""
        self._account(app).moves += 1

    def _account(self, app: UUID) -> Account:
        return self._accounts.setdefault(app, Account())

    async def today(self, app: UUID) -> Used:
        """What an app has used: what was noted of all processes, and of this one also since."""
        async with self._noting:
            noted = Used(**(await self._database.row(sql.APP_USE, app) or {}))
            own = self._accounts.get(app, Account())
        return Used(noted.requests + own.requests, noted.moves + own.moves, noted.work + own.used)

    async def note(self) -> None:
        """Add what was used to what is in the database, where earlier days are forgotten."""
        async with self._noting:
            await self._note()

    async def _note(self) -> None:
        noted = {app: one.taken() for app, one in self._accounts.items() if one.used}
        if not noted:
            return
        columns = [list(column) for column in zip(*noted.values(), strict=True)]
        try:
            await self._database.row(sql.ADD_APP_USE, list(noted), *columns)
        except UnavailableError:
            for app, used in noted.items():
                self._account(app).give_back(used)
            raise
