"""Checkpoints of a session's log, and the keys that they are signed with."""

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
    """A key that checkpoints are or were signed with."""

    id: KeyId
    public_key: Hex32
    """Ed25519, in hex."""
    since: datetime
    retired_at: datetime | None
    """When it signed no more; what it signed before stays good."""


class KeysView(msgspec.Struct, frozen=True):
    """Every key that checkpoints are signed with, the newest first, and the one for Web Push."""

    keys: tuple[KeyView, ...]
    web_push: str
    """What browsers subscribe with (VAPID), as `pushManager.subscribe` takes it."""


@get("/keys", operation_id="listKeys", opt=Operation(bearer="never"), cache_control=PUBLIC)
async def list_keys(request: AnyRequest) -> KeysView:
    """List the public keys that checkpoints are signed with, also those that are retired."""
    parts = parts_of(request)
    found = await parts.keys.published()
    shown = (KeyView(key.id, key.public_key.hex(), key.since, key.retired_at) for key in found)
    return KeysView(tuple(shown), await parts.keys.push.public())


@get(
    "/sessions/{session:str}/checkpoint",
    operation_id="getCheckpoint",
    opt=Operation(gives=Checkpoint),
)
async def get_checkpoint(
    request: AnyRequest, session: str, at: At = None, seat: Seat = None
) -> Response[Any]:
    """Sign that the log holds this version with this hash.

    Kept elsewhere, it shows later that nothing up to this version was rewritten or cut off.
    """
    parts = parts_of(request)
    async with read_at(request, session, LogPoint(at), seat) as found:
        rows = await parts.store.read(found.session.id, found.version - 1, 1)
        row = rows[0]
        checkpoint = signed(await parts.keys.current(), row.session, row.version, row.hash)
        return versioned(request, found, checkpoint)
