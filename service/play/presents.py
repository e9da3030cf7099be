"""The present of sessions, encoded once for all clients that follow many sessions."""

from collections import OrderedDict
from uuid import UUID

import msgspec

from verger.projections.session import now
from verger.service.play.session import Session

KEPT = 10_000
"""The maximum number of sessions whose present is kept."""


class Presents:
    """Descriptions of the present of sessions, as JSON. The one that was encoded longest ago is dropped first."""

    def __init__(self) -> None:
        self._known: OrderedDict[UUID, tuple[object, int, bytes]] = OrderedDict()

    def of(self, session: Session) -> bytes:
        """Return a session's present."""
        known = self._known.get(session.id)
        # If the branch is another one, the log went back and has reached the same version with other events.
        if known and known[0] is session.branch and known[1] == session.version:
            return known[2]
        told = msgspec.json.encode(now(session.codec.ruleset, session.state, session.version))
        self._known[session.id] = session.branch, session.version, told
        self._known.move_to_end(session.id)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return told
