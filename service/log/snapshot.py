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
from verger.service.database.record import Record
from verger.service.log import sql
from verger.service.log.codec import Codec, codec, codecs_by_format, digest_of, encode_state
from verger.service.log.lineage import ENDLESS, LineagePart
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
        """Store the state after an event, unless the log has another; an older one is replaced."""
        await self.keep_all([StateAt(row.session, row.version, row.hash, state)])

    async def keep_all(self, states: Sequence[StateAt]) -> None:
        """Store states in one transaction: of a log that has the event, and one of a head if it ends there.

        Heads of the same session that were stored before go.
        """
        # In one order everywhere: or two processes would wait for each other's sessions.
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
