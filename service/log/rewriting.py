"""Events that rewrite earlier ones: what was derived from those no longer holds.

Anything derived from a log is kept together with the version of the newest such event, and is
derived again once there is a newer one.
"""

from verger.domain.judging.log import REWRITING
from verger.service.log.row import Row


def rewrites(row: Row) -> bool:
    """Whether an event rewrote others."""
    return row.type == REWRITING
