"""Events that rewrite earlier events (redactions). They make data that was derived from the log out of date.

Derived data is kept with the version of the newest such event in the log. It is derived again when
there is a newer one.
"""

from verger.domain.judging.log import REWRITING
from verger.service.log.row import Row


def rewrites(row: Row) -> bool:
    """Return whether an event rewrote others."""
    return row.type == REWRITING
