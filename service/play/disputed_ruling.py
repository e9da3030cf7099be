"""Disputed rulings: before a move that opens a dispute is judged, read the ruling that it disputes."""

from uuid import UUID

import msgspec

from verger.domain.core.dispute import OfEvent, Ruled
from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Allowed, Refused
from verger.domain.dispute.arguing import DisputeRuling, RecordedDispute, recorded_dispute, ruled
from verger.service.log.refusals import Refusals
from verger.service.log.store import Store
from verger.service.play.damage import read_event


class _Recorded(msgspec.Struct):
    """The part of an event that its dispute keeps."""

    ruling: Allowed


_read = msgspec.json.Decoder(_Recorded).decode


async def with_ruling(
    store: Store, refusals: Refusals, session: UUID, move: DisputeRuling
) -> RecordedDispute:
    """Return a dispute with the ruling that it disputes, if there is one."""
    if isinstance(move.about, OfEvent):
        return recorded_dispute(move, await _of_event(store, session, move.about.version))
    return recorded_dispute(move, await _of_refusal(refusals, session, move.about.number))


async def _of_event(store: Store, session: UUID, version: int) -> Ruled | None:
    for row in await store.read(session, version - 1, 1):
        recorded = read_event(session, row, _read)
        return ruled(version, row.type, _seat(row.seat), recorded.ruling)
    return None


async def _of_refusal(refusals: Refusals, session: UUID, number: int) -> Ruled | None:
    for kept in await refusals.read(session, number + 1, 1):
        if kept.number == number:
            ruling = msgspec.json.decode(kept.ruling, type=Refused)
            return ruled(kept.version, kept.type, _seat(kept.seat), ruling)
    return None


def _seat(seat: str | None) -> SeatId | None:
    return SeatId(seat) if seat is not None else None
