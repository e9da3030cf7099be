"""Unplayed sessions: the server deletes a session if nothing happened since its start.

The look at a session also forgets the network that started it. As for trials, a process first moves
the next look at a session into the future, so that no other process looks at the same time.
"""

from uuid import UUID

import structlog

from verger.service.annexes.trials import sql
from verger.service.archive.ending import Ending
from verger.service.background import Background
from verger.service.database.pool import Connection, Database
from verger.service.log.store import Store
from verger.service.log.stubs import OPERATOR, ForksError, MovedOnError
from verger.service.play.trial import LEASE
from verger.service.problem.problem import ProblemError

LOOK_SECONDS = 60.0
BATCH = 200
"""The maximum number of sessions in one look."""

_log = structlog.get_logger()


async def _nothing(connection: Connection) -> None:
    del connection


class Unplayed:
    """Looks at sessions some time after their start."""

    def __init__(self, database: Database, store: Store, ending: Ending, *, deletes: bool) -> None:
        self._database, self._store, self._ending = database, store, ending
        self._deletes = deletes
        self._running = Background()

    def start(self) -> None:
        """Start looking."""
        self._running.repeat(self.look, LOOK_SECONDS, "end_unplayed")

    async def stop(self) -> None:
        """Stop looking. Another process, or the next start, continues."""
        await self._running.stop()

    async def look(self) -> list[UUID]:
        """Look at the sessions that are due. Return those that were deleted."""
        due = await self._database.rows(sql.TAKE_STARTS, LEASE, BATCH)
        ended = [
            row["session"]
            for row in due
            if self._deletes and not row["is_imported"] and await self._is_ended(row["session"])
        ]
        if due:
            await self._database.rows(sql.FORGET_STARTS, [row["session"] for row in due])
        if ended:
            _log.info("unplayed_sessions_deleted", sessions=len(ended))
        return ended

    async def _is_ended(self, session: UUID) -> bool:
        # A fork has a later head from the start, because somebody played its parent.
        if await self._store.head(session) != 1:
            return False
        try:
            await self._ending.delete(session, OPERATOR, _nothing)
        except (ForksError, MovedOnError, ProblemError):
            return False
        return True
