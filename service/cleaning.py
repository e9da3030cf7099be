"""Cleaning: about once an hour, delete expired data."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog

from verger.service import tracing
from verger.service.background import Background
from verger.service.database import sql
from verger.service.database.outage import UnavailableError
from verger.service.database.pool import Database

CLEAN_SECONDS = 3_600.0
BATCH = 10_000
"""The maximum number of rows that one statement deletes, so that no statement takes long."""

_log = structlog.get_logger()


async def delete_old(database: Database, table: str, key: str, old: str, *binds: object) -> None:
    """Delete the rows of a table that are `old`, some at a time, unless another process does so already."""
    statement = sql.delete_old(table, key, old, BATCH)
    deleted = BATCH
    while deleted == BATCH:
        async with database.connection() as connection, connection.transaction():
            mine = await connection.fetchval(sql.TRY_CLEANING, f"cleaning {table}")
            deleted = await connection.fetchval(statement, *binds) if mine else 0


class Cleaning:
    """Makes each part of the server delete its old data."""

    def __init__(self, parts: Sequence[Callable[[], Awaitable[None]]]) -> None:
        self._parts = parts
        self._running = Background()

    def start(self) -> None:
        """Start cleaning."""
        self._running.start(self._run())

    async def stop(self) -> None:
        """Stop. Another process, or the next start, continues the work."""
        await self._running.stop()

    async def _run(self) -> None:
        while True:
            with tracing.span("clean"):
                for clean in self._parts:
                    await _try(clean)
            await asyncio.sleep(CLEAN_SECONDS)


async def _try(clean: Callable[[], Awaitable[None]]) -> None:
    try:
        await clean()
    except UnavailableError:
        pass  # old data is still there the next time
    except Exception:  # noqa: BLE001, after any error, the others have to go on
        _log.exception("cleaning_failed")
