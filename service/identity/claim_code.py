"""Claim codes: each opens one seat, once.

If a token with a fixed end hands a code out, the code and the token that it opens end no later.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from verger.domain.core.identifier import SeatId
from verger.service.cleaning import delete_old
from verger.service.database.pool import Connection, Database, plain
from verger.service.identity.secret import hashed

LIFE = timedelta(days=1)
"""How long a new code for an existing seat works. The code of a new seat works until it is used."""
DEVICE_LIFE = timedelta(minutes=10)
"""How long a code for another device works. This is short, because the device is at hand."""
_KEPT = timedelta(days=30)
"""How long a code is remembered after it was used, became void or expired."""


class ClaimCode(NamedTuple):
    """A claim code that the server remembers, valid or not."""

    session: UUID
    seat: SeatId
    is_used: bool
    expires_at: datetime | None
    issuer: UUID | None
    """The token that handed the code out; None for the operator of the server."""
    joins: bool
    """Whether the code is for another device of the issuer, so that nobody loses the seat."""

    @property
    def has_expired(self) -> bool:
        """Whether the end of the code has passed."""
        return self.expires_at is not None and self.expires_at <= datetime.now(UTC)


class Issuer(NamedTuple):
    """The token that hands a code out, and the latest end of the code."""

    token: UUID | None
    """None for the operator of the server."""
    ends_at: datetime | None
    """The latest end of the code (`Bearer.until`); None if it has no fixed end."""


async def find(database: Database, code: str) -> ClaimCode | None:
    """Return the remembered claim code with this text, if there is one."""
    sql = (
        "SELECT session, seat, used_at IS NOT NULL, expires_at, coalesce(token, issuer),"
        " token IS NOT NULL FROM claims WHERE code_hash = $1"
    )
    found = await database.row(sql, hashed(code))
    if found is None:
        return None
    session, seat, is_used, expires_at, by, joins = found
    issuer = plain(by) if by else None
    return ClaimCode(
        session=plain(session),
        seat=SeatId(seat),
        is_used=is_used,
        expires_at=expires_at,
        issuer=issuer,
        joins=joins,
    )


async def offer(
    connection: Connection,
    code: str,
    session: UUID,
    seat: SeatId,
    issuer: Issuer,
    *,
    joins: bool = False,
) -> None:
    """Make a claim code the only valid code of a seat."""
    # If two codes are made at once, the later one must see the other code to make it void.
    lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
    await connection.execute(lock, f"code {session} {seat}")
    await void(connection, session, seat)
    column = "token" if joins else "issuer"
    sql = (
        f"INSERT INTO claims (code_hash, session, seat, {column}, expires_at)"  # noqa: S608
        " VALUES ($1, $2, $3, $4, $5)"
    )
    await connection.execute(sql, hashed(code), session, seat, *issuer)


async def use_up(connection: Connection, code: str, session: UUID, seat: SeatId) -> bool:
    """Use the claim code of a seat. Return whether the code was still valid."""
    return hashed(code) in await void(connection, session, seat)


async def void(connection: Connection, session: UUID, seat: SeatId) -> set[bytes]:
    """Make the claim codes of a seat void. Return the hashes of those that were unused."""
    sql = (
        "UPDATE claims SET used_at = now() WHERE session = $1 AND seat = $2 AND used_at IS NULL"
        " RETURNING code_hash"
    )
    return {row[0] for row in await connection.fetch(sql, session, seat)}


async def void_of(connection: Connection, issuers: Sequence[UUID]) -> None:
    """Make the unused codes void that these tokens handed out."""
    sql = (
        "UPDATE claims SET used_at = now()"
        " WHERE (token = ANY($1) OR issuer = ANY($1)) AND used_at IS NULL"
    )
    await connection.execute(sql, issuers)


async def clean(database: Database) -> None:
    """Delete the codes that ended long ago."""
    ended = (
        "(used_at IS NOT NULL OR expires_at IS NOT NULL)"
        " AND least(used_at, expires_at) < now() - $1::interval"
    )
    await delete_old(database, "claims", "code_hash", ended, _KEPT)
