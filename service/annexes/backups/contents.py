"""The contents of a database, as the manifest of a backup describes them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256

import asyncpg
import msgspec

from verger.service.annexes.backups import sql
from verger.service.annexes.backups.manifest import BackupError, Contents
from verger.service.annexes.statements.sql import NEWEST_STATEMENT
from verger.service.annexes.statements.statement import Statement
from verger.service.database.outage import AWAY, unavailable
from verger.service.database.pool import ACQUIRE_SECONDS, Connection
from verger.service.database.sql import SECRET_KEY

PAGE = 1_000
"""The number of heads to read at once."""
READ_SECONDS = 3_600.0
"""The maximum time for one query, in seconds. Counting a billion events takes minutes."""


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Connection]:
    """Connect as the user in the address, who can read all tables.

    The server's own role `verger_service` cannot, so a backup does not change to that role.
    """
    try:
        connection = await asyncpg.connect(
            url,
            timeout=ACQUIRE_SECONDS,
            command_timeout=READ_SECONDS,
            server_settings={"application_name": "verger backup"},
        )
        try:
            yield connection
        finally:
            connection.terminate()
    except (*AWAY, asyncpg.exceptions.PostgresError) as error:
        if isinstance(error, OSError) and not isinstance(error, ConnectionError | TimeoutError):
            raise  # an error of a file, and not of the database
        if outage := unavailable(error):
            raise outage from error
        raise


async def contents_of(connection: Connection) -> Contents:
    """Read the contents. The caller must have begun a transaction."""
    if not await connection.fetchval(sql.HAS_SCHEMA):
        raise BackupError("the database has no tables of Verger")
    await connection.execute(sql.AVOID_SCANS)
    sessions, heads = await _heads(connection)
    stated = await connection.fetchrow(NEWEST_STATEMENT)
    return Contents(
        schema=await connection.fetchval(sql.SCHEMA),
        sessions=sessions,
        events=await connection.fetchval(sql.COUNT_EVENTS),
        heads=heads,
        statement=msgspec.convert({**stated}, Statement) if stated else None,
        key=await connection.fetchval(SECRET_KEY),
    )


async def _heads(connection: Connection) -> tuple[int, str]:
    """Return the number of sessions, and the digest over their heads."""
    count, digest = 0, sha256()
    found = await connection.cursor(sql.HEADS)
    while rows := await found.fetch(PAGE):
        count += len(rows)
        for row in rows:
            line = f"{row['session']} {row['version']} {row['hash'].hex()} {row['standing']}\n"
            digest.update(line.encode())
    return count, digest.hexdigest()
