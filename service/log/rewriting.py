"""Events that rewrite earlier ones. Data that was derived from the earlier ones is then out of date.

All data that is derived from a log is kept together with the version of the newest such event. It
is derived again if there is a newer one.
"""

from verger.domain.judging.log import REWRITING
from verger.service.log.row import Row


def rewrites(row: Row) -> bool:
    """Return whether an event rewrote others."""
    return row.type == REWRITING
