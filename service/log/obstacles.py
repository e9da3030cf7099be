"""Watch the open transactions that the feed waits for: measure the oldest, and log each that is too old."""

import time
from typing import Any

import structlog

from verger.service.background import Background
from verger.service.database.pool import Database
from verger.service.database.record import Record
from verger.service.log import sql

LOOK_SECONDS = 5.0
"""The seconds between two checks by a process."""
LONG_SECONDS = 5.0
"""A transaction that writes events and lasts longer than this is logged."""

_log = structlog.get_logger()


class Obstacles:
    """Looks for transactions that have written events and have not ended."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._running = Background()
        self._seen: dict[str, float] = {}
        """When each transaction was first seen. The database does not always report when it began."""
        self._named: set[str] = set()
        self.seconds = 0.0
        """The age of the oldest transaction at the last check, in seconds. 0 if there was none."""

    def start(self) -> None:
        """Start looking."""
        self._running.repeat(self.look, LOOK_SECONDS, "feed_look")

    async def stop(self) -> None:
        """Stop looking."""
        await self._running.stop()

    async def look(self) -> None:
        """Check once. Log each transaction when it is first found to be old."""
        rows = await self._database.rows(sql.FEED_OBSTACLES)
        now = time.monotonic()
        self._seen = {row["transaction"]: self._seen.get(row["transaction"], now) for row in rows}
        self._named &= self._seen.keys()
        ages = {one: now - since for one, since in self._seen.items()}
        ages |= {row["transaction"]: row["seconds"] for row in rows if row["seconds"] is not None}
        self.seconds = max(ages.values(), default=0.0)
        for row in rows:
            age = ages[row["transaction"]]
            if age >= LONG_SECONDS and row["transaction"] not in self._named:
                self._named.add(row["transaction"])
                _log.warning("feed_waits", seconds=round(age, 1), **self._told(row))

    def _told(self, row: Record) -> dict[str, Any]:
        told = {name: row[name] for name in ("pid", "prepared", "application") if row[name]}
        return {"database": self._database.name, **told}
