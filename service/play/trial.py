"""Trials: sessions that somebody starts to try a game. The server ends them when nobody plays them any more."""

from datetime import timedelta
from uuid import UUID

from verger.service.database.pool import Connection
from verger.service.play import sql

LEASE = timedelta(hours=1)
"""The time until the first check of a trial. Also the time that a process has for a check, before another one checks."""


async def keep(connection: Connection, session: UUID) -> None:
    """Record that a session is a trial, in the transaction that starts it."""
    await connection.execute(sql.INSERT_TRIAL, session, LEASE)
