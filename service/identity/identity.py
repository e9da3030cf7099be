"""Tokens, and the seats that they hold."""

import time
from collections import OrderedDict
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from verger.domain.core.identifier import SeatId
from verger.service.database.pool import BEFORE_ALL, Connection, Database, plain
from verger.service.identity import claim_code
from verger.service.identity.grant import FULL, Grant, Scope
from verger.service.identity.last_use import LastUse
from verger.service.identity.secret import hashed

REMEMBER_SECONDS = 3.0
"""How long a look-up is kept: a token revoked in another process works no longer than this."""
REMEMBER_LIMIT = 20_000


class Bearer(NamedTuple):
    """A valid token, and what it may do in the session in question."""

    token: UUID
    seats: tuple[SeatId, ...]
    """The seats that it may act for."""
    reads: bool
    """Whether it may read the session: with a seat, as a reader, or as a reader of its parent."""
    grant: Grant
    app: UUID | None
    """The app whose key it is."""
    looked_up_at: float
    """The monotonic time just before the look-up, in seconds."""
    changes: int
    """The number of changes to tokens that this process had seen before the look-up."""

    @property
    def has_expired(self) -> bool:
        """Whether it has passed its end."""
        return _is_over(self.grant.expires_at)

    def until(self, wanted: datetime | None) -> datetime | None:
        """Return the end of access that this token hands out: the wanted end, or that of the token if earlier.

        Two kinds of tokens set no end: a token that its holder can renew, and the key of an app, because
        keys change.
        """
        own = None if self.app or self.grant.is_renewable else self.grant.expires_at
        return min((end for end in (wanted, own) if end), default=None)


class TokenView(msgspec.Struct, frozen=True):
    """A token as it is listed; the secret is known to its holder alone."""

    id: UUID
    label: str
    seats: tuple[str, ...]
    scopes: tuple[Scope, ...]
    via: str | None
    """The program that acts with it."""
    issued_at: datetime
    expires_at: datetime | None
    is_renewable: bool
    """Whether its holder may put its end off."""
    used_at: datetime | None
    """When it was used last, give or take a minute."""
    revoked_at: datetime | None
    is_own: bool
    """Whether the request was made with it."""


def _is_over(ends: datetime | None) -> bool:
    return ends is not None and ends <= datetime.now(UTC)


def _grant(scopes: list[Scope], *more: Any) -> Grant:
    return Grant(tuple(scopes), *more)


def _view(id: UUID, label: str, seats: list[str], scopes: list[Scope], *shown: Any) -> TokenView:
    return TokenView(plain(id), label, tuple(seats), tuple(scopes), *shown)


_Asked = tuple[str | UUID, UUID | None]
"""A token, by its secret or its id, and the session that it is asked about."""


class Identity:
    """Tokens and claim codes, in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[_Asked, Bearer] = OrderedDict()
        self._changes = 0
        self.last_use = LastUse(database)

    async def bearer(
        self, token: str | UUID, session: UUID | None, *, is_fresh: bool = False
    ) -> Bearer | None:
        """Return the bearer of a token for one session; None for a void token.

        Name the token by its secret, or by its id if the caller has already shown the secret. A fresh
        answer comes from the database, so it includes the changes of other processes.
        """
        key = (token, session)
        known = None if is_fresh else self._known.get(key)
        if known and self._is_current(known):
            return None if known.has_expired else known
        found = await self._look_up(token, session)
        if found:
            self._known[key] = found
            self._known.move_to_end(key)
            if len(self._known) > REMEMBER_LIMIT:
                self._known.popitem(last=False)
        return found

    async def still(self, bearer: Bearer, session: UUID) -> Bearer | None:
        """Return a bearer as it is now.

        The bearer is looked up again after `REMEMBER_SECONDS`, and after a change that this process knows of.
        """
        if self._is_current(bearer) and not bearer.has_expired:
            return bearer
        return await self.bearer(bearer.token, session)

    def _is_current(self, bearer: Bearer) -> bool:
        is_recent = time.monotonic() - bearer.looked_up_at < REMEMBER_SECONDS
        return is_recent and bearer.changes == self._changes

    async def _look_up(self, token: str | UUID, session: UUID | None) -> Bearer | None:
        # Binds: the token's id, where it is asked for by that, the session, or the token's hash.
        sql = (
            "SELECT t.id, array_remove(array_agg(s.seat), NULL), t.scopes, t.via, t.expires_at,"
            " t.is_renewable, t.app"
            " FROM tokens t LEFT JOIN token_seats s ON s.token = t.id AND s.session = $2"
            " WHERE t.id = coalesce($1, (SELECT id FROM tokens WHERE secret_hash = $3))"
            " AND t.revoked_at IS NULL"
            " AND (t.expires_at IS NULL OR t.expires_at > now()) GROUP BY t.id"
        )
        known, secret = (token, None) if isinstance(token, UUID) else (None, hashed(token))
        before = time.monotonic(), self._changes
        found = await self._database.row(sql, known, session, secret)
        if found is None:
            return None
        id, own, *grant, app = found
        id = plain(id)
        self.last_use.saw(id)
        seats = tuple(sorted(map(SeatId, own), key=lambda seat: int(seat[1:])))
        reads = bool(seats) or (session is not None and await self._reads(id, session))
        return Bearer(id, seats, reads, _grant(*grant), app and plain(app), *before)

    async def _reads(self, token: UUID, session: UUID) -> bool:
        """Whether a token without a seat in a session can read the session.

        It can if it is a reader of the session, if its app started the session, or if it can read the
        session's parent. The parent does not count if the token's seats in the session have ended.
        """
        sql = (
            "WITH RECURSIVE line AS (SELECT $2::uuid AS session"
            " UNION ALL SELECT f.parent FROM line JOIN forks f USING (session)"
            " WHERE NOT EXISTS (SELECT FROM former_seats l"
            " WHERE l.token = $1 AND l.session = line.session))"
            " SELECT FROM line WHERE EXISTS"
            " (SELECT FROM readers r WHERE r.token = $1 AND r.session = line.session)"
            " OR EXISTS"
            " (SELECT FROM token_seats s WHERE s.token = $1 AND s.session = line.session)"
            " OR EXISTS (SELECT FROM app_sessions s JOIN tokens t ON t.app = s.app"
            " WHERE t.id = $1 AND s.session = line.session) LIMIT 1"
        )
        return await self._database.row(sql, token, session) is not None

    async def sessions(self, token: UUID, after: UUID | None, limit: int) -> list[UUID]:
        """The sessions in which a token has a seat or may read, or that its app started, by id."""
        sql = (
            "(SELECT DISTINCT session FROM token_seats"
            " WHERE token = $1 AND session > $2 ORDER BY session LIMIT $3)"
            " UNION (SELECT session FROM readers"
            " WHERE token = $1 AND session > $2 ORDER BY session LIMIT $3)"
            " UNION (SELECT session FROM app_sessions"
            " WHERE app = (SELECT app FROM tokens WHERE id = $1) AND session > $2"
            " ORDER BY session LIMIT $3) ORDER BY session LIMIT $3"
        )
        rows = await self._database.rows(sql, token, after or BEFORE_ALL, limit)
        return [plain(row[0]) for row in rows]

    async def tokens(
        self, session: UUID, seats: tuple[SeatId, ...], own: UUID, after: UUID | None, limit: int
    ) -> list[TokenView]:
        """One's own token and those that act for any of these seats, revoked ones too.

        In the order in which they were issued, after one of them. Binds: the session, the seats,
        one's own token, the token that they come after, and how many.
        """
        sql = (
            "SELECT t.id, t.label, array_remove(array_agg(s.seat ORDER BY s.seat), NULL), t.scopes,"
            " t.via, t.issued_at, t.expires_at, t.is_renewable, t.used_at, t.revoked_at, t.id = $3"
            " FROM tokens t LEFT JOIN token_seats s ON s.token = t.id AND s.session = $1"
            " AND (s.seat = ANY($2) OR t.id = $3) WHERE t.id = ANY(ARRAY(SELECT $3::uuid"
            " UNION SELECT token FROM token_seats WHERE session = $1 AND seat = ANY($2)))"
            " AND (t.issued_at, t.id) > (SELECT issued_at, id FROM tokens WHERE id = $4"
            " UNION ALL SELECT '-infinity', $4 WHERE $4 = $6)"
            " GROUP BY t.id ORDER BY t.issued_at, t.id LIMIT $5"
        )
        place = (after or BEFORE_ALL, limit, BEFORE_ALL)
        rows = await self._database.rows(sql, session, list(seats), own, *place)
        return [_view(*row) for row in rows]

    async def revoke(self, session: UUID, own: UUID, token: UUID) -> bool:
        """Revoke a token, and the unused codes that it handed out. Return whether a token was found.

        `own` is the token of the request. It can revoke itself, and every token of a seat that it holds.
        """
        sql = (
            "UPDATE tokens SET revoked_at = coalesce(revoked_at, now())"
            " WHERE id = $1 AND (id = $3 OR EXISTS"
            " (SELECT FROM token_seats s JOIN token_seats own USING (session, seat)"
            " JOIN tokens t ON t.id = own.token"
            " WHERE s.token = $1 AND own.token = $3 AND session = $2 AND t.revoked_at IS NULL"
            " AND (t.expires_at IS NULL OR t.expires_at > now()))) RETURNING id"
        )
        binds = (token, session, own)
        async with (
            self._database.connection(writes=True) as connection,
            connection.transaction(),
        ):
            found = await connection.fetchrow(sql, *binds)
            # This is a second statement, so it sees the codes that the first one waited for.
            if found:
                await claim_code.void_of(connection, [token])
        self.forget()
        return found is not None

    async def renew(self, token: UUID, ends: datetime) -> datetime | None:
        """Put the end of a valid token off, never forward; gives it, or None for a void token."""
        sql = (
            "UPDATE tokens SET expires_at = greatest(expires_at, $2) WHERE id = $1"
            " AND is_renewable AND revoked_at IS NULL AND expires_at > now() RETURNING expires_at"
        )
        found = await self._database.row(sql, token, ends)
        self.forget()
        return found[0] if found else None

    def forget(self) -> None:
        """Forget all look-ups: something about tokens has changed."""
        self._changes += 1
        self._known.clear()


async def issue(
    connection: Connection,
    id: UUID,
    secret: str,
    label: str,
    grant: Grant = FULL,
    *,
    app: UUID | None = None,
    issuer: UUID | None = None,
) -> None:
    """Make a token valid. With `app`, the token is a key of that app.

    `issuer` is the token that hands this one out. If a key of an app is the issuer, the new token ends
    with the app (`verger.service.identity.app.end`).
    """
    sql = (
        "INSERT INTO tokens (id, secret_hash, label, scopes, via, expires_at, is_renewable, app,"
        " handed_out_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8,"
        " (SELECT coalesce(app, handed_out_by) FROM tokens WHERE id = $9))"
    )
    await connection.execute(sql, id, hashed(secret), label, *grant, app, issuer)


async def grant_of(connection: Connection, token: UUID) -> Grant:
    """The grant of a token."""
    sql = "SELECT scopes, via, expires_at, is_renewable FROM tokens WHERE id = $1"
    return _grant(*await connection.fetchrow(sql, token))


async def end_of(connection: Connection, token: UUID | None) -> datetime | None:
    """Return the fixed end of a token, which also ends the access that it handed out (`Bearer.until`)."""
    sql = "SELECT expires_at FROM tokens WHERE id = $1 AND app IS NULL AND NOT is_renewable"
    ends: datetime | None = await connection.fetchval(sql, token)
    return ends


async def seat_token(connection: Connection, token: UUID, session: UUID, seat: SeatId) -> None:
    """Let a token act for a seat."""
    sql = (
        "WITH back AS (DELETE FROM former_seats WHERE session = $1 AND token = $3)"
        " INSERT INTO token_seats (session, seat, token) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
    )
    await connection.execute(sql, session, seat, token)


async def held(connection: Connection, token: UUID, session: UUID) -> set[str] | None:
    """Return the seats of a token, which it keeps until the transaction ends; None for a void token."""
    valid = (
        "SELECT FROM tokens WHERE id = $1 AND revoked_at IS NULL"
        " AND (expires_at IS NULL OR expires_at > now()) FOR SHARE"
    )
    if await connection.fetchrow(valid, token) is None:
        return None
    # This is a second statement, so it sees the changes that the first one waited for.
    sql = "SELECT seat FROM token_seats WHERE token = $1 AND session = $2"
    return {row[0] for row in await connection.fetch(sql, token, session)}
