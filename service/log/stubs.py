"""Stubs: what is left of sessions that were ended, and the one way in which rows of the log go.

The database deletes a session's rows only together, with a stub, by a function of its own.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple
from uuid import UUID

import asyncpg

from verger.service.database.pool import Connection, Database
from verger.service.log import sql

Ended = Literal["session_archived", "session_deleted"]
"""How a session was ended: kept in a file that an import takes back, or not."""

OPERATOR = "operator"
END_SECONDS = 600.0
"""How long the rows of one session may take to go."""
_HAS_FORKS = "VG002"


class Stub(NamedTuple):
    """A session that was ended: its last version with its hash, and by whom and when."""

    session: UUID
    code: Ended
    version: int
    hash: bytes
    by: str
    at: datetime
    is_whole: bool
    """Whether an import of its archive brings it back to be played on."""
    app: UUID | None
    """The app that had started it, if it comes back whole."""


class ForksError(Exception):
    """Other sessions read the session's events: they were forked from it. Names some of them."""

    def __init__(self, forks: Sequence[UUID]) -> None:
        self.forks = forks
        super().__init__(f"there are forks, which read its events: {', '.join(map(str, forks))}")


class MovedOnError(Exception):
    """The session's newest event is another by now, or another process is at it."""


class Stubs:
    """The stubs of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, session: UUID) -> Stub | None:
        """The stub that stands for a session, if it was ended."""
        async with self._database.connection() as connection:
            return await of(connection, session)

    async def all(self) -> list[Stub]:
        """Every stub, in the order of their ids."""
        return [Stub(**row) for row in await self._database.rows(sql.STUBS)]


async def of(connection: Connection, session: UUID) -> Stub | None:
    """The stub that stands for a session, in a transaction of the caller's."""
    row = await connection.fetchrow(sql.STUB, session)
    return Stub(**row) if row else None


async def end(
    connection: Connection, session: UUID, head: tuple[int, bytes], code: Ended, by: str
) -> None:
    """Leave a stub of a session whose newest event this is, in a transaction of the caller's.

    One that was archived is deleted for good by the event that its stub names.

    Raises ForksError or MovedOnError, which end that.
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
    """Take the stub away in the transaction that has brought the session's events back.

    Who had a seat there has it again. The database refuses where the events do not end with the one
    that the stub names, or are not as they were.
    """
    await connection.execute(sql.BRING_BACK, session)
