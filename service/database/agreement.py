"""Checks whether a process and its database agree on time and newest migration, and whether moves are safe."""

from datetime import UTC, datetime, timedelta
from typing import Any

import structlog

from verger.service.database import migrate, sql

APART_SECONDS = 1.0
"""If a process's clock differs more from the database's than this, the database's time is used."""
PROMPT = timedelta(seconds=1)
"""The maximum time for an answer of the database. A slower answer would not show the present time."""

_DURABLE = ("fsync", "full_page_writes", "synchronous_commit")
"""If one of these settings is off, the database can lose confirmed moves."""
_log = structlog.get_logger()


class Compatibility:
    """The differences between this process and its database, as the last `compare` found them."""

    def __init__(self) -> None:
        self.apart = 0.0
        """The seconds that this process's clock is ahead of the database's. 0 if the difference is small."""
        self.is_older = False
        """True if the database has migrations that this program does not know."""
        self.forgetful: tuple[str, ...] = ()
        """The settings that are off, so that the database can lose confirmed moves."""

    def now(self) -> datetime:
        """Return the present time. If the clocks differ, it is the database's, so that all processes agree."""
        return datetime.now(UTC) - timedelta(seconds=self.apart)

    async def compare(self, connection: Any) -> None:
        """Read the database's time, migrations and settings, and log changes."""
        asked = datetime.now(UTC)
        row = await connection.fetchrow(sql.AGREEMENT)
        took = datetime.now(UTC) - asked
        if timedelta() <= took < PROMPT:
            self._set_right((asked + took / 2 - row["now"]).total_seconds())
        known = migrate.newest()
        newest = row["newest"]
        is_older = (newest or "") > known
        if is_older and not self.is_older:
            _log.warning("schema_is_newer", known=known, found=newest)
        self.is_older = is_older
        self.forgetful = tuple(name for name in _DURABLE if row[name] == "off")

    def _set_right(self, apart: float) -> None:
        # Once the clocks differ, they must come nearer than half the limit. With only one limit, a
        # difference close to it could be logged again and again.
        near = APART_SECONDS / 2 if self.apart else APART_SECONDS
        apart = apart if abs(apart) > near else 0.0
        if bool(apart) != bool(self.apart):
            if apart:
                _log.warning("clock_differs", seconds=round(apart, 1))
            else:
                _log.info("clock_agrees")
        self.apart = apart
