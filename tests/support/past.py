"""A past that a test asks, and what it told."""

from domain.past import Earlier, Remembered


class Asking:
    """A past that keeps what it told, for the record."""

    def __init__(self, past: Remembered) -> None:
        self.past = past
        self.told: dict[int, Earlier] = {}

    def at(self, version: int) -> Earlier:
        """The session as it was at a version."""
        self.told[version] = self.past.at(version)
        return self.told[version]
