"""Stream tickets: each opens one live stream of a session, once and soon, by a token's rights."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from verger.service.database.pool import Database
from verger.service.identity import sql
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
        """Issue a ticket, and delete tickets that expired before they were used."""
        secret = Secrets(None, cell=self._database.cell).ticket()
        binds = (hashed(secret), session, token, LIFE_SECONDS)
        return Ticket(secret, await self._database.value(sql.INSERT_TICKET, *binds))

    async def take(self, secret: str, session: UUID) -> UUID | None:
        """The token that a ticket stands for; the ticket is used up by this."""
        token: UUID | None = await self._database.value(sql.TAKE_TICKET, hashed(secret), session)
        return token
