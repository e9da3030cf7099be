"""The keys that checkpoints are signed with, in the database; private halves never leave it."""

from datetime import datetime
from typing import NamedTuple

import asyncpg

from service.archive.checkpoint import key_id, new_key
from service.database.pool import Connection, Database


class Published(NamedTuple):
    """A key as it is published."""

    id: str
    public_key: bytes
    since: datetime
    retired_at: datetime | None


class Keys:
    """The keys of this server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def published(self) -> list[Published]:
        """Every key there ever was, the newest first."""
        await self.current()
        sql = "SELECT id, public_key, since, retired_at FROM signing_keys ORDER BY since DESC"
        return [Published(*row) for row in await self._database.rows(sql)]

    async def current(self) -> bytes:
        """The private half of the key in use; the first one is made when it is first needed."""
        sql = "SELECT private_key FROM signing_keys WHERE retired_at IS NULL"
        while (found := await self._database.row(sql)) is None:
            try:
                async with self._database.connection() as connection:
                    await _make(connection)
            except asyncpg.UniqueViolationError:
                # Another process was faster: its key is used.
                continue
        return bytes(found[0])

    async def rotate(self) -> None:
        """Retire the key in use and make another; the old one's signatures stay valid."""
        retire = (
            "UPDATE signing_keys SET retired_at = now(), private_key = NULL"
            " WHERE retired_at IS NULL"
        )
        async with self._database.connection() as connection, connection.transaction():
            await connection.execute(retire)
            await _make(connection)


async def _make(connection: Connection) -> None:
    private, public = new_key()
    sql = "INSERT INTO signing_keys (id, public_key, private_key) VALUES ($1, $2, $3)"
    await connection.execute(sql, key_id(public), public, private)
