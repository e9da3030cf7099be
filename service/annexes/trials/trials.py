"""Trials: sessions that somebody starts to try a game. The server ends them if nobody plays any more.

Every process looks for idle trials. A process first moves the next look at a trial into the future, so that
no other process looks at the same time. If the process stops, another one looks at that time.
"""

from datetime import UTC, datetime, timedelta
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
BATCH = 20
"""The maximum number of trials in one look."""

_log = structlog.get_logger()


async def _nothing(connection: Connection) -> None:
    del connection


class Trials:
    """Ends trials that are idle, a few at a time."""

    def __init__(self, database: Database, store: Store, ending: Ending, idle: timedelta) -> None:
        self._database, self._store, self._ending = database, store, ending
        self._idle = idle
        self._running = Background()

    def start(self) -> None:
        """Start looking, unless trials are kept for ever."""
        if self._idle:
            self._running.repeat(self.look, LOOK_SECONDS, "end_trials")

    async def stop(self) -> None:
        """Stop looking. Another process, or the next start, continues the work."""
        await self._running.stop()

    async def look(self) -> list[UUID]:
        """End the trials that have been idle for too long, and return them."""
        found = await self._database.rows(sql.TAKE, LEASE, BATCH)
        sessions = [row["session"] for row in found]
        return [session for session in sessions if await self._is_ended(session)]

    async def _is_ended(self, session: UUID) -> bool:
        """End a trial that is idle. If somebody played it, set the next look to the time when it can be idle."""
        newest = await self._store.read(session, await self._store.head(session) - 1, 1)
        until = newest[0].at + self._idle if newest else datetime.now(UTC)
        if until > datetime.now(UTC):
            await self._put_off(session, until)
            return False
        try:
            await self._ending.delete(session, OPERATOR, _nothing)
        except ForksError:
            await self._put_off(session, datetime.now(UTC) + self._idle)
            return False
        except (MovedOnError, ProblemError):
            return False
        _log.info("trial_ended", session=str(session))
        return True

    async def _put_off(self, session: UUID, until: datetime) -> None:
        await self._database.row(sql.PUT_OFF, session, until)
