"""Checks that a later event of the log names each rewritten event.

Because of the rewritten texts, other events can have other results when they are judged again. A
later event must name these events, too.
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
        """The faults of events that no later event has named yet."""
        return self._unnamed | self._affected

    def add(self, version: int) -> None:
        """Record that the next event was rewritten."""
        self.versions.add(version)
        self._unnamed[version] = "it was redacted, and no later redaction names it"

    def may_excuse(self, version: int, fault: str) -> bool:
        """Return whether rewritten events can be the cause of a fault in the next event.

        If so, keep the fault.
        """
        if self.versions:
            self._affected[version] = fault
        return bool(self.versions)

    def take(self, version: int, move: Any) -> str | None:
        """Process a move's list of rewritten events. Return its fault, or None."""
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
