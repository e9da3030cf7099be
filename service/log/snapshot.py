"""Snapshots: a cache of states, so that deep logs need not be folded from their start.

One that is unreadable, of another format, with a wrong digest or of an event that the log does
not have (any more) is a miss, never an error.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import structlog

from domain.core.decider import State
from domain.table.amending import UnknownAmendmentError, require_known_in
from service.database.pool import Database
from service.log.codec import Codec, codec, codec_like, digest_of, encode_state
from service.log.lineage import ENDLESS, LineagePart
from service.log.rewriting import HOLDS
from service.log.row import Row

EVERY = 200
"""Events from one snapshot to the next."""

TRIED = 3
"""The most snapshots of a log that are looked at for one that is usable."""

_log = structlog.get_logger()


class Snapshot(NamedTuple):
    """A state at a version, with the codec of its ruleset."""

    version: int
    hash: bytes
    at: datetime
    """The hash and the time of the event that it is the state after."""
    state: State[Any]
    codec: Codec


class Snapshots:
    """The snapshots of every session."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def newest(self, session: UUID, until: int = ENDLESS) -> Snapshot | None:
        """The newest snapshot of a session's own events up to a version, if it is usable."""
        return await self.of([LineagePart(session, 0, until)])

    async def of(self, parts: Sequence[LineagePart]) -> Snapshot | None:
        """The newest usable snapshot of a log, of which each part's newest counts."""
        sql = (
            "SELECT own.* FROM unnest($1::uuid[], $2::bigint[]) AS part (holder, until)"  # noqa: S608
            " CROSS JOIN LATERAL"
            " (SELECT s.session, s.version, e.hash, e.at, s.format, s.digest, s.state"
            " FROM snapshots s JOIN events e"
            " ON (e.session, e.version, e.hash) = (s.session, s.version, s.hash)"
            " WHERE s.session = holder AND s.version <= until ORDER BY s.version DESC LIMIT 1) AS own"
            f" ORDER BY version DESC LIMIT {TRIED}"
        )
        columns = [part.session for part in parts], [part.until for part in parts]
        rows = await self._database.rows(sql, *columns)
        return next(filter(None, map(_read, rows)), None)

    async def keep(self, row: Row, state: State[Any]) -> None:
        """Store the state after an event, unless the log has another; an older one is replaced."""
        text = encode_state(state)
        sql = (
            "INSERT INTO snapshots (session, version, hash, format, digest, state)"  # noqa: S608
            " SELECT session, version, hash, $4, $5, $6 FROM events"
            " WHERE (session, version, hash) = ($1, $2, $3)"
            f" AND {HOLDS} ON CONFLICT (session, version) DO UPDATE SET hash = excluded.hash,"
            " format = excluded.format, digest = excluded.digest, state = excluded.state"
        )
        form = codec(state.table.ruleset, state.table.ruleset_version).format
        binds = (row.session, row.version, row.hash, form, digest_of(text), text.decode())
        await self._database.row(sql, *binds)


def _read(found: Any) -> Snapshot | None:
    session, version, held, at, form, digest, text = found
    known = codec_like(form)
    if known is None:
        return None
    if digest_of(text.encode()) != digest:
        _log.warning("snapshot_damaged", session=str(session), version=version)
        return None
    try:
        state = known.states.decode(text)
        require_known_in(known.ruleset, state)
    except (msgspec.MsgspecError, UnknownAmendmentError):
        _log.warning("snapshot_unreadable", session=str(session), version=version)
        return None
    return Snapshot(version, held, at, state, known)
