"""Who is asking: tokens, the seats they hold, and claim codes."""

import time
from collections import OrderedDict
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from domain.identifier import SeatId
from service.database import Connection, Database
from service.secret import hashed

REMEMBER_SECONDS = 3.0
"""How long a look-up is relied on: a token revoked in another process works no longer than this."""
REMEMBER_LIMIT = 20_000


class Bearer(NamedTuple):
    """A valid token, and the seats of the session in question that it may act for."""

    token: UUID
    seats: tuple[SeatId, ...]


class NamedToken(NamedTuple):
    """A token as it is listed: never its secret."""

    id: UUID
    label: str
    seats: list[str]
    issued_at: datetime
    revoked_at: datetime | None


class Claim(NamedTuple):
    """A claim code that exists."""

    session: UUID
    seat: SeatId
    is_used: bool


def _plain(id: UUID) -> UUID:
    """The standard library's UUID out of the driver's own subclass of it."""
    return UUID(int=id.int)


class Identity:
    """Tokens and claim codes, in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[tuple[str, UUID | None], tuple[float, Bearer]] = OrderedDict()
        self._changes = 0

    async def bearer(self, token: str, session: UUID | None) -> Bearer | None:
        """The bearer of a token, as far as one session goes; nothing for a token that is void."""
        key = (token, session)
        known = self._known.get(key)
        if known and time.monotonic() - known[0] < REMEMBER_SECONDS:
            return known[1]
        changes = self._changes
        found = await self._look_up(token, session)
        # What was revoked while this was looked up must not be remembered.
        if found and changes == self._changes:
            self._remember(key, found)
        return found

    def _remember(self, key: tuple[str, UUID | None], bearer: Bearer) -> None:
        self._known[key] = (time.monotonic(), bearer)
        self._known.move_to_end(key)
        if len(self._known) > REMEMBER_LIMIT:
            self._known.popitem(last=False)

    async def _look_up(self, token: str, session: UUID | None) -> Bearer | None:
        sql = (
            "SELECT t.id, array_remove(array_agg(s.seat), NULL) FROM tokens t"
            " LEFT JOIN token_seats s ON s.token = t.id AND s.session = $2"
            " WHERE t.secret_hash = $1 AND t.revoked_at IS NULL GROUP BY t.id"
        )
        found = await self._database.row(sql, hashed(token), session)
        if found is None:
            return None
        seats = sorted((SeatId(seat) for seat in found[1]), key=lambda seat: int(seat[1:]))
        return Bearer(_plain(found[0]), tuple(seats))

    async def sessions(self, token: UUID, after: UUID | None, limit: int) -> list[UUID]:
        """The sessions that a token sits in, by id."""
        sql = (
            "SELECT DISTINCT session FROM token_seats WHERE token = $1"
            " AND ($2::uuid IS NULL OR session > $2) ORDER BY session LIMIT $3"
        )
        rows = await self._database.rows(sql, token, after, limit)
        return [_plain(row[0]) for row in rows]

    async def tokens(self, session: UUID, seats: tuple[SeatId, ...]) -> list[NamedToken]:
        """The tokens that act for any of these seats, revoked ones too."""
        sql = (
            "SELECT t.id, t.label, array_agg(s.seat ORDER BY s.seat), t.issued_at, t.revoked_at"
            " FROM tokens t JOIN token_seats s ON s.token = t.id"
            " WHERE s.session = $1 AND s.seat = ANY($2) GROUP BY t.id ORDER BY t.issued_at LIMIT 200"
        )
        rows = await self._database.rows(sql, session, list(seats))
        return [NamedToken(_plain(row[0]), *row[1:]) for row in rows]

    async def revoke(self, session: UUID, seats: tuple[SeatId, ...], token: UUID) -> bool:
        """End a token that acts for one of these seats; whether there was one to end."""
        sql = (
            "UPDATE tokens SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 AND EXISTS"
            " (SELECT FROM token_seats WHERE token = $1 AND session = $2 AND seat = ANY($3))"
            " RETURNING id"
        )
        found = await self._database.row(sql, token, session, list(seats))
        self.forget()
        return found is not None

    def forget(self) -> None:
        """Rely on no earlier look-up: something about tokens has changed."""
        self._changes += 1
        self._known.clear()

    async def claim(self, code: str) -> Claim | None:
        """The seat that a claim code is for."""
        sql = "SELECT session, seat, used_at IS NOT NULL FROM claims WHERE code_hash = $1"
        found = await self._database.row(sql, hashed(code))
        return Claim(_plain(found[0]), SeatId(found[1]), found[2]) if found else None


async def issue(connection: Connection, id: UUID, secret: str, label: str) -> None:
    """Make a token valid."""
    sql = "INSERT INTO tokens (id, secret_hash, label) VALUES ($1, $2, $3)"
    await connection.execute(sql, id, hashed(secret), label)


async def seat_token(connection: Connection, token: UUID, session: UUID, seat: SeatId) -> None:
    """Let a token act for a seat."""
    sql = "INSERT INTO token_seats (session, seat, token) VALUES ($1, $2, $3)"
    await connection.execute(sql, session, seat, token)


async def held(connection: Connection, token: UUID, session: UUID) -> set[str]:
    """The seats that a token acts for, now and until the transaction ends."""
    # A statement of its own: the next one has to see what this one has waited for.
    await connection.execute("SELECT FROM tokens WHERE id = $1 FOR SHARE", token)
    sql = (
        "SELECT s.seat FROM token_seats s JOIN tokens t ON t.id = s.token"
        " WHERE t.id = $1 AND t.revoked_at IS NULL AND s.session = $2"
    )
    return {row[0] for row in await connection.fetch(sql, token, session)}


async def take_over(connection: Connection, token: UUID, session: UUID, seat: SeatId) -> None:
    """Let a token act for a seat, and none that did so before."""
    # See `held`: whoever is issuing a further token with one of them is waited for, or waits.
    lock = (
        "SELECT FROM tokens WHERE id IN"
        " (SELECT token FROM token_seats WHERE session = $1 AND seat = $2) FOR UPDATE"
    )
    await connection.execute(lock, session, seat)
    sql = "DELETE FROM token_seats WHERE session = $1 AND seat = $2"
    await connection.execute(sql, session, seat)
    await seat_token(connection, token, session, seat)


async def offer(connection: Connection, code: str, session: UUID, seat: SeatId) -> None:
    """Make a claim code valid for a seat, and the only one that is."""
    await _void_codes(connection, session, seat)
    sql = "INSERT INTO claims (code_hash, session, seat) VALUES ($1, $2, $3)"
    await connection.execute(sql, hashed(code), session, seat)


async def use_up(connection: Connection, code: str, session: UUID, seat: SeatId) -> bool:
    """Use a seat's claim code; whether it was still good."""
    return hashed(code) in await _void_codes(connection, session, seat)


async def _void_codes(connection: Connection, session: UUID, seat: SeatId) -> set[bytes]:
    """Make a seat's claim codes void; gives the hashes of those that were still good."""
    sql = (
        "UPDATE claims SET used_at = now() WHERE session = $1 AND seat = $2 AND used_at IS NULL"
        " RETURNING code_hash"
    )
    return {row[0] for row in await connection.fetch(sql, session, seat)}
