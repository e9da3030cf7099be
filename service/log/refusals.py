"""Recorded refusals: the newest refused moves of each seat, for players to read and dispute."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import structlog

from verger.domain.core.ruling import Refused
from verger.service.database.pool import Database
from verger.service.log import sql
from verger.service.log.entry import type_of

KEPT = 200
"""The number of refusals to keep for each sender in a session. Older refusals of the same sender are deleted."""
LONGEST_MOVE = 16_384
"""The longest move, in bytes, that is recorded with its refusal."""
ATTEMPTS = 5
"""The number of attempts to record a refusal under the next number. Another process can take the number first."""

_log = structlog.get_logger()


class RecordedRefusal(NamedTuple):
    """A recorded refusal."""

    number: int
    version: int
    type: str
    seat: str | None
    move: str | None
    ruling: str
    at: datetime


class Asker(NamedTuple):
    """The sender of a refused move."""

    seat: str | None
    """None for an anonymous move."""
    sender: str
    """The seat, or for an anonymous move a digest of the seat that hides it. Refusals are counted for each sender."""


class Refusals:
    """The refusals of every session."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(
        self, session: UUID, version: int, by: Asker, move: Any, refused: Refused
    ) -> None:
        """Record a refusal, and delete the oldest of the same sender."""
        encoded, ruling = msgspec.json.encode(move), msgspec.json.encode(refused).decode()
        text = encoded.decode() if len(encoded) <= LONGEST_MOVE else None
        binds = (session, version, type_of(move), *by, text, ruling, KEPT - 1)
        for _ in range(ATTEMPTS):
            if await self._database.row(sql.KEEP_REFUSAL, *binds):
                return
        _log.warning("refusal_not_kept", session=str(session), version=version)

    async def read(self, session: UUID, before: int, limit: int) -> list[RecordedRefusal]:
        """Return refusals with lower numbers than `before`, the newest first."""
        rows = await self._database.rows(sql.REFUSALS, session, before, limit)
        return [RecordedRefusal(**row) for row in rows]
