"""Checkpoints of a session's log, and the keys that sign them."""

from datetime import datetime
from typing import Any

import msgspec
from litestar import Response, get

from verger.service.archive.checkpoint import Checkpoint, Hex32, KeyId, signed
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import Operation
from verger.service.edge.reading import At, LogPoint, Seat, read_at, versioned
from verger.service.edge.whole import PUBLIC


class KeyView(msgspec.Struct, frozen=True):
    """A key that signs or signed checkpoints."""

    id: KeyId
    """The id of the key."""
    public_key: Hex32
    """The Ed25519 public key, in hex."""
    since: datetime
    """The time when it began to sign."""
    retired_at: datetime | None
    """The time when it was retired; null if it still signs. Earlier signatures stay valid."""


class KeysView(msgspec.Struct, frozen=True):
    """All keys that sign checkpoints, the newest first, and the key for Web Push."""

    keys: tuple[KeyView, ...]
    """The keys, the newest first."""
    web_push: str
    """The key for `pushManager.subscribe` in browsers (VAPID)."""


@get("/keys", operation_id="listKeys", opt=Operation(bearer="never"), cache_control=PUBLIC)
async def list_keys(request: AnyRequest) -> KeysView:
    """List the keys of checkpoints.

    Use these public keys to verify checkpoints and statements. The list includes retired keys.
    """
    parts = parts_of(request)
    keys = await parts.keys.published()
    shown = (KeyView(key.id, key.public_key.hex(), key.since, key.retired_at) for key in keys)
    return KeysView(tuple(shown), await parts.keys.push.public())


@get(
    "/sessions/{session:str}/checkpoint",
    operation_id="getCheckpoint",
    opt=Operation(gives=Checkpoint),
)
async def get_checkpoint(
    request: AnyRequest, session: str, at: At = None, seat: Seat = None
) -> Response[Any]:
    """Sign a version of the log.

    Keep the answer. It proves later that nothing up to this version was changed or removed. The
    server signs that the log has this version with this hash.
    """
    parts = parts_of(request)
    async with read_at(request, session, LogPoint(at), seat) as point:
        rows = await parts.store.read(point.session.id, point.version - 1, 1)
        row = rows[0]
        checkpoint = signed(await parts.keys.current(), row.session, row.version, row.hash)
        return versioned(request, point, checkpoint)
