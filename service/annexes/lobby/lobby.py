"""The lobby: tables that are listed, who asks for a seat there, and who is let in.

Who asks has a token, which gets the seat: their own, or one that was made for it and may do nothing
until then. So what opens the seat is given to nobody else.
"""

from datetime import UTC, datetime, timedelta
from typing import Any, Literal, NamedTuple, Self
from uuid import UUID

from verger.domain.core.identifier import SeatId
from verger.service.database.pool import AFTER_ALL, FAR_AHEAD, Connection, Database, plain
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

_LISTING = "SELECT session, id, language, plays, about, listed_at, until FROM listings"
_ASK = "SELECT id, session, token, name, note, asked_at, until, state, seat FROM asks"


class Lobby:
    """Listings and asks, in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def listed(
        self, language: str | None, after: ListPosition | None, limit: int
    ) -> list[Listing]:
        """Listings after a place, the newest first."""
        # Binds: the place, how many, and the language. The index is by the first part of the language.
        spoken = (
            ""
            if language is None
            else (
                " AND split_part(language, '-', 1) = split_part($4, '-', 1)"
                " AND (language = $4 OR starts_with(language, $4 || '-'))"
            )
        )
        sql = (
            f"{_LISTING} WHERE until > now() AND (listed_at, id) < ($1, $2){spoken}"
            " ORDER BY listed_at DESC, id DESC LIMIT $3"
        )
        binds = (*(after or _BEFORE_NEWEST), limit, *([] if language is None else [language]))
        return [_listing(row) for row in await self._database.rows(sql, *binds)]

    async def of(self, session: UUID) -> Listing | None:
        """How a session is listed, if it is."""
        sql = f"{_LISTING} WHERE session = $1 AND until > now()"
        row = await self._database.row(sql, session)
        return _listing(row) if row else None

    async def table(self, id: UUID | None) -> Listing:
        """A listing by its own id."""
        row = await self._database.row(f"{_LISTING} WHERE id = $1 AND until > now()", id)
        if row is None:
            raise ProblemError(ProblemCode.NO_SUCH_TABLE)
        return _listing(row)

    async def keep(self, session: UUID, language: str, plays: str, about: str) -> None:
        """List a session, or have it listed otherwise, from now on; its id stays."""
        await self._database.row("DELETE FROM listings WHERE until < now()")
        sql = (
            "INSERT INTO listings (session, id, language, plays, about, until)"
            " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (session) DO UPDATE"
            " SET language = $3, plays = $4, about = $5, until = $6"
        )
        id, until = new_id(self._database.cell), ends_after(LISTED)
        await self._database.row(sql, session, id, language, plays, about, until)

    async def take_off(self, session: UUID) -> None:
        """List a session no more."""
        await self._database.row("DELETE FROM listings WHERE session = $1", session)

    async def at(self, session: UUID) -> list[Ask]:
        """Who waits for a seat in a session, the first first."""
        sql = f"{_ASK} WHERE session = $1 AND state = 'waiting' AND until > now() ORDER BY asked_at, id"
        return [_ask(row) for row in await self._database.rows(sql, session)]

    async def by(self, token: UUID) -> list[Ask]:
        """What a token has asked for, the newest first."""
        sql = f"{_ASK} WHERE token = $1 AND until > now() ORDER BY asked_at DESC, id"
        return [_ask(row) for row in await self._database.rows(sql, token)]

    async def ask(self, id: UUID | None) -> Ask:
        """One ask that has not ended."""
        row = await self._database.row(f"{_ASK} WHERE id = $1 AND until > now()", id)
        if row is None:
            raise ProblemError(ProblemCode.NO_SUCH_ASK)
        return _ask(row)

    async def withdraw(self, id: UUID) -> None:
        """Forget an ask, unless its token has the seat by now."""
        sql = "DELETE FROM asks WHERE id = $1 AND state <> 'let_in' RETURNING id"
        if await self._database.row(sql, id) is None:
            raise ProblemError(ProblemCode.ASK_ANSWERED)

    async def decline(self, id: UUID) -> None:
        """Let whoever asks not in."""
        sql = "UPDATE asks SET state = 'declined' WHERE id = $1 AND state = 'waiting' RETURNING id"
        if await self._database.row(sql, id) is None:
            raise ProblemError(ProblemCode.ASK_ANSWERED)


async def put(connection: Connection, ask: Ask, new: str | None) -> None:
    """Put an ask down; with the secret of a new token, for who has none yet."""
    # One after the other, or two at once would both find room for one.
    await connection.execute("SELECT FROM listings WHERE session = $1 FOR UPDATE", ask.session)
    await connection.execute("DELETE FROM asks WHERE until < now()")
    if new is None:
        await connection.execute("SELECT FROM tokens WHERE id = $1 FOR UPDATE", ask.token)
    waiting = "SELECT count(*) FROM asks WHERE state = 'waiting'"
    for column, limit in (("session", ASKS_TABLE), ("token", ASKS_TOKEN)):
        found = await connection.fetchval(f"{waiting} AND {column} = $1", getattr(ask, column))
        if found >= limit:
            raise ProblemError(ProblemCode.TOO_MANY_ASKS, limit=limit)
    if new is not None:
        grant = Grant(("read", "play"), expires_at=ask.until)
        await identity.issue(connection, ask.token, new, "asks for a seat", grant)
    sql = (
        "INSERT INTO asks (id, session, token, is_new, name, note, until)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (session, token) DO NOTHING RETURNING id"
    )
    said = (ask.name, ask.note, ask.until)
    is_new = new is not None
    if await connection.fetchval(sql, ask.id, ask.session, ask.token, is_new, *said) is None:
        raise ProblemError(ProblemCode.ASKED_ALREADY)


async def let_in(connection: Connection, ask: Ask, seat: SeatId, grant: Grant) -> None:
    """Record that an ask got its seat, in the same transaction that takes the seat."""
    # A token that was revoked since the ask gets no seat. `held` and a revocation wait for each other.
    if await identity.held(connection, ask.token, ask.session) is None:
        raise ProblemError(ProblemCode.NO_SUCH_ASK)
    sql = (
        "UPDATE asks SET state = 'let_in', seat = $2, until = $3"
        " WHERE id = $1 AND state = 'waiting' RETURNING is_new"
    )
    is_new = await connection.fetchval(sql, ask.id, seat, ends_after(ASK_LIFE))
    if is_new is None:
        raise ProblemError(ProblemCode.ASK_ANSWERED)
    if is_new:
        sql = "UPDATE tokens SET scopes = $2, expires_at = $3, is_renewable = $4 WHERE id = $1"
        await connection.execute(
            sql, ask.token, list(grant.scopes), grant.expires_at, grant.is_renewable
        )


def _listing(row: Any) -> Listing:
    session, id, *said = row
    return Listing(plain(session), plain(id), *said)


def _ask(row: Any) -> Ask:
    id, session, token, *said = row
    return Ask(plain(id), plain(session), plain(token), *said)
