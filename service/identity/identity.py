"""Tokens: look them up, issue them and revoke them, and add seats to them."""

import time
from collections import OrderedDict
from datetime import UTC, datetime
from typing import Literal, NamedTuple
from uuid import UUID

import msgspec

from verger.domain.core.identifier import SeatId
from verger.service.database.pool import BEFORE_ALL, Connection, Database
from verger.service.database.record import Record
from verger.service.identity import claim_code, sql
from verger.service.identity.grant import FULL, Grant, Scope
from verger.service.identity.last_use import LastUse
from verger.service.identity.secret import hashed
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

REMEMBER_SECONDS = 3.0
"""The result of a look-up is remembered for this time. So a token that another process revoked can still
work for this time."""
REMEMBER_LIMIT = 20_000


class Bearer(NamedTuple):
    """A valid token, and its rights in the session in question."""

    token: UUID
    seats: tuple[SeatId, ...]
    """The seats that it can act for."""
    reads: bool
    """Whether it can read the session: by a seat, as a reader, or because it can read the parent."""
    grant: Grant
    app: UUID | None
    """The app whose key the token is. None if the token is not a key."""
    blocked: Literal["token", "app"] | None
    """`token` or `app` if the operator has blocked the token, or the app that issued it. None if not."""
    looked_up_at: float
    """The monotonic time just before the look-up, in seconds."""
    changes: int
    """The number of changes to tokens that this process had seen before the look-up."""

    @property
    def has_expired(self) -> bool:
        """Whether its end has passed."""
        return _is_over(self.grant.expires_at)

    def until(self, wanted: datetime | None) -> datetime | None:
        """Return the end of something that this token hands out: the wanted end, or the token's own if it is earlier.

        Two kinds of tokens set no limit: a token that its holder can renew, and the key of an app, because
        keys are replaced.
        """
        own = None if self.app or self.grant.is_renewable else self.grant.expires_at
        return min((end for end in (wanted, own) if end), default=None)


class TokenView(msgspec.Struct, frozen=True):
    """A token in a list, without its secret."""

    id: UUID
    """The id of the token, which is not secret."""
    label: str
    """The purpose of the token."""
    seats: tuple[str, ...]
    """The seats that it acts for."""
    scopes: tuple[Scope, ...]
    """The scopes of the token."""
    via: str | None
    """The program that acts with it; null if none is named."""
    issued_at: datetime
    """The time when it was issued."""
    expires_at: datetime | None
    """The time when the token expires; null if it never expires."""
    is_renewable: bool
    """Whether its holder can renew it."""
    used_at: datetime | None
    """The time of its last use, accurate to about a minute; null if it was never used."""
    revoked_at: datetime | None
    """The time when it was revoked; null if it was not revoked."""
    is_own: bool
    """Whether it is the token of the request."""


def _is_over(ends: datetime | None) -> bool:
    return ends is not None and ends <= datetime.now(UTC)


def _grant(row: Record) -> Grant:
    return Grant(
        scopes=tuple(row["scopes"]),
        via=row["via"],
        expires_at=row["expires_at"],
        is_renewable=row["is_renewable"],
    )


def _view(row: Record) -> TokenView:
    lists = {"seats": tuple(row["seats"]), "scopes": tuple(row["scopes"])}
    return TokenView(**{**row, **lists})


def _admitted(bearer: Bearer) -> Bearer:
    """Return a bearer, or refuse it if the operator has blocked it."""
    if bearer.blocked:
        raise ProblemError(ProblemCode.BLOCKED, blocked=bearer.blocked)
    return bearer


_Asked = tuple[str | UUID, UUID | None]
"""A token, named by its secret or its id, and the session that it is looked up for."""


class Identity:
    """The tokens in the database. Recent look-ups are remembered."""

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
        answer comes from the database, so it includes the changes of other processes. A token that the
        operator has blocked is refused (`blocked`).
        """
        key = (token, session)
        known = None if is_fresh else self._known_now(token, session)
        if known:
            return None if known.has_expired else _admitted(known)
        bearer = await self._look_up(token, session)
        if bearer:
            self._known[key] = bearer
            self._known.move_to_end(key)
            if len(self._known) > REMEMBER_LIMIT:
                self._known.popitem(last=False)
        return bearer and _admitted(bearer)

    def remembered(self, token: str | UUID, session: UUID | None) -> Bearer | None:
        """Return the bearer from memory, if it was looked up a moment ago. The token may have expired since.

        None for a blocked token, so that the caller asks `bearer`, which refuses it.
        """
        known = self._known_now(token, session)
        return None if known and known.blocked else known

    def _known_now(self, token: str | UUID, session: UUID | None) -> Bearer | None:
        known = self._known.get((token, session))
        return known if known and self._is_current(known) else None

    async def still(self, bearer: Bearer, session: UUID) -> Bearer | None:
        """Return a bearer with its present seats. None if its token is void now.

        The token is looked up again after `REMEMBER_SECONDS`, and after any change to tokens by this process.
        """
        if self._is_current(bearer) and not bearer.has_expired:
            return bearer
        return await self.bearer(bearer.token, session)

    def _is_current(self, bearer: Bearer) -> bool:
        is_recent = time.monotonic() - bearer.looked_up_at < REMEMBER_SECONDS
        return is_recent and bearer.changes == self._changes

    async def _look_up(self, token: str | UUID, session: UUID | None) -> Bearer | None:
        known, secret = (token, None) if isinstance(token, UUID) else (None, hashed(token))
        now, changes = time.monotonic(), self._changes
        row = await self._database.row(sql.BEARER, known, session, secret)
        if row is None:
            return None
        id: UUID = row["id"]
        self.last_use.saw(id)
        seats = tuple(sorted(map(SeatId, row["seats"]), key=lambda seat: int(seat[1:])))
        reads = bool(seats) or (session is not None and await self._reads(id, session))
        return Bearer(
            token=id,
            seats=seats,
            reads=reads,
            grant=_grant(row),
            app=row["app"],
            blocked=row["blocked"],
            looked_up_at=now,
            changes=changes,
        )

    async def _reads(self, token: UUID, session: UUID) -> bool:
        """Return whether a token without a seat in a session can read the session.

        It can if it is a reader of the session, if its app started the session, or if it can read the
        session's parent. The parent does not count if the token's seats in the session have ended.
        """
        return await self._database.row(sql.READS, token, session) is not None

    async def sessions(self, token: UUID, after: UUID | None, limit: int) -> list[UUID]:
        """Return the sessions of a token, by id: it has a seat in them, is a reader of them, or its app started them."""
        rows = await self._database.rows(sql.SESSIONS, token, after or BEFORE_ALL, limit)
        return [row["session"] for row in rows]

    async def tokens(
        self, session: UUID, seats: tuple[SeatId, ...], own: UUID, after: UUID | None, limit: int
    ) -> list[TokenView]:
        """Return the token of the request and all tokens of these seats, including revoked ones.

        They are in the order of issue.
        """
        place = (after or BEFORE_ALL, limit, BEFORE_ALL)
        rows = await self._database.rows(sql.TOKENS, session, list(seats), own, *place)
        return [_view(row) for row in rows]

    async def revoke(self, session: UUID, own: UUID, token: UUID) -> bool:
        """Revoke a token, and void the unused codes that it handed out. Return False if `own` may not revoke it.

        `own` is the token of the request. It can revoke itself, and every token of a seat that it holds.
        """
        binds = (token, session, own)
        async with (
            self._database.connection(writes=True) as connection,
            connection.transaction(),
        ):
            row = await connection.fetchrow(sql.REVOKE, *binds)
            # The first statement may have waited for a transaction that added a code. A second one sees the code.
            if row:
                await claim_code.void_of(connection, [token])
        self.forget()
        return row is not None

    async def renew(self, token: UUID, ends: datetime) -> datetime | None:
        """Postpone the end of a valid token. Return the new end, or None for a void token."""
        renewed: datetime | None = await self._database.value(sql.RENEW, token, ends)
        self.forget()
        return renewed

    def forget(self) -> None:
        """Forget all look-ups, because tokens have changed."""
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
    await connection.execute(sql.INSERT_TOKEN, id, hashed(secret), label, *grant, app, issuer)


async def grant_of(connection: Connection, token: UUID) -> Grant:
    """Return the grant of a token."""
    row = await connection.fetchrow(sql.GRANT, token)
    assert row is not None
    return _grant(row)


async def end_of(connection: Connection, token: UUID | None) -> datetime | None:
    """Return the fixed end of a token. It is also the latest end of access that the token hands out (`Bearer.until`)."""
    ends: datetime | None = await connection.fetchval(sql.FIXED_END, token)
    return ends


async def seat_token(connection: Connection, token: UUID, session: UUID, seat: SeatId) -> None:
    """Add a seat to a token."""
    await connection.execute(sql.INSERT_SEAT, session, seat, token)


async def held(connection: Connection, token: UUID, session: UUID) -> set[str] | None:
    """Return the seats of a token. It cannot lose them until the transaction ends. None for a void token."""
    if await connection.fetchrow(sql.SHARE_VALID_TOKEN, token) is None:
        return None
    # The first statement may have waited for a transaction that changed seats. A second one sees the change.
    return {row["seat"] for row in await connection.fetch(sql.SEATS, token, session)}
