"""Deadlines: the next time at which time alone makes something happen in a session.

The log knows that; the table only says where to look, so that nobody has to fold every session.
"""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from service.database.pool import Connection, Database


class Deadline(NamedTuple):
    """A session, and when something is due in it."""

    session: UUID
    at: datetime


class Deadlines:
    """The deadlines of every session."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def until(self, at: datetime, limit: int) -> list[Deadline]:
        """The earliest deadlines up to a time, in order."""
        sql = "SELECT session, at FROM deadlines WHERE at <= $1 ORDER BY at, session LIMIT $2"
        return [Deadline(*row) for row in await self._database.rows(sql, at, limit)]

    async def correct(self, found: Deadline, at: datetime | None) -> None:
        """Replace a deadline, unless an event has done so since it was read."""
        sql = "DELETE FROM deadlines WHERE session = $1 AND at = $2"
        if at is None:
            await self._database.row(sql, *found)
            return
        sql = "UPDATE deadlines SET at = $3 WHERE session = $1 AND at = $2"
        await self._database.row(sql, *found, at)


async def keep(connection: Connection, session: UUID, at: datetime | None) -> None:
    """Record when something is due next, in the transaction of the event that says so."""
    if at is None:
        await connection.execute("DELETE FROM deadlines WHERE session = $1", session)
        return
    sql = (
        "INSERT INTO deadlines (session, at) VALUES ($1, $2)"
        " ON CONFLICT (session) DO UPDATE SET at = excluded.at"
    )
    await connection.execute(sql, session, at)
