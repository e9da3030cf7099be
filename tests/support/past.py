"""A past that a test asks, and what it told."""

from typing import Any

from domain.core.identifier import SeatId
from domain.core.past import Earlier, Remembered


class Asking:
    """A past that keeps what it told, for the record."""

    def __init__(self, past: Remembered) -> None:
        self.past = past
        self.told: dict[int, Earlier] = {}

    def play(self, version: int) -> Any:
        """The play at a version."""
        return self._told(version).play

    def alone(self, version: int) -> SeatId | None:
        """Who alone has acted since a version."""
        return self._told(version).alone

    def _told(self, version: int) -> Earlier:
        self.told[version] = Earlier(self.past.play(version), self.past.alone(version))
        return self.told[version]
