"""Stubs: the records of ended sessions, and the only way to delete rows of the log.

A function of the database deletes all rows of a session together, and leaves a stub.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple
from uuid import UUID

import asyncpg

from verger.service.database.pool import Connection, Database
from verger.service.log import sql

Ended = Literal["session_archived", "session_deleted"]
"""How a session was ended: archived, so that its file can be imported, or deleted."""

OPERATOR = "operator"
END_SECONDS = 600.0
"""The maximum time for deleting the rows of one session, in seconds."""
_HAS_FORKS = "VG002"


class Stub(NamedTuple):
    """An ended session: its last version and hash, the seat, app or operator that ended it, and the time."""

    session: UUID
    code: Ended
    version: int
    hash: bytes
    by: str
    at: datetime
    is_whole: bool
    """True if players can continue after an import of its archive."""
    app: UUID | None
    """The app that started the session. Only known if players can continue after an import."""


class ForksError(Exception):
    """The session cannot be ended, because its forks read its events. `forks` has some of them."""

    def __init__(self, forks: Sequence[UUID]) -> None:
        self.forks = forks
        super().__init__(f"there are forks, which read its events: {', '.join(map(str, forks))}")


class MovedOnError(Exception):
    """The session now has a newer event, or another process is changing it."""


class Stubs:
    """The stubs of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, session: UUID) -> Stub | None:
        """Return the stub of a session, if it was ended."""
        async with self._database.connection() as connection:
            return await of(connection, session)

    async def all(self) -> list[Stub]:
        """Return every stub, in the order of the session ids."""
        return [Stub(**row) for row in await self._database.rows(sql.STUBS)]


async def of(connection: Connection, session: UUID) -> Stub | None:
    """Return the stub of a session, in a transaction of the caller."""
    row = await connection.fetchrow(sql.STUB, session)
    return Stub(**row) if row else None


async def end(
    connection: Connection, session: UUID, head: tuple[int, bytes], code: Ended, by: str
) -> None:
    """Delete the rows of a session and leave a stub, in a transaction of the caller. `head` is its newest event.

    To delete an archived session for good, pass the last event in its stub as `head`.

    Raises ForksError or MovedOnError, which end the transaction.
    """
    binds = (session, *head, code, by)
    try:
        is_done = await connection.fetchval(sql.END_SESSION, *binds, timeout=END_SECONDS)
    except (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError):
        raise MovedOnError from None
    except asyncpg.exceptions.PostgresError as error:
        if getattr(error, "sqlstate", "") == _HAS_FORKS:
            raise ForksError(()) from None
        raise
    if not is_done:
        raise MovedOnError


async def brought_back(connection: Connection, session: UUID) -> None:
    """Remove the stub of a session, in the transaction that has restored its events.

    All players get their seats back. The database refuses this if the last event is not the event of
    the stub, or if an event has changed.
    """
    await connection.execute(sql.BRING_BACK, session)
