"""The seats of a new session, and their claim codes."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
from msgspec.structs import replace

from verger.domain.core.identifier import SeatId
from verger.domain.core.seat import SeatKind
from verger.service.database.pool import Connection
from verger.service.identity import claim_code
from verger.service.identity.claim_code import Issuer
from verger.service.identity.secret import Secrets


class OfferedSeat(msgspec.Struct, frozen=True):
    """A seat of a new session, with the code for taking it."""

    seat: SeatId
    """The id of the seat."""
    kind: SeatKind
    """The kind of seat: `gm`, `player` or `observer`."""
    name: str
    """The name of the seat until somebody takes it."""
    claim_code: str | None = None
    """The code for taking the seat, shown once. Null if the seat is taken."""


async def offer(
    connection: Connection,
    session: UUID,
    seats: Sequence[OfferedSeat],
    own: SeatId | None,
    by: Secrets,
    issuer: Issuer,
) -> None:
    """Make a claim code valid for each of these seats, except for `own`."""
    for seat in seats:
        if seat.seat != own:
            code = by.code(seat.seat)
            await claim_code.offer(connection, code, session, seat.seat, issuer)


def with_codes(
    seats: Sequence[OfferedSeat], own: SeatId | None, by: Secrets
) -> tuple[OfferedSeat, ...]:
    """Return the seats with their claim codes. The codes are shown once."""
    return tuple(
        seat if seat.seat == own else replace(seat, claim_code=by.code(seat.seat)) for seat in seats
    )
