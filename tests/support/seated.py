"""A token that has a seat, stored without the API."""

from uuid import UUID, uuid4

from verger.domain.core.identifier import SeatId
from verger.service.database.pool import Connection
from verger.service.edge.asking import Seated
from verger.service.identity.identity import issue, seat_token
from verger.service.wiring import Parts


async def seated(connection: Connection, session: UUID, seat: SeatId, secret: str = "") -> UUID:
    """Issue a token for this seat. Return the token's id, which is also its secret by default."""
    id = uuid4()
    await issue(connection, id, secret or str(id), "sat there")
    await seat_token(connection, id, session, seat)
    return id


async def reader(parts: Parts, session: UUID, seat: SeatId) -> Seated:
    """Return a reader whose new token has this seat."""
    async with parts.database.connection() as connection:
        token = await seated(connection, session, seat)
    bearer = await parts.identity.bearer(token, session)
    assert bearer
    return Seated(session, (seat,), None, bearer=bearer)
