"""The lobby: tables that are listed, requests for their seats, and the players who are let in.

Each request comes with a token, which gets the seat. It is the sender's own token, or a new one
without rights until then. So nobody else ever gets a secret that opens the seat.
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
"""The time that a table is listed, unless its host lists it again."""
ASK_LIFE = timedelta(days=7)
"""The time that a request waits, and the time that its result is shown."""
ASKS_TOKEN, ASKS_TABLE = 5, 20
"""The maximum number of waiting requests, of one token and at one table."""

State = Literal["waiting", "let_in", "declined"]


class Listing(NamedTuple):
    """A table that is listed, with the description by its host."""

    session: UUID
    id: UUID
    language: str
    plays: str
    about: str
    listed_at: datetime
    until: datetime

    @property
    def place(self) -> "ListPosition":
        """Return its place in the list."""
        return ListPosition(self.listed_at, self.id)


class Ask(NamedTuple):
    """A request for a seat, and its result."""

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
    """A place in the list of tables: directly after a table, even if that table has left the list."""

    listed_at: datetime
    id: UUID

    def __str__(self) -> str:
        """Return the place as clients store it. Only this module reads this text."""
        return f"{int(self.listed_at.timestamp() * 1_000_000)}.{self.id.hex}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the place that a client has stored, in the form of PLACE."""
        at, _, id = text.partition(".")
        return cls(_EPOCH + timedelta(microseconds=int(at)), UUID(id[:32]))


PLACE = "^[0-9]{1,16}\\.[0-9a-f]{32}$"
"""The form of a place."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_BEFORE_NEWEST = ListPosition(FAR_AHEAD, AFTER_ALL)


class Lobby:
    """Listings and requests for seats, in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def listed(
        self, language: str | None, after: ListPosition | None, limit: int
    ) -> list[Listing]:
        """Return the listings after a place, the newest first."""
        binds = (*(after or _BEFORE_NEWEST), limit)
        rows = (
            await self._database.rows(sql.LISTINGS, *binds)
            if language is None
            else await self._database.rows(sql.LISTINGS_IN_LANGUAGE, *binds, language)
        )
        return [Listing(**row) for row in rows]

    async def of(self, session: UUID) -> Listing | None:
        """Return the listing of a session, if there is one."""
        row = await self._database.row(sql.LISTING_OF_SESSION, session)
        return Listing(**row) if row else None

    async def table(self, id: UUID | None) -> Listing:
        """Return a listing by its own id. Raises a problem if there is none."""
        row = await self._database.row(sql.LISTING, id)
        if row is None:
            raise ProblemError(ProblemCode.NO_SUCH_TABLE)
        return Listing(**row)

    async def keep(self, session: UUID, language: str, plays: str, about: str) -> None:
        """List a session, or change its listing from now on. The id of the listing stays."""
        await self._database.row(sql.DELETE_OLD_LISTINGS)
        id, until = new_id(self._database.cell), ends_after(LISTED)
        await self._database.row(sql.KEEP_LISTING, session, id, language, plays, about, until)

    async def take_off(self, session: UUID) -> None:
        """Remove the listing of a session."""
        await self._database.row(sql.DELETE_LISTING, session)

    async def at(self, session: UUID) -> list[Ask]:
        """Return the waiting requests for seats in a session, the oldest first."""
        return [Ask(**row) for row in await self._database.rows(sql.ASKS_AT_TABLE, session)]

    async def by(self, token: UUID) -> list[Ask]:
        """Return the requests of a token, the newest first."""
        return [Ask(**row) for row in await self._database.rows(sql.ASKS_OF_TOKEN, token)]

    async def ask(self, id: UUID | None) -> Ask:
        """Return one request that has not expired. Raises a problem if there is none."""
        row = await self._database.row(sql.ASK, id)
        if row is None:
            raise ProblemError(ProblemCode.NO_SUCH_ASK)
        return Ask(**row)

    async def withdraw(self, id: UUID) -> None:
        """Delete a request, unless its token has the seat by now."""
        if await self._database.row(sql.WITHDRAW, id) is None:
            raise ProblemError(ProblemCode.ASK_ANSWERED)

    async def decline(self, id: UUID) -> None:
        """Decline a request."""
        if await self._database.row(sql.DECLINE, id) is None:
            raise ProblemError(ProblemCode.ASK_ANSWERED)


async def put(connection: Connection, ask: Ask, new: str | None) -> None:
    """Store a request. `new` is the secret of a new token, if the sender has none yet."""
    # The lock makes requests wait for each other. Otherwise two of them could both be the last that is allowed.
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
    """Record that a request got its seat, in the same transaction that takes the seat."""
    # A token that was revoked since the request gets no seat. `held` and a revocation wait for each other.
    if await identity.held(connection, ask.token, ask.session) is None:
        raise ProblemError(ProblemCode.NO_SUCH_ASK)
    is_new = await connection.fetchval(sql.LET_IN, ask.id, seat, ends_after(ASK_LIFE))
    if is_new is None:
        raise ProblemError(ProblemCode.ASK_ANSWERED)
    if is_new:
        changed = (list(grant.scopes), grant.expires_at, grant.is_renewable)
        await connection.execute(sql.CHANGE_GRANT, ask.token, *changed)
