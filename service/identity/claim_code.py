"""Claim codes: each gives access to one seat, once.

If a token with a fixed end hands out a code, neither the code nor the token that it gives lasts longer.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from verger.domain.core.identifier import SeatId
from verger.service.cleaning import delete_old
from verger.service.database.pool import Connection, Database
from verger.service.identity import sql
from verger.service.identity.secret import hashed

LIFE = timedelta(days=1)
"""How long a new code for an existing seat works. The code of a new seat works until it is used."""
DEVICE_LIFE = timedelta(minutes=10)
"""How long a code for another device works. This time is short, because the device is at hand."""
_KEPT = timedelta(days=30)
"""The server remembers a code for this time after it was used, became void or expired."""


class ClaimCode(NamedTuple):
    """A claim code that the server remembers, valid or not."""

    session: UUID
    seat: SeatId
    is_used: bool
    expires_at: datetime | None
    issuer: UUID | None
    """The token that handed the code out; None for the operator of the server."""
    joins: bool
    """Whether the code is for another device of the issuer. If it is, the present tokens keep the seat."""

    @property
    def has_expired(self) -> bool:
        """Whether the end of the code has passed."""
        return self.expires_at is not None and self.expires_at <= datetime.now(UTC)


class Issuer(NamedTuple):
    """The token that hands out a code, and the latest possible end of the code."""

    token: UUID | None
    """None for the operator of the server."""
    ends_at: datetime | None
    """The latest end of the code (`Bearer.until`); None if it has no fixed end."""


async def find(database: Database, code: str) -> ClaimCode | None:
    """Return the remembered claim code with this text, if there is one."""
    row = await database.row(sql.CLAIM_CODE, hashed(code))
    return ClaimCode(**row) if row else None


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
    await connection.execute(sql.LOCK_SEAT, f"code {session} {seat}")
    await void(connection, session, seat)
    insert = sql.INSERT_DEVICE_CODE if joins else sql.INSERT_CODE
    await connection.execute(insert, hashed(code), session, seat, *issuer)


async def use_up(connection: Connection, code: str, session: UUID, seat: SeatId) -> bool:
    """Use the claim code of a seat. Return whether the code was still valid."""
    return hashed(code) in await void(connection, session, seat)


async def void(connection: Connection, session: UUID, seat: SeatId) -> set[bytes]:
    """Make the claim codes of a seat void. Return the hashes of those that were unused."""
    rows = await connection.fetch(sql.VOID_CODES, session, seat)
    return {row["code_hash"] for row in rows}


async def void_of(connection: Connection, issuers: Sequence[UUID]) -> None:
    """Make the unused codes void that these tokens handed out."""
    await connection.execute(sql.VOID_CODES_OF_ISSUERS, issuers)


async def clean(database: Database) -> None:
    """Delete the codes that ended long ago."""
    await delete_old(database, "claims", "code_hash", sql.OLD_CODES, _KEPT)
