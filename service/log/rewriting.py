"""Events that rewrite earlier ones: what was derived from those no longer holds.

Anything derived from a log is kept together with the version of the newest such event, and is
derived again once there is a newer one.
"""

from verger.domain.judging.log import REWRITING
from verger.service.log.row import Row

HOLDS = (
    "NOT EXISTS (SELECT FROM stubs WHERE session = $1) AND"  # noqa: S608
    f" NOT EXISTS (SELECT FROM events WHERE session = $1 AND version > $2 AND type = '{REWRITING}')"
)
"""Whether what was derived from a session ($1) at a version ($2) holds, for SQL that stores it;
of a session that was ended nothing does."""


def rewrites(row: Row) -> bool:
    """Whether an event rewrote others."""
    return row.type == REWRITING
