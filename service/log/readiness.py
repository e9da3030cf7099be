"""Check whether a move could be written now: make the database write a message that nobody reads."""

import asyncio
import time

from verger.service.database.outage import Cause, UnavailableError
from verger.service.database.pool import Database
from verger.service.log import sql

AGAIN_SECONDS = 1.0
"""How long an answer of the database is reused, in seconds."""
PROBE_SECONDS = 3.0
ANSWER_SECONDS = 4.0


class Readiness:
    """Checks the database at most once a second. All callers of that second share the answer."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._asked: asyncio.Task[UnavailableError | None] | None = None
        self._answered_at = 0.0

    async def check(self) -> None:
        """Raise UnavailableError, with the cause, if a move could not be written."""
        if self._asked is None or (self._asked.done() and not self._is_fresh()):
            self._asked = asyncio.create_task(self._ask())
        # If one caller gives up, the query continues for the others.
        await asyncio.wait([self._asked], timeout=ANSWER_SECONDS)
        if not self._asked.done():
            raise UnavailableError("not ready", Cause.NO_ANSWER)
        if error := self._asked.result():
            raise error

    def _is_fresh(self) -> bool:
        return time.monotonic() < self._answered_at + AGAIN_SECONDS

    async def _ask(self) -> UnavailableError | None:
        try:
            async with self.database.connection() as connection:
                self.database.require_durable()
                # The timeout also cancels a wait for a standby. The message is then committed only on
                # this server, which does no harm, and the connection is free again.
                await connection.execute(sql.PROBE_WRITING, timeout=PROBE_SECONDS)
                self.database.outages.worked(writes=True)
        except UnavailableError as error:
            return error
        finally:
            self._answered_at = time.monotonic()
        return None
