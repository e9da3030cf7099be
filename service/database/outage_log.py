"""Failed uses of the database: count them by cause, and log the beginning and the end of each outage."""

import time
from collections import Counter

import structlog

from verger.service.database.outage import CAUSES, Cause, DamagedError, UnavailableError

QUIET_SECONDS = 1.0
"""A success ends an outage only if no use has failed for this time, because some uses succeed during an outage."""
OF_WRITES = frozenset({Cause.DISK_FULL, Cause.NO_WRITES})
"""Causes that make only writes fail."""

_log = structlog.get_logger()


class OutageLog:
    """Counts failed uses, and logs the beginning and the end of an outage once each."""

    def __init__(self) -> None:
        self.failures: Counter[Cause] = Counter(dict.fromkeys(sorted({*CAUSES.values()}), 0))
        """The number of failed uses, by cause. Causes without failures have 0."""
        self._cause: Cause | None = None
        """The cause of the present outage."""
        self._began = self._failed_at = 0.0

    def failed(self, outage: UnavailableError) -> None:
        """Note a use that failed."""
        self.failures[outage.cause] += 1
        # A damaged page affects only the requests that need it. `pool.py` logs it with its name.
        if isinstance(outage, DamagedError):
            return
        self._failed_at = time.monotonic()
        if self._cause is None:
            self._began = self._failed_at
        if self._cause is None or (outage.cause in OF_WRITES and self._cause not in OF_WRITES):
            self._cause = outage.cause
            _log.warning("database_unavailable", cause=outage.cause, reason=str(outage))

    def worked(self, *, writes: bool) -> None:
        """Note a use that did not fail."""
        if self._cause is None or (self._cause in OF_WRITES and not writes):
            return
        now = time.monotonic()
        if now - self._failed_at >= QUIET_SECONDS:
            self._cause = None
            _log.info("database_available", seconds=round(now - self._began, 1))
