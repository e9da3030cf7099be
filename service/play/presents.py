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

    def of(self, session: Session) -> bytes:
        """A session's present."""
        known = self._known.get(session.id)
        # Another branch: the log went back, and came to the same version otherwise.
        if known and known[0] is session.branch and known[1] == session.version:
            return known[2]
        told = msgspec.json.encode(now(session.codec.ruleset, session.state, session.version))
        self._known[session.id] = session.branch, session.version, told
        self._known.move_to_end(session.id)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return told
