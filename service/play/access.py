"""The end of access: when a seat ends, all access that came from it ends here.

A seat ends when its holder leaves, when the table vacates or removes it, when it is reissued, and when
somebody else takes it. A function of the database ends the access to a whole session (`end_session`).
"""

from uuid import UUID

from verger.domain.core.identifier import SeatId
from verger.service.database.pool import Connection
from verger.service.identity import claim_code, identity


async def end_seat(connection: Connection, session: UUID, seat: SeatId) -> None:
    """End the tokens, codes and webhooks of a seat, in the transaction of its event.

    Tickets, streams and the feed look up the seats of their token (`verger.service.edge.following`).
    """
    tokens = await _take_tokens(connection, session, seat)
    await claim_code.void(connection, session, seat)
    await _void_handed_out(connection, session, tokens)
    await _delete_webhooks(connection, session, seat)


async def take_over(connection: Connection, token: UUID, session: UUID, seat: SeatId) -> None:
    """Let a token act for a seat, and end the access of every other token to it (`table.claim`)."""
    await end_seat(connection, session, seat)
    await identity.seat_token(connection, token, session, seat)


async def _take_tokens(connection: Connection, session: UUID, seat: SeatId) -> list[UUID]:
    """Take a seat from all its tokens, and record those that hold no other seat of the session."""
    # A request that issues access with one of these tokens locks it too (`identity.held`), so both wait.
    lock = (
        "SELECT FROM tokens WHERE id IN"
        " (SELECT token FROM token_seats WHERE session = $1 AND seat = $2) FOR UPDATE"
    )
    await connection.execute(lock, session, seat)
    ended = "DELETE FROM token_seats WHERE session = $1 AND seat = $2 RETURNING token"
    tokens = [row[0] for row in await connection.fetch(ended, session, seat)]
    remember = (
        "INSERT INTO former_seats (session, token) SELECT $1, token FROM unnest($2::uuid[]) ended (token)"
        " WHERE NOT EXISTS (SELECT FROM token_seats s WHERE s.token = ended.token AND s.session = $1)"
    )
    await connection.execute(remember, session, tokens)
    return tokens


async def _void_handed_out(connection: Connection, session: UUID, tokens: list[UUID]) -> None:
    """Make the unused codes void that these tokens handed out for a session or for its forks."""
    sql = (
        "UPDATE claims c SET used_at = now()"
        " WHERE (token = ANY($2) OR issuer = ANY($2)) AND used_at IS NULL"
        " AND EXISTS (WITH RECURSIVE line AS (SELECT c.session"
        " UNION ALL SELECT f.parent FROM line JOIN forks f USING (session))"
        " SELECT FROM line WHERE session = $1)"
    )
    await connection.execute(sql, session, tokens)


async def _delete_webhooks(connection: Connection, session: UUID, seat: SeatId) -> None:
    """Delete the webhooks of a seat that changes hands: its new holder did not make them."""
    sql = "DELETE FROM webhooks WHERE session = $1 AND seat = $2"
    await connection.execute(sql, session, seat)
