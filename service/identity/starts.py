"""Starts of sessions: the network of each starter, so that an operator can find sessions that one client started.

Only a keyed digest of the network is stored, and only until a process has checked whether the session
is played.
"""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from verger.service.database.pool import Connection, Database
from verger.service.identity import sql
from verger.service.keyring import Keyring


def digests(keyring: Keyring, address: str) -> list[bytes]:
    """Return the digests of an address, as limits count it: one by each key of the operator."""
    return keyring.digests(f"network {address}")


async def keep(
    connection: Connection, session: UUID, network: bytes | None, look_after: timedelta
) -> None:
    """Record the start of a session, in the transaction that writes it."""
    await connection.execute(sql.INSERT_START, session, network, look_after)


async def started_from(database: Database, networks: Sequence[bytes]) -> list[UUID]:
    """Return the sessions that were started from one of these networks, by id."""
    rows = await database.rows(sql.STARTED_FROM, networks)
    return [row["session"] for row in rows]
