"""Write the last use of tokens and the use by apps: about once a minute, and never during a request."""

import contextlib
from uuid import UUID

from verger.service.background import Background
from verger.service.database.outage import UnavailableError
from verger.service.database.pool import Database
from verger.service.identity import sql
from verger.service.identity.app_use import AppUse

NOTE_SECONDS = 60.0
LIMIT = 20_000
"""The maximum number of tokens that are written at a time. The others follow a minute later."""


class LastUse:
    """Remembers which tokens were used, and writes this to the database from time to time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._used: set[UUID] = set()
        self._noting = Background()
        self.apps = AppUse(database)

    def start(self) -> None:
        """Start writing."""
        self._noting.repeat(self._note, NOTE_SECONDS, "note_use")

    async def stop(self) -> None:
        """Stop writing. At most the last minute of uses is lost."""
        await self._noting.stop()
        with contextlib.suppress(UnavailableError):
            await self.apps.note()

    def saw(self, token: UUID) -> None:
        """Record that a token was used."""
        if len(self._used) < LIMIT:
            self._used.add(token)

    async def _note(self) -> None:
        # If this fails, nothing is lost: a token in use is soon seen again.
        await self.apps.note()
        used, self._used = list(self._used), set()
        if used:
            await self._database.rows(sql.MARK_USED, used)
