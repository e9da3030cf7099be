"""Snapshots: stored states, so that a long log need not be folded from its start.

A snapshot is ignored without an error if it is unreadable, has another format or a wrong digest, or if
the log does not have its event.
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
from verger.service.database.record import Record
from verger.service.log import sql
from verger.service.log.codec import Codec, codec, codecs_by_format, digest_of, encode_state
from verger.service.log.lineage import ENDLESS, LineagePart
from verger.service.log.row import Row

EVERY = 200
"""The number of events from one snapshot to the next."""
TRAIL = 64
"""The number of hashes that are read with a snapshot: those of its event and of the events before it."""

TRIED = 3
"""The maximum number of snapshots of a log that are tried to find a usable one."""

_log = structlog.get_logger()


class Snapshot(NamedTuple):
    """A state at a version, with the codec of its ruleset."""

    version: int
    hash: bytes
    at: datetime
    """The time of the event that led to the state. `hash` is the hash of the same event."""
    trail: bytes
    """The hashes of this event and of the events before it, joined in the order of their versions."""
    state: State[Any]
    codec: Codec


class StateAt(NamedTuple):
    """A state to store, and the event that led to it."""

    session: UUID
    version: int
    hash: bytes
    state: State[Any]
    is_head: bool = False
    """True if it is stored because the log ends there. The next stored snapshot then replaces it."""


class Snapshots:
    """The snapshots of every session."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def newest(self, session: UUID, until: int = ENDLESS) -> Snapshot | None:
        """Return the newest snapshot of a session's own events up to a version, if it is usable."""
        return await self.of([LineagePart(session, 0, until)])

    async def of(self, parts: Sequence[LineagePart]) -> Snapshot | None:
        """Return the newest usable snapshot of a log. Only the newest one of each part is tried."""
        columns = [part.session for part in parts], [part.until for part in parts]
        try:
            formats = list(codecs_by_format())
            rows = await self._database.rows(sql.SNAPSHOTS, *columns, formats, TRAIL, TRIED)
        except DamagedError as error:
            _missed("snapshot_damaged", parts[-1].session, str(error))
            return None
        return next(filter(None, map(_read, rows)), None)

    async def digests(self, parts: Sequence[LineagePart], form: str) -> dict[int, bytes]:
        """Return the digests of the snapshots of a log in this format, by version."""
        columns = zip(*parts, strict=True)
        try:
            rows = await self._database.rows(sql.SNAPSHOT_DIGESTS, *map(list, columns), form)
        except DamagedError as error:
            _missed("snapshot_damaged", parts[-1].session, str(error))
            return {}
        return {row["version"]: row["digest"] for row in rows}

    async def keep(self, row: Row, state: State[Any]) -> None:
        """Store the state after an event. Do nothing if the log does not have this event any more."""
        await self.keep_all([StateAt(row.session, row.version, row.hash, state)])

    async def keep_all(self, states: Sequence[StateAt]) -> None:
        """Store states in one transaction. Skip a state if the log does not have its event.

        Also skip the state of a head (`is_head`) if the log continues after it. Earlier states of heads of
        the same session are deleted.
        """
        # All processes use the same order. If not, two processes could wait for each other's sessions.
        binds = [_stored(one) for one in sorted(states, key=lambda one: one[:2])]
        async with self._database.connection(writes=True) as connection:
            await connection.executemany(sql.KEEP_SNAPSHOT, binds)


@lru_cache(maxsize=10_000)
def _missed(event: str, session: UUID, reason: str) -> None:
    """Log once that a snapshot cannot be used."""
    _log.warning(event, session=str(session), reason=reason)


def _stored(one: StateAt) -> tuple[object, ...]:
    text, table = encode_state(one.state), one.state.table
    form = codec(table.ruleset, table.ruleset_version).format
    return *one[:3], one.is_head, form, digest_of(text), text.decode()


def _read(row: Record) -> Snapshot | None:
    session, version, text = row["session"], row["version"], row["state"]
    known = codecs_by_format()[row["format"]]
    if digest_of(text.encode()) != row["digest"]:
        _missed("snapshot_damaged", session, f"version {version}")
        return None
    try:
        state = known.states.decode(text)
        require_known_in(known.ruleset, state)
    except (msgspec.MsgspecError, NewerError):
        _missed("snapshot_unreadable", session, f"version {version}")
        return None
    return Snapshot(
        version=version,
        hash=row["hash"],
        at=row["at"],
        trail=row["trail"],
        state=state,
        codec=known,
    )
