"""A past that a test asks, and what it told."""

from typing import Any

from domain.core.identifier import SeatId
from domain.core.past import GrowingPast, PastPlay


class Asking:
    """A past that keeps what it told, for the record."""

    def __init__(self, past: GrowingPast) -> None:
        self.past = past
        self.told: dict[int, PastPlay] = {}

    def play(self, version: int) -> Any:
        """The play at a version."""
        return self._told(version).play

    def sole_mover(self, version: int) -> SeatId | None:
        """Who alone has acted since a version."""
        return self._told(version).sole_mover

    def _told(self, version: int) -> PastPlay:
        self.told[version] = PastPlay(self.past.play(version), self.past.sole_mover(version))
        return self.told[version]
