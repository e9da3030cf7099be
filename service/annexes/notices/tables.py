"""The tables of a webhook, as they are when a notice is sent."""

from uuid import UUID

from verger.projections.session import NowView
from verger.service.annexes.notices import sql
from verger.service.annexes.notices.question import StateAt
from verger.service.database.pool import Database


class Tables:
    """Reads tables for notices."""

    def __init__(self, database: Database, now: StateAt, home: str | None) -> None:
        self._database = database
        self._now = now
        self._home = home

    async def now(self, session: UUID, version: int = 0) -> NowView | None:
        """Return a session at a version or later, or None if it cannot be read."""
        return await self._now(session, version)

    async def seats(self, webhook: UUID, session: UUID) -> list[str] | None:
        """Return the seats of a webhook in a session, or None if it does not cover the session."""
        seats: list[str] | None = await self._database.value(sql.SEATS_OF_WEBHOOK, webhook, session)
        return seats

    def page(self, session: UUID | None) -> str:
        """Return the address of the page of a session, or of all tables if there is no session.

        It is empty if the server does not know its own address.
        """
        if self._home is None:
            return ""
        return f"{self._home}/watch/{session}" if session else f"{self._home}/watch"
