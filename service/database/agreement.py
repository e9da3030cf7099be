"""Checks that a process and its database agree on the time and the newest migration, and that nothing is lost."""

from datetime import UTC, datetime, timedelta
from typing import Any

import structlog

from verger.service.database import migrate, sql

APART_SECONDS = 1.0
"""How far a process's clock may be from the database's before the latter's time is taken."""
PROMPT = timedelta(seconds=1)
"""How soon the database has to answer, for its answer to say what time it is."""

_DURABLE = ("fsync", "full_page_writes", "synchronous_commit")
"""If one of these settings is off, the database can lose confirmed moves."""
_log = structlog.get_logger()


class Compatibility:
    """Where this process differs from its database, looked at again and again."""

    def __init__(self) -> None:
        self.apart = 0.0
        """By how many seconds its clock is ahead of the database's; 0 where it is near."""
        self.is_older = False
        """Whether the database has migrations that this program knows nothing of."""
        self.forgetful: tuple[str, ...] = ()
        """The settings that are off, so that the database can lose confirmed moves."""

    def now(self) -> datetime:
        """The time: the database's, so that it is the same to all of its processes."""
        return datetime.now(UTC) - timedelta(seconds=self.apart)

    async def compare(self, connection: Any) -> None:
        """Ask the database what it has, and say so where that is another than before."""
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
        # Once apart, it has to come nearer than what began it, or it would go to and fro at the edge.
        near = APART_SECONDS / 2 if self.apart else APART_SECONDS
        apart = apart if abs(apart) > near else 0.0
        if bool(apart) != bool(self.apart):
            if apart:
                _log.warning("clock_differs", seconds=round(apart, 1))
            else:
                _log.info("clock_agrees")
        self.apart = apart
