"""Stream tickets: each opens one live stream of a session with a token's rights, once and within a minute."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from verger.service.database.pool import Database
from verger.service.identity import sql
from verger.service.identity.secret import Secrets, hashed

LIFE_SECONDS = 60


class Ticket(NamedTuple):
    """An issued ticket."""

    secret: str
    expires_at: datetime


class StreamTickets:
    """Tickets in the database. Every process accepts tickets of all others."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def issue(self, token: UUID, session: UUID) -> Ticket:
        """Issue a ticket, and delete tickets that expired before they were used."""
        secret = Secrets(None, cell=self._database.cell).ticket()
        binds = (hashed(secret), session, token, LIFE_SECONDS)
        return Ticket(secret, await self._database.value(sql.INSERT_TICKET, *binds))

    async def take(self, secret: str, session: UUID) -> UUID | None:
        """Use up a ticket. Return its token, or None if it is not valid."""
        token: UUID | None = await self._database.value(sql.TAKE_TICKET, hashed(secret), session)
        return token
