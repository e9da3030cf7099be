"""The end of access to a seat: end the tokens, codes and webhooks of the holder who loses it.

A holder loses a seat by leaving, if the table vacates, removes or reissues the seat, or if somebody else
takes it. A function of the database ends the access to a whole session (`end_session`).
"""

from uuid import UUID

from verger.domain.core.identifier import SeatId
from verger.service.database.pool import Connection
from verger.service.identity import claim_code, identity
from verger.service.play import sql


async def end_seat(connection: Connection, session: UUID, seat: SeatId) -> None:
    """End the tokens, codes and webhooks of a seat, in the transaction of its event.

    Tickets, streams and the feed need no change: they look up the seats of their token again.
    """
    tokens = await _take_tokens(connection, session, seat)
    await claim_code.void(connection, session, seat)
    await connection.execute(sql.VOID_HANDED_OUT_CODES, session, tokens)
    # The webhooks of the seat belong to its former holder.
    await connection.execute(sql.DELETE_WEBHOOKS_OF_SEAT, session, seat)


async def take_over(connection: Connection, token: UUID, session: UUID, seat: SeatId) -> None:
    """Let a token act for a seat, and end the access of every other token to it (`table.claim`)."""
    await end_seat(connection, session, seat)
    await identity.seat_token(connection, token, session, seat)


async def _take_tokens(connection: Connection, session: UUID, seat: SeatId) -> list[UUID]:
    """Take a seat from all its tokens. Record each token that then holds no seat of the session."""
    await connection.execute(sql.LOCK_TOKENS_OF_SEAT, session, seat)
    ended = await connection.fetch(sql.DELETE_TOKENS_OF_SEAT, session, seat)
    tokens = [row["token"] for row in ended]
    await connection.execute(sql.INSERT_FORMER_SEATS, session, tokens)
    return tokens
