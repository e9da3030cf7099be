"""Stream tickets: each opens one live stream of a session, once and soon, by a token's rights."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from verger.service.database.pool import Database, plain
from verger.service.identity.secret import Secrets, hashed

LIFE_SECONDS = 60


class Ticket(NamedTuple):
    """A ticket that was issued."""

    secret: str
    expires_at: datetime


class StreamTickets:
    """Tickets, in the database: any process takes what any has issued."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def issue(self, token: UUID, session: UUID) -> Ticket:
        """Issue a ticket, and clear those that nobody used in time.

        Binds: the ticket's hash, the session, the token, and for how many seconds it is good.
        """
        sql = (
            "WITH cleared AS (DELETE FROM stream_tickets WHERE expires_at <= now())"
            " INSERT INTO stream_tickets (hash, session, token, expires_at)"
            " VALUES ($1, $2, $3, date_trunc('second', now()) + make_interval(secs => $4))"
            " RETURNING expires_at"
        )
        secret = Secrets(None, cell=self._database.cell).ticket()
        made = await self._database.row(sql, hashed(secret), session, token, LIFE_SECONDS)
        return Ticket(secret, made[0])

    async def take(self, secret: str, session: UUID) -> UUID | None:
        """The token that a ticket stands for; the ticket is used up by this."""
        sql = (
            "DELETE FROM stream_tickets WHERE hash = $1 AND session = $2 AND expires_at > now()"
            " RETURNING token"
        )
        taken = await self._database.row(sql, hashed(secret), session)
        return plain(taken[0]) if taken else None
