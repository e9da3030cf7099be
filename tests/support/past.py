"""A past for tests, which records its answers."""

from typing import Any

from verger.domain.core.identifier import SeatId
from verger.domain.core.past import GrowingPast, PastPlay


class Asking:
    """A past that records its answers."""

    def __init__(self, past: GrowingPast) -> None:
        self.past = past
        self.told: dict[int, PastPlay] = {}

    def play(self, version: int) -> Any:
        """The play at a version."""
        return self._told(version).play

    def sole_mover(self, version: int) -> SeatId | None:
        """The only seat that has acted since a version."""
        return self._told(version).sole_mover

    def _told(self, version: int) -> PastPlay:
        self.told[version] = PastPlay(self.past.play(version), self.past.sole_mover(version))
        return self.told[version]
