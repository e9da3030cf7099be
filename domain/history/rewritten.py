"""Accounting for rewritten events: a later event of the log must name each of them.

Rewritten texts can also change the result of other events when they are judged again. A later event
must state this, too.
"""

from typing import Any

from verger.domain.history.redaction import Redact


class Rewritten:
    """Tracks the rewritten events of a log, and the later events that name them."""

    def __init__(self) -> None:
        self.versions: set[int] = set()
        self.redactions: dict[int, str] = {}
        """The redactions, each with the digest of all texts that were removed until then."""
        self._unnamed: dict[int, str] = {}
        self._affected: dict[int, str] = {}

    @property
    def waiting(self) -> dict[int, str]:
        """The faults of events that no later event has accounted for yet."""
        return self._unnamed | self._affected

    def add(self, version: int) -> None:
        """Record that the next event was rewritten."""
        self.versions.add(version)
        self._unnamed[version] = "it was redacted, and no later redaction names it"

    def may_excuse(self, version: int, fault: str) -> bool:
        """Return whether rewritten events can be the cause of a fault in the next event.

        If so, keep it.
        """
        if self.versions:
            self._affected[version] = fault
        return bool(self.versions)

    def take(self, version: int, move: Any) -> str | None:
        """Process a move's list of rewritten events.

        Return its fault, or None.
        """
        if not isinstance(move, Redact):
            return None
        self.redactions[version] = move.removed
        for affected in move.affected:
            self._affected.pop(affected, None)
        for named in move.rewritten:
            self._unnamed.pop(named, None)
        if self.versions.issuperset(move.rewritten):
            return None
        return "it names events that still have all their texts"
