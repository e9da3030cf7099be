"""Arrangements in the database, so that a process that has just started does not lay everything out again.

They are a cache. The key is a digest of all entries of an arrangement, so a found arrangement is the same as a
computed one. If none is found, it is computed.
"""

import asyncio
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

import msgspec
import structlog

from verger.projections.picture.arrangement import FORM, Arrangement
from verger.projections.picture.entry import Entries
from verger.service.background import briefly
from verger.service.database.outage import DamagedError
from verger.service.database.pool import Database
from verger.service.layout import sql

WRITING_LIMIT = 16
"""The maximum number of arrangements that are written at the same time. Further ones are not stored."""
STOP_SECONDS = 1.0
"""How long a stop waits for arrangements that are being written."""

_log = structlog.get_logger()
_decoder = msgspec.msgpack.Decoder(Arrangement)


class Known(NamedTuple):
    """An arrangement of the first events of a layout."""

    events: int
    """The number of these events."""
    arrangement: Arrangement


class NewestEvent(NamedTuple):
    """The newest event of a session."""

    session: UUID
    version: int
    hash: bytes


class StoredArrangements:
    """The newest arrangement of each session."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writing: set[asyncio.Task[None]] = set()

    async def nearest(self, sessions: Sequence[UUID], events: Sequence[Entries]) -> Known | None:
        """Return the stored arrangement that covers the most of these events, from the first on.

        The log of a fork has events of several `sessions`.
        """
        try:
            rows = await self._database.rows(sql.ARRANGEMENTS, sessions)
            known = dict(zip(_digests(events), range(1, len(events) + 1), strict=True))
            found = [(known[row["digest"]], row) for row in rows if row["digest"] in known]
            if not found:
                return None
            count, row = max(found, key=lambda one: one[0])
            return Known(count, _decoder.decode(row["arrangement"]))
        except (DamagedError, msgspec.MsgspecError) as error:
            _log.warning(
                "arrangement_damaged", session=str(sessions[-1]), reason=type(error).__name__
            )
            return None

    def keep(self, head: NewestEvent, events: Sequence[Entries], arrangement: Arrangement) -> None:
        """Begin to store the arrangement of everything that a session wrote up to its head."""
        if len(self._writing) < WRITING_LIMIT:
            task = asyncio.create_task(self._keep(head, events, arrangement))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    async def stop(self) -> None:
        """Wait a moment for the arrangements that are being written."""
        if self._writing:
            await briefly(_all(self._writing), STOP_SECONDS)

    async def _keep(
        self, head: NewestEvent, events: Sequence[Entries], arrangement: Arrangement
    ) -> None:
        *_, digest = _digests(events)
        try:
            async with self._database.connection(writes=True) as connection:
                text = msgspec.msgpack.encode(arrangement)
                await connection.execute(sql.KEEP_ARRANGEMENT, *head, len(events), digest, text)
        except Exception as error:  # noqa: BLE001, a cache that could not be written is only slower
            reason = type(error).__name__
            _log.warning("arrangement_not_kept", session=str(head.session), reason=reason)


def _digests(events: Sequence[Entries]) -> Iterator[bytes]:
    """Yield, for each event, the digest of its entries and of those before it."""
    digest = sha256(b"layout %d" % FORM).digest()
    for entries in events:
        digest = sha256(digest + msgspec.msgpack.encode(entries)).digest()
        yield digest


async def _all(tasks: set[asyncio.Task[None]]) -> None:
    await asyncio.wait(tasks)
