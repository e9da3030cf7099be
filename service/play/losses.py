"""Losses: events that a process has in memory, but that the log no longer has.

The reason is that the database went back: a standby without the newest events became the primary, a backup
was restored, or rows were deleted. The process logs and records the loss, and continues from the remaining
events.
"""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import structlog

from verger.service.database.outage import UnavailableError
from verger.service.database.pool import Database
from verger.service.database.record import Record
from verger.service.log.lineage import Lineage
from verger.service.play import sql

_log = structlog.get_logger()


class Loss(NamedTuple):
    """The newest event of a session that a process had in memory, and the newest version that the log still has."""

    session: UUID
    version: int
    hash: bytes
    kept: int
    """The newest version with the same event as before, or 0 if the session is gone."""


class RecordedLoss(NamedTuple):
    """A loss, and when it was found."""

    loss: Loss
    at: datetime


class Losses:
    """The losses of sessions that a process had in memory."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.found = 0
        """The number of times that this process found that a log went back."""

    async def record(self, loss: Loss, head: int) -> None:
        """Log and record that a log went back. Correct rows of other tables about versions after its head."""
        self.found += 1
        told = loss._asdict() | {"session": str(loss.session), "hash": loss.hash.hex()}
        _log.error("log_went_back", head=head, **told)
        try:
            async with self._database.connection() as connection, connection.transaction():
                for statement, binds in _corrections(loss, head):
                    await connection.execute(statement, *binds)
        except UnavailableError as error:
            _log.warning("loss_not_recorded", session=str(loss.session), reason=str(error))

    async def all(self) -> list[RecordedLoss]:
        """Return every recorded loss, the oldest first."""
        rows = await self._database.rows(sql.LOSSES)
        return [RecordedLoss(_loss(row), row["at"]) for row in rows]

    async def broken(self, lineage: Lineage) -> int | None:
        """Return the first version of a fork that its ancestors no longer have, or have with another event, if any."""
        if not lineage.joints:
            return None
        joints = [(*_before(lineage, one.version), one.version, one.hash) for one in lineage.joints]
        row = await self._database.row(sql.BROKEN_JOINT, *zip(*joints, strict=True))
        if row is None:
            return None
        after, last = row["after"], row["last"]
        ends = (last, row["head"] or after, last if row["kept"] is None else row["kept"])
        return int(max(after, min(ends))) + 1

    async def missing(self, lineage: Lineage, until: int) -> int | None:
        """Return the first version of a gap in the log, up to a version, if there is a gap."""
        for part in lineage.overlapping(0, until):
            if version := await self._database.value(sql.MISSING_VERSION, *part):
                return int(version)
        return None


def _loss(row: Record) -> Loss:
    return Loss(row["session"], row["version"], row["hash"], row["kept"])


def _before(lineage: Lineage, version: int) -> tuple[UUID, int]:
    """Return the session whose rows contain a version, and the version before its first row."""
    return next(part for part in lineage.parts if version <= part.until)[:2]


def _corrections(loss: Loss, head: int) -> list[tuple[str, tuple[object, ...]]]:
    """Return the statements that record the loss and correct rows about versions after the head.

    There are such rows only if rows of the log were deleted, and not after a restore of the whole database.
    """
    session, _, _, kept = loss
    return [
        (sql.INSERT_LOSS, tuple(loss)),
        (sql.DELETE_LOST_REFUSALS, (session, head)),
        (sql.DELETE_LOST_DELIVERIES, (session, head, kept)),
        (sql.MOVE_CURSORS_BACK, (session, head, kept)),
    ]
