"""Sessions as they are now, each encoded once for all who follow many."""

from collections import OrderedDict
from uuid import UUID

import msgspec

from verger.projections.session import now
from verger.service.play.session import Session

KEPT = 10_000
"""Sessions whose present is kept."""


class Presents:
    """What is said of sessions' present, as JSON; the least recently asked for goes first."""

    def __init__(self) -> None:
        self._known: OrderedDict[UUID, tuple[object, int, bytes]] = OrderedDict()

    def of(self, hot: Session) -> bytes:
        """A session's present."""
        known = self._known.get(hot.id)
        # Another branch: the log went back, and came to the same version otherwise.
        if known and known[0] is hot.branch and known[1] == hot.version:
            return known[2]
        told = msgspec.json.encode(now(hot.codec.ruleset, hot.state, hot.version))
        self._known[hot.id] = hot.branch, hot.version, told
        self._known.move_to_end(hot.id)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return told
