"""Blocks: the operator can block an address, a token or an app, and the server then refuses their requests.

Each process reads the blocked networks every two seconds, so no request needs a query for them. The
look-up of a token also returns its block, and that of its app (`Identity.bearer`).
"""

from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from ipaddress import ip_network
from typing import NamedTuple
from uuid import UUID

from verger.service.address import Network
from verger.service.background import Background
from verger.service.cleaning import delete_old
from verger.service.database.outage import UnavailableError
from verger.service.database.pool import Connection, Database
from verger.service.identity import sql

LOOK_SECONDS = 2.0
LIMIT = 10_000
"""The maximum number of blocks. It is limited because every process holds the networks in memory."""


class Block(NamedTuple):
    """A block of a network, of a token or of an app. The other two are None."""

    id: UUID
    network: Network | None
    token: UUID | None
    app: UUID | None
    app_name: str | None
    at: datetime
    until: datetime | None


class Blocks:
    """The blocked networks, as this process knows them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._written: list[str] = []
        """The blocked networks as texts from the database, to notice a change."""
        self._networks: frozenset[Network] = frozenset()
        self._running = Background()
        self._is_within = lru_cache(maxsize=10_000)(self._look_for)

    async def start(self) -> None:
        """Read the blocks, and go on reading them. If the database is away, they are read later."""
        with suppress(UnavailableError):
            await self.look()
        self._running.repeat(self.look, LOOK_SECONDS, "read_blocks")

    async def stop(self) -> None:
        """Stop reading them."""
        await self._running.stop()

    def has(self, address: str) -> bool:
        """Return whether an address, as limits count it, is blocked."""
        return bool(self._networks) and self._is_within(address)

    async def look(self) -> None:
        """Read the blocked networks. They are parsed only after a change, because there can be many."""
        written = await self._database.value(sql.BLOCKED_NETWORKS)
        if written != self._written:
            self._written = written
            self._networks = frozenset(map(ip_network, written))
            self._is_within.cache_clear()

    def _look_for(self, address: str) -> bool:
        try:
            found = ip_network(address)
        except ValueError:
            return False
        # The limits count an IPv6 client as its /64, and no block is smaller.
        sizes = {one.prefixlen for one in self._networks if one.version == found.version}
        return any(
            found.supernet(new_prefix=size) in self._networks
            for size in sizes
            if size <= found.prefixlen
        )


async def clean(database: Database) -> None:
    """Delete the blocks that have ended."""
    await delete_old(database, "blocks", "id", sql.ENDED_BLOCKS)


async def active(database: Database) -> list[Block]:
    """Return all blocks that have not ended, the oldest first."""
    return [Block(**row) for row in await database.rows(sql.BLOCKS)]


async def add(
    connection: Connection,
    *,
    network: Network | None = None,
    token: UUID | None = None,
    app: UUID | None = None,
    until: datetime | None,
) -> UUID:
    """Block a network, a token or an app. Return the id of the block.

    If there is such a block already, it gets the new end.
    """
    id: UUID = await connection.fetchval(sql.INSERT_BLOCK, network, token, app, until)
    return id


async def count(connection: Connection) -> int:
    """Return the number of blocks. Nobody else can add a block until the transaction ends."""
    await connection.execute(sql.LOCK_BLOCKS)
    number: int = await connection.fetchval(sql.COUNT_BLOCKS)
    return number


async def end(
    connection: Connection,
    *,
    network: Network | None = None,
    token: UUID | None = None,
    app: UUID | None = None,
) -> UUID | None:
    """End a block. Return its id, or None if there is none."""
    id: UUID | None = await connection.fetchval(sql.DELETE_BLOCK, network, token, app)
    return id


async def is_token(connection: Connection, token: UUID) -> bool:
    """Return whether there is a token with this id."""
    return await connection.fetchrow(sql.IS_TOKEN, token) is not None


async def tokens_of(database: Database, session: UUID, seat: str) -> list[UUID]:
    """Return the tokens that hold a seat."""
    return [row["token"] for row in await database.rows(sql.TOKENS_OF_SEAT, session, seat)]
