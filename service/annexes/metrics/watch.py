"""Read figures of the database and the disk from time to time, so that no scrape waits for them."""

import shutil
import time
from asyncio import to_thread
from pathlib import Path
from typing import NamedTuple

from verger.service.annexes.metrics import sql
from verger.service.background import Background
from verger.service.database.pool import Database

LOOK_SECONDS = 30.0
"""How often a process looks. All statements together take some milliseconds, on a large database too."""
COUNTED_EVENTS = 10_000
"""The maximum number of events to count that the feed does not show yet."""


class DatabaseFigures(NamedTuple):
    """The figures of one look at the database.

    A figure is None if there is no such thing, or if the database was away.
    """

    feed_events: int | None = None
    transaction_seconds: float | None = None
    database_bytes: int | None = None
    replication_bytes: float | None = None
    backup_at: float | None = None
    statement_at: float | None = None
    disk_bytes: int | None = None
    disk_free_bytes: int | None = None


class Watch:
    """The figures of the database and the disk at the last look."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._database, self._folder = database, folder
        self._running = Background()
        self._known: dict[str, float] = {}
        """When each open transaction was first seen, because the role may not be allowed to read its start."""
        self.seen = DatabaseFigures()

    def start(self) -> None:
        """Start looking."""
        self._running.repeat(self.look, LOOK_SECONDS, "database_look")

    async def stop(self) -> None:
        """Stop looking."""
        await self._running.stop()

    async def look(self) -> None:
        """Look once. While the database is away, only the disk is known."""
        disk = await to_thread(_disk, self._folder)
        self.seen = DatabaseFigures(**disk)
        feed = await self._database.row(sql.FEED_BEHIND, COUNTED_EVENTS)
        done = await self._database.only_row(sql.LAST_DONE)
        self.seen = DatabaseFigures(
            feed_events=feed["events"] if feed else None,
            transaction_seconds=await self._oldest_transaction(),
            database_bytes=await self._database.value(sql.DATABASE_BYTES),
            replication_bytes=await self._database.value(sql.REPLICATION_LAG),
            backup_at=done["backup"],
            statement_at=done["statement"],
            **disk,
        )

    async def _oldest_transaction(self) -> float:
        rows = await self._database.rows(sql.OPEN_TRANSACTIONS)
        now = time.monotonic()
        self._known = {row["transaction"]: self._known.get(row["transaction"], now) for row in rows}
        ages = [
            now - self._known[row["transaction"]] if row["seconds"] is None else row["seconds"]
            for row in rows
        ]
        return max(ages, default=0.0)


def _disk(folder: Path) -> dict[str, int]:
    """Return the size and free space of the disk of a folder, or of the current folder if it does not exist."""
    try:
        usage = shutil.disk_usage(folder if folder.exists() else Path())
    except OSError:
        return {}
    return {"disk_bytes": usage.total, "disk_free_bytes": usage.free}
