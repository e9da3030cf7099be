"""Deadlines: for each session, the next time when something happens without a request.

The log determines this time. The table only lists the sessions with a deadline, so that the clock does
not have to fold all logs.
"""

from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from verger.service.database.pool import Connection, Database
from verger.service.play import sql

TAKEN_SECONDS = 10.0
"""How long other processes skip a taken deadline, in seconds. If the process that took it dies, its move can be
this late."""


class Deadline(NamedTuple):
    """A session, and the time when something is due in it."""

    session: UUID
    at: datetime


class Deadlines:
    """The deadlines of every session."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, until: datetime, limit: int) -> list[Deadline]:
        """Take the earliest deadlines up to a time, except those that other processes have taken."""
        rows = await self._database.rows(sql.TAKE_DEADLINES, until, limit, TAKEN_SECONDS)
        return sorted((Deadline(**row) for row in rows), key=attrgetter("at"))

    async def give_back(self, sessions: Sequence[UUID]) -> None:
        """Release taken deadlines whose moves were not made, so that other processes can take them."""
        await self._database.row(sql.RELEASE_DEADLINES, sessions)

    async def correct(self, found: Deadline, at: datetime | None) -> None:
        """Replace or delete a deadline, unless an event has changed it since it was read."""
        if at is None:
            await self._database.row(sql.DELETE_STALE_DEADLINE, *found)
        else:
            await self._database.row(sql.MOVE_STALE_DEADLINE, *found, at)


async def keep(connection: Connection, session: UUID, at: datetime | None) -> None:
    """Record the next deadline, in the transaction of the event that sets it."""
    if at is None:
        await connection.execute(sql.DELETE_DEADLINE, session)
    else:
        await connection.execute(sql.KEEP_DEADLINE, session, at)
