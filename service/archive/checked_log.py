"""The events of an archive up to a version, with the state and the names after them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from verger.domain.core.decider import Event, Ruleset, State
from verger.domain.core.force import Force
from verger.domain.core.landmark import Names
from verger.projections.landmarks import LandmarkFinder


class CheckedLog(NamedTuple):
    """Everything that the accounts of a report are made of."""

    ruleset: Ruleset[Any]
    state: State[Any]
    events: Sequence[Event[Any, Any]]
    finder: LandmarkFinder

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
