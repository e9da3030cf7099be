"""The times that events can have. With these bounds, no sum of a time and a rule's delay overflows."""

from datetime import UTC, datetime, timedelta

EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
LATEST = datetime(3000, 1, 1, tzinfo=UTC)


def is_possible(at: datetime) -> bool:
    """Return whether an event can have this time: it must be in UTC, and from 1970 to 2999."""
    return at.utcoffset() == timedelta(0) and EARLIEST <= at < LATEST
