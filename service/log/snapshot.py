"""Snapshots: a cache of states, so that deep logs need not be folded from their start.

One that is unreadable, of another format or with a wrong digest is a miss, never an error.
"""

from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import structlog

from domain.core.decider import State
from service.database.pool import Database
from service.log.codec import Codec, codec, codec_like, digest_of, encode_state
from service.log.lineage import ENDLESS
from service.log.rewriting import HOLDS

EVERY = 200
"""Events from one snapshot to the next."""

_log = structlog.get_logger()


class Snapshot(NamedTuple):
    """A state at a version, with the codec of its ruleset."""

    version: int
    state: State[Any]
    codec: Codec


class Snapshots:
    """The snapshots of every session."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def newest(self, session: UUID, until: int = ENDLESS) -> Snapshot | None:
        """The newest snapshot up to a version, if it is usable."""
        sql = (
            "SELECT version, format, digest, state FROM snapshots"
            " WHERE session = $1 AND version <= $2 ORDER BY version DESC LIMIT 1"
        )
        found = await self._database.row(sql, session, until)
        return _read(session, *found) if found else None

    async def keep(self, session: UUID, version: int, state: State[Any]) -> None:
        """Store a snapshot; one that is there already is replaced."""
        text = encode_state(state)
        sql = (
            "INSERT INTO snapshots (session, version, format, digest, state)"
            " SELECT $1, $2, $3, $4, $5"
            f" WHERE {HOLDS} ON CONFLICT (session, version) DO UPDATE"
            " SET format = excluded.format, digest = excluded.digest, state = excluded.state"
        )
        form = codec(state.table.ruleset, state.table.ruleset_version).format
        await self._database.row(sql, session, version, form, digest_of(text), text.decode())


def _read(session: UUID, version: int, form: str, digest: bytes, text: str) -> Snapshot | None:
    known = codec_like(form)
    if known is None:
        return None
    if digest_of(text.encode()) != digest:
        _log.warning("snapshot_damaged", session=str(session), version=version)
        return None
    try:
        return Snapshot(version, known.states.decode(text), known)
    except msgspec.MsgspecError:
        _log.warning("snapshot_unreadable", session=str(session), version=version)
        return None
