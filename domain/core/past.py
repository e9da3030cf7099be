"""The plays at earlier versions of a session, which rewinds need.

They are not part of the state.
"""

from collections.abc import Container, Mapping
from typing import Any, Protocol

import msgspec

from verger.domain.core.identifier import SeatId


class PastPlay(msgspec.Struct, frozen=True):
    """The play at an earlier version, and the only seat that has acted since."""

    play: Any
    sole_mover: SeatId | None = None
    """The only seat that has acted since. None if there are several, or if dice were thrown."""


class PastNeededError(Exception):
    """A judgement or a fold needs the play of an earlier version that it was not given."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class Past(Protocol):
    """Access to earlier versions.

    Each method raises PastNeededError if the answer is not in memory.
    """

    def play(self, version: int) -> Any:
        """Return the play at a version."""
        ...

    def sole_mover(self, version: int) -> SeatId | None:
        """Return the only seat that has acted since a version, if no dice were thrown."""
        ...


class KnownPast:
    """The earlier versions that are in memory."""

    def __init__(self, known: Mapping[int, PastPlay]) -> None:
        self._known = known

    def play(self, version: int) -> Any:
        """Return the play at a version in memory."""
        return self._at(version).play

    def sole_mover(self, version: int) -> SeatId | None:
        """Return the only seat that has acted since a version in memory."""
        return self._at(version).sole_mover

    def _at(self, version: int) -> PastPlay:
        earlier = self._known.get(version)
        if earlier is None:
            raise PastNeededError(version)
        return earlier


NO_PAST = KnownPast({})


class GrowingPast:
    """The past of a log that is read in order. It keeps only the plays that will be needed."""

    def __init__(self, wanted: Container[int] | None = None) -> None:
        self._wanted = wanted
        self._plays: dict[int, Any] = {}
        self._mover: SeatId | None = None
        self._since = 0
        """The first version of the current unbroken run of one mover."""

    def add(self, version: int, play: Any, mover: SeatId | None) -> None:
        """Add an event: the play after it, and its mover. The mover is None if dice were thrown."""
        if self._wanted is None or version in self._wanted:
            self.keep(version, play)
        self.acted(version, mover)

    def keep(self, version: int, play: Any) -> None:
        """Keep the play at a version."""
        self._plays[version] = play

    def acted(self, version: int, mover: SeatId | None) -> None:
        """Record the mover of a version."""
        if mover != self._mover or mover is None:
            self._mover, self._since = mover, version

    def play(self, version: int) -> Any:
        """Return the play at a version that was read."""
        if version not in self._plays:
            raise PastNeededError(version)
        return self._plays[version]

    def sole_mover(self, version: int) -> SeatId | None:
        """Return the only seat that has acted since a version."""
        return self._mover if self._since <= version + 1 else None
