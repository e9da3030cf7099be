"""The lobby: tables that are listed, who asks for a seat there, and who is let in.

Who asks has a token, which gets the seat: their own, or one that was made for it and may do nothing
until then. So what opens the seat is given to nobody else.
"""

from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple, Self
from uuid import UUID

from verger.domain.core.identifier import SeatId
from verger.service.annexes.lobby import sql
from verger.service.database.pool import AFTER_ALL, FAR_AHEAD, Connection, Database
from verger.service.identity import identity
from verger.service.identity.cell import new_id
from verger.service.identity.grant import Grant, ends_after
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

LISTED = timedelta(days=30)
"""How long a table is listed, unless its host lists it anew."""
ASK_LIFE = timedelta(days=7)
"""How long an ask waits, and how long what came of it is told."""
ASKS_TOKEN, ASKS_TABLE = 5, 20
"""Asks that wait at a time, of one token and at one table."""

State = Literal["waiting", "let_in", "declined"]


class Listing(NamedTuple):
    """A table that is listed, as far as its host says it."""

    session: UUID
    id: UUID
    language: str
    plays: str
    about: str
    listed_at: datetime
    until: datetime

    @property
    def place(self) -> "ListPosition":
        """Where it stands in the list."""
        return ListPosition(self.listed_at, self.id)


class Ask(NamedTuple):
    """Somebody who asks for a seat, and what came of it."""

    id: UUID
    session: UUID
    token: UUID
    name: str
    note: str
    asked_at: datetime
    until: datetime
    state: State
    seat: str | None


class ListPosition(NamedTuple):
    """A place in the list of tables: after one of them, which may have left it meanwhile."""

    listed_at: datetime
    id: UUID

    def __str__(self) -> str:
        """The place as clients keep it; nothing but this module reads it."""
        return f"{int(self.listed_at.timestamp() * 1_000_000)}.{self.id.hex}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The place that a client has kept, in the form of PLACE."""
        at, _, id = text.partition(".")
        return cls(_EPOCH + timedelta(microseconds=int(at)), UUID(id[:32]))


PLACE = "^[0-9]{1,16}\\.[0-9a-f]{32}$"
"""The form of a place."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_BEFORE_NEWEST = ListPosition(FAR_AHEAD, AFTER_ALL)


class Lobby:
    """Listings and asks, in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def listed(
        self, language: str | None, after: ListPosition | None, limit: int
    ) -> list[Listing]:
        """Listings after a place, the newest first."""
        binds = (*(after or _BEFORE_NEWEST), limit)
        rows = (
            await self._database.rows(sql.LISTINGS, *binds)
            if language is None
            else await self._database.rows(sql.LISTINGS_IN_LANGUAGE, *binds, language)
        )
        return [Listing(**row) for row in rows]

    async def of(self, session: UUID) -> Listing | None:
        """How a session is listed, if it is."""
        row = await self._database.row(sql.LISTING_OF_SESSION, session)
        return Listing(**row) if row else None

    async def table(self, id: UUID | None) -> Listing:
        """A listing by its own id."""
        row = await self._database.row(sql.LISTING, id)
        if row is None:
            raise ProblemError(ProblemCode.NO_SUCH_TABLE)
        return Listing(**row)

    async def keep(self, session: UUID, language: str, plays: str, about: str) -> None:
        """List a session, or have it listed otherwise, from now on; its id stays."""
        await self._database.row(sql.DELETE_OLD_LISTINGS)
        id, until = new_id(self._database.cell), ends_after(LISTED)
        await self._database.row(sql.KEEP_LISTING, session, id, language, plays, about, until)

    async def take_off(self, session: UUID) -> None:
        """List a session no more."""
        await self._database.row(sql.DELETE_LISTING, session)

    async def at(self, session: UUID) -> list[Ask]:
        """Who waits for a seat in a session, the first first."""
        return [Ask(**row) for row in await self._database.rows(sql.ASKS_AT_TABLE, session)]

    async def by(self, token: UUID) -> list[Ask]:
        """What a token has asked for, the newest first."""
        return [Ask(**row) for row in await self._database.rows(sql.ASKS_OF_TOKEN, token)]

    async def ask(self, id: UUID | None) -> Ask:
        """One ask that has not ended."""
        row = await self._database.row(sql.ASK, id)
        if row is None:
            raise ProblemError(ProblemCode.NO_SUCH_ASK)
        return Ask(**row)

    async def withdraw(self, id: UUID) -> None:
        """Forget an ask, unless its token has the seat by now."""
        if await self._database.row(sql.WITHDRAW, id) is None:
            raise ProblemError(ProblemCode.ASK_ANSWERED)

    async def decline(self, id: UUID) -> None:
        """Let whoever asks not in."""
        if await self._database.row(sql.DECLINE, id) is None:
            raise ProblemError(ProblemCode.ASK_ANSWERED)


async def put(connection: Connection, ask: Ask, new: str | None) -> None:
    """Put an ask down; with the secret of a new token, for who has none yet."""
    # One after the other, or two at once would both find room for one.
    await connection.execute(sql.LOCK_LISTING, ask.session)
    await connection.execute(sql.DELETE_OLD_ASKS)
    if new is None:
        await connection.execute(sql.LOCK_TOKEN, ask.token)
    if await connection.fetchval(sql.COUNT_AT_TABLE, ask.session) >= ASKS_TABLE:
        raise ProblemError(ProblemCode.TOO_MANY_ASKS, asks_allowed=ASKS_TABLE)
    if await connection.fetchval(sql.COUNT_OF_TOKEN, ask.token) >= ASKS_TOKEN:
        raise ProblemError(ProblemCode.TOO_MANY_ASKS, asks_allowed=ASKS_TOKEN)
    if new is not None:
        grant = Grant(("read", "play"), expires_at=ask.until)
        await identity.issue(connection, ask.token, new, "asks for a seat", grant)
    is_new = new is not None
    binds = (ask.id, ask.session, ask.token, is_new, ask.name, ask.note, ask.until)
    if await connection.fetchval(sql.INSERT_ASK, *binds) is None:
        raise ProblemError(ProblemCode.ASKED_ALREADY)


async def let_in(connection: Connection, ask: Ask, seat: SeatId, grant: Grant) -> None:
    """Record that an ask got its seat, in the same transaction that takes the seat."""
    # A token that was revoked since the ask gets no seat. `held` and a revocation wait for each other.
    if await identity.held(connection, ask.token, ask.session) is None:
        raise ProblemError(ProblemCode.NO_SUCH_ASK)
    is_new = await connection.fetchval(sql.LET_IN, ask.id, seat, ends_after(ASK_LIFE))
    if is_new is None:
        raise ProblemError(ProblemCode.ASK_ANSWERED)
    if is_new:
        changed = (list(grant.scopes), grant.expires_at, grant.is_renewable)
        await connection.execute(sql.CHANGE_GRANT, ask.token, *changed)
