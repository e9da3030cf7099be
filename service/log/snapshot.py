"""Snapshots: a cache of states, so that deep logs need not be folded from their start.

One that is unreadable, of another format, with a wrong digest or of an event that the log does
not have (any more) is a miss, never an error.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import structlog

from verger.domain.core.decider import State
from verger.domain.core.since import NewerError
from verger.domain.table.newer import require_known_in
from verger.service.database.outage import DamagedError
from verger.service.database.pool import Database
from verger.service.log.codec import Codec, codec, codecs_by_format, digest_of, encode_state
from verger.service.log.lineage import ENDLESS, LineagePart
from verger.service.log.rewriting import HOLDS
from verger.service.log.row import Row

EVERY = 200
"""Events from one snapshot to the next."""
TRAIL = 64
"""Hashes that come with a snapshot: of so many events up to its own."""

TRIED = 3
"""The most snapshots of a log that are looked at for one that is usable."""

_log = structlog.get_logger()


class Snapshot(NamedTuple):
    """A state at a version, with the codec of its ruleset."""

    version: int
    hash: bytes
    at: datetime
    """The hash and the time of the event that it is the state after."""
    trail: bytes
    """That hash and those before it, one after the other."""
    state: State[Any]
    codec: Codec


class StateAt(NamedTuple):
    """A state that is to be stored, and the event that it is the state after."""

    session: UUID
    version: int
    hash: bytes
    state: State[Any]
    is_head: bool = False
    """Whether it is stored because the log ends there: the next snapshot replaces it."""


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
            "SELECT own.*, (SELECT string_agg(hash, '' ORDER BY version) FROM events e"  # noqa: S608
            f" WHERE e.session = own.session AND e.version > own.version - {TRAIL}"
            " AND e.version <= own.version)"
            " FROM unnest($1::uuid[], $2::bigint[]) AS part (holder, until)"
            " CROSS JOIN LATERAL"
            " (SELECT s.session, s.version, e.hash, e.at, s.format, s.digest, s.state"
            " FROM snapshots s JOIN events e"
            " ON (e.session, e.version, e.hash) = (s.session, s.version, s.hash)"
            " WHERE s.session = holder AND s.version <= until AND s.format = ANY ($3)"
            " ORDER BY s.version DESC LIMIT 1) AS own"
            f" ORDER BY version DESC LIMIT {TRIED}"
        )
        columns = [part.session for part in parts], [part.until for part in parts]
        try:
            rows = await self._database.rows(sql, *columns, list(codecs_by_format()))
        except DamagedError as error:
            _missed("snapshot_damaged", parts[-1].session, str(error))
            return None
        return next(filter(None, map(_read, rows)), None)

    async def keep(self, row: Row, state: State[Any]) -> None:
        """Store the state after an event, unless the log has another; an older one is replaced."""
        await self.keep_all([StateAt(row.session, row.version, row.hash, state)])

    async def keep_all(self, states: Sequence[StateAt]) -> None:
        """Store states in one transaction: of a log that has the event, and one of a head if it ends there.

        Heads of the same session that were stored before go.
        """
        sql = (
            "WITH kept AS (INSERT INTO snapshots"  # noqa: S608
            " (session, version, hash, is_head, format, digest, state)"
            " SELECT session, version, hash, $4, $5, $6, $7 FROM events"
            f" WHERE (session, version, hash) = ($1, $2, $3) AND {HOLDS} AND NOT ($4 AND"
            " EXISTS (SELECT FROM events WHERE session = $1 AND version > $2))"
            " ON CONFLICT (session, version) DO UPDATE SET hash = excluded.hash,"
            " is_head = snapshots.is_head AND excluded.is_head, format = excluded.format,"
            " digest = excluded.digest, state = excluded.state RETURNING session, version)"
            " DELETE FROM snapshots USING kept WHERE snapshots.session = kept.session"
            " AND snapshots.version < kept.version AND is_head"
        )
        # In one order everywhere: or two processes would wait for each other's sessions.
        binds = [_stored(one) for one in sorted(states, key=lambda one: one[:2])]
        async with self._database.connection(writes=True) as connection:
            await connection.executemany(sql, binds)


@lru_cache(maxsize=10_000)
def _missed(event: str, session: UUID, reason: str) -> None:
    """Log once that a snapshot cannot be used."""
    _log.warning(event, session=str(session), reason=reason)


def _stored(one: StateAt) -> tuple[object, ...]:
    text, table = encode_state(one.state), one.state.table
    form = codec(table.ruleset, table.ruleset_version).format
    return *one[:3], one.is_head, form, digest_of(text), text.decode()


def _read(found: Any) -> Snapshot | None:
    session, version, held, at, form, digest, text, trail = found
    known = codecs_by_format()[form]
    if digest_of(text.encode()) != digest:
        _missed("snapshot_damaged", session, f"version {version}")
        return None
    try:
        state = known.states.decode(text)
        require_known_in(known.ruleset, state)
    except (msgspec.MsgspecError, NewerError):
        _missed("snapshot_unreadable", session, f"version {version}")
        return None
    return Snapshot(version=version, hash=held, at=at, trail=trail, state=state, codec=known)
