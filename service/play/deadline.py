"""Deadlines: the next time at which time alone makes something happen in a session.

The log knows that; the table only says where to look, so that nobody has to fold every session.
"""

from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from verger.service.database.pool import Connection, Database
from verger.service.play import sql

TAKEN_SECONDS = 10.0
"""How long the others leave alone what a process has taken: also how late it gets if that one dies."""


class Deadline(NamedTuple):
    """A session, and when something is due in it."""

    session: UUID
    at: datetime


class Deadlines:
    """The deadlines of every session."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, until: datetime, limit: int) -> list[Deadline]:
        """Take the earliest deadlines up to a time that no other process is at."""
        rows = await self._database.rows(sql.TAKE_DEADLINES, until, limit, TAKEN_SECONDS)
        return sorted((Deadline(**row) for row in rows), key=attrgetter("at"))

    async def give_back(self, sessions: Sequence[UUID]) -> None:
        """Let the others have what was taken and not done."""
        await self._database.row(sql.RELEASE_DEADLINES, sessions)

    async def correct(self, found: Deadline, at: datetime | None) -> None:
        """Replace a deadline, unless an event has done so since it was read."""
        if at is None:
            await self._database.row(sql.DELETE_STALE_DEADLINE, *found)
        else:
            await self._database.row(sql.MOVE_STALE_DEADLINE, *found, at)


async def keep(connection: Connection, session: UUID, at: datetime | None) -> None:
    """Record when something is due next, in the transaction of the event that says so."""
    if at is None:
        await connection.execute(sql.DELETE_DEADLINE, session)
    else:
        await connection.execute(sql.KEEP_DEADLINE, session, at)
