"""The events of an archive up to a version, with the state and the names after them."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from verger.domain.core.decider import Event, Ruleset, State
from verger.domain.core.force import Force
from verger.domain.core.landmark import Names
from verger.domain.core.note import PART
from verger.projections.landmarks import LandmarkFinder, found_in
from verger.service.archive.format import UnreadableError
from verger.service.archive.read import read_as, states
from verger.service.log.sealed import parts_of


class CheckedLog(NamedTuple):
    """The content of an archive that a report needs."""

    ruleset: Ruleset[Any]
    state: State[Any]
    events: Sequence[Event[Any, Any]]
    finder: LandmarkFinder
    hashes: Sequence[bytes] = ()
    """The hash of each event."""
    notes: AbstractSet[str] = frozenset()
    """The digests of the sealed notes whose text is in the archive."""

    @property
    def force(self) -> Force:
        """The remedies that are in force after the last event."""
        return Force(self.state.table.timeline, len(self.events))

    def names(self, version: int) -> Names:
        """Return the names after an event."""
        return self.finder.names(version)

    def mover(self, version: int) -> str:
        """Return the name of the seat behind an event."""
        seat = self.events[version - 1].seat
        return "The server" if seat is None else self.names(version).of(seat)


def log_of(file: Path, until: int) -> CheckedLog | None:
    """Return the events of an archive up to a version; None if there is no event."""
    events: list[Event[Any, Any]] = []
    hashes: list[bytes] = []
    notes: set[str] = set()
    known: tuple[Ruleset[Any], State[Any]] | None = None
    with suppress(UnreadableError):
        for row, playback in states(file):
            if row.version > until:
                break
            events.append(read_as(playback.codec.events, row))
            hashes.append(row.hash)
            notes |= {part.digest for part in parts_of(row.sealed) if part.name == PART}
            known = playback.codec.ruleset, playback.state
    if known is None:
        return None
    ruleset, state = known
    return CheckedLog(
        ruleset=ruleset,
        state=state,
        events=events,
        finder=found_in(ruleset, events),
        hashes=hashes,
        notes=notes,
    )
