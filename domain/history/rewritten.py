"""Whether a log accounts for its rewritten events: a later event has to name each of them.

An event may come out differently after others were rewritten, and a later one has to say that too.
"""

from typing import Any

from verger.domain.history.redaction import Redact


class Rewritten:
    """The rewritten events of a log, and what later events say of them."""

    def __init__(self) -> None:
        self.versions: set[int] = set()
        self.redactions: dict[int, str] = {}
        """The redactions, each with the digest of all texts that were gone after it."""
        self._unnamed: dict[int, str] = {}
        self._affected: dict[int, str] = {}

    @property
    def waiting(self) -> dict[int, str]:
        """The faults of events that no later one has accounted for yet."""
        return self._unnamed | self._affected

    def add(self, version: int) -> None:
        """The next event was rewritten."""
        self.versions.add(version)
        self._unnamed[version] = "it was redacted, and no later redaction names it"

    def may_excuse(self, version: int, fault: str) -> bool:
        """Whether a fault of the next event may come of what was rewritten; then it waits, too."""
        if self.versions:
            self._affected[version] = fault
        return bool(self.versions)

    def take(self, version: int, move: Any) -> str | None:
        """Take the list of what an event rewrote; gives what is wrong with it, if anything is."""
        if not isinstance(move, Redact):
            return None
        self.redactions[version] = move.removed
        for affected in move.affected:
            self._affected.pop(affected, None)
        for named in move.rewritten:
            self._unnamed.pop(named, None)
        if self.versions.issuperset(move.rewritten):
            return None
        return "it names events from which nothing was taken out"
