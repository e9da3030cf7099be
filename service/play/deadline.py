"""Deadlines: the next time at which time alone makes something happen in a session.

The log knows that; the table only says where to look, so that nobody has to fold every session.
"""

from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from verger.service.database.pool import Connection, Database

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
        sql = (
            "UPDATE deadlines SET taken_until = now() + $3 * interval '1 second'"
            " WHERE session IN (SELECT session FROM deadlines"
            " WHERE at <= $1 AND taken_until <= now() ORDER BY at, session LIMIT $2"
            " FOR NO KEY UPDATE SKIP LOCKED) RETURNING session, at"
        )
        rows = await self._database.rows(sql, until, limit, TAKEN_SECONDS)
        return sorted((Deadline(*row) for row in rows), key=attrgetter("at"))

    async def give_back(self, sessions: Sequence[UUID]) -> None:
        """Let the others have what was taken and not done."""
        sql = "UPDATE deadlines SET taken_until = DEFAULT WHERE session = ANY($1)"
        await self._database.row(sql, sessions)

    async def correct(self, found: Deadline, at: datetime | None) -> None:
        """Replace a deadline, unless an event has done so since it was read."""
        sql = "DELETE FROM deadlines WHERE session = $1 AND at = $2"
        if at is None:
            await self._database.row(sql, *found)
            return
        sql = "UPDATE deadlines SET at = $3, taken_until = DEFAULT WHERE session = $1 AND at = $2"
        await self._database.row(sql, *found, at)


async def keep(connection: Connection, session: UUID, at: datetime | None) -> None:
    """Record when something is due next, in the transaction of the event that says so."""
    if at is None:
        await connection.execute("DELETE FROM deadlines WHERE session = $1", session)
        return
    sql = (
        "INSERT INTO deadlines (session, at) VALUES ($1, $2)"
        " ON CONFLICT (session) DO UPDATE SET at = excluded.at, taken_until = DEFAULT"
    )
    await connection.execute(sql, session, at)
