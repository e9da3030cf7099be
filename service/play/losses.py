"""Losses: what a process had of a session and its log has no longer, as the database went back.

A standby that had not heard of the newest events became the primary, a backup was restored, or
rows were deleted. The process says so, goes on from what there is, and keeps it on record.
"""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import structlog

from verger.service.database.outage import UnavailableError
from verger.service.database.pool import Database
from verger.service.log.lineage import Lineage

_log = structlog.get_logger()


class Loss(NamedTuple):
    """The newest event that a process had of a session, and how much of that is left."""

    session: UUID
    version: int
    hash: bytes
    kept: int
    """The newest version that is as it was; 0 where the session is gone."""


class RecordedLoss(NamedTuple):
    """A loss, and when it was found."""

    loss: Loss
    at: datetime


class Losses:
    """What was lost of sessions, as far as a process had it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.found = 0
        """How often this process found a log gone back."""

    async def record(self, loss: Loss, head: int) -> None:
        """Say and record that a log went back, and correct what went beyond its head."""
        self.found += 1
        told = loss._asdict() | {"session": str(loss.session), "hash": loss.hash.hex()}
        _log.error("log_went_back", head=head, **told)
        try:
            async with self._database.connection() as connection, connection.transaction():
                for sql, binds in _corrections(loss, head):
                    await connection.execute(sql, *binds)
        except UnavailableError as error:
            _log.warning("loss_not_recorded", session=str(loss.session), reason=str(error))

    async def all(self) -> list[RecordedLoss]:
        """Every loss on record, the oldest first."""
        sql = "SELECT session, version, hash, kept, at FROM lost ORDER BY at, session, version"
        rows = await self._database.rows(sql)
        return [RecordedLoss(Loss(UUID(int=row[0].int), *row[1:4]), row[4]) for row in rows]

    async def broken(self, lineage: Lineage) -> int | None:
        """The first version of a fork that its ancestors do not have as it was forked, if any."""
        if not lineage.joints:
            return None
        sql = (
            "SELECT after, joint - 1,"
            " (SELECT max(version) FROM events WHERE session = holder AND version <= joint),"
            " (SELECT min(kept) FROM lost WHERE session = holder AND kept < joint)"
            " FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bytea[])"
            " AS part (holder, after, joint, joined)"
            " WHERE (SELECT hash FROM events WHERE session = holder AND version = joint)"
            " IS DISTINCT FROM joined ORDER BY joint LIMIT 1"
        )
        joints = [(*_before(lineage, one.version), one.version, one.hash) for one in lineage.joints]
        found = await self._database.row(sql, *zip(*joints, strict=True))
        if found is None:
            return None
        after, last, head, kept = found
        ends = (last, head or after, last if kept is None else kept)
        return int(max(after, min(ends))) + 1

    async def missing(self, lineage: Lineage, until: int) -> int | None:
        """The first version up to one that the log has not, though it is beyond, if any."""
        sql = (
            "SELECT version FROM generate_series($2::bigint + 1, $3) AS every (version)"
            " WHERE NOT EXISTS"
            " (SELECT FROM events e WHERE e.session = $1 AND e.version = every.version)"
            " ORDER BY version LIMIT 1"
        )
        for part in lineage.overlapping(0, until):
            if found := await self._database.row(sql, *part):
                return int(found[0])
        return None


def _before(lineage: Lineage, version: int) -> tuple[UUID, int]:
    """Whose rows hold a version, and after which one they begin."""
    return next(part for part in lineage.parts if version <= part.until)[:2]


def _corrections(loss: Loss, head: int) -> list[tuple[str, tuple[object, ...]]]:
    """The record, and the rows that tell of versions beyond the log's head.

    A database that went back as a whole has none of these; one from which rows were deleted may.
    """
    session, _, _, kept = loss
    record = (
        "INSERT INTO lost (session, version, hash, kept) VALUES ($1, $2, $3, $4)"
        " ON CONFLICT (session, version, hash) DO NOTHING"
    )
    refusals = "DELETE FROM refusals WHERE session = $1 AND version > $2"
    deliveries = (
        "DELETE FROM deliveries d USING webhook_logs l WHERE d.webhook = l.webhook"
        " AND d.session = l.session AND l.session = $1"
        " AND l.cursor > $2 AND d.version > $3 AND d.next_at IS NOT NULL"
    )
    webhooks = "UPDATE webhook_logs SET cursor = $3, head = $2 WHERE session = $1 AND cursor > $2"
    return [
        (record, tuple(loss)),
        (refusals, (session, head)),
        (deliveries, (session, head, kept)),
        (webhooks, (session, head, kept)),
    ]
