"""The `now` of feed items: the title, version and pending actions of a session, encoded once for all readers."""

from collections import OrderedDict
from uuid import UUID

import msgspec

from verger.projections.session import now
from verger.service.play.session import Session

KEPT = 10_000
"""The maximum number of sessions whose encoded `now` is kept."""


class Presents:
    """The encoded `now` of sessions. The one that was encoded longest ago is dropped first."""

    def __init__(self) -> None:
        self._known: OrderedDict[UUID, tuple[object, int, bytes]] = OrderedDict()

    def of(self, session: Session) -> bytes:
        """Return the `now` of a session, as JSON."""
        known = self._known.get(session.id)
        # Compare the branch too: after a log went back, it can reach the same version with other events.
        if known and known[0] is session.branch and known[1] == session.version:
            return known[2]
        told = msgspec.json.encode(now(session.codec.ruleset, session.state, session.version))
        self._known[session.id] = session.branch, session.version, told
        self._known.move_to_end(session.id)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return told
