"""A past for tests, which records its answers."""

from collections.abc import Mapping
from typing import Any

from verger.domain.core.identifier import SeatId
from verger.domain.core.past import Deed, GrowingPast, KnownPast, PastPlay


class Asking:
    """A past that records its answers."""

    def __init__(self, past: GrowingPast) -> None:
        self.past = past
        self.told: dict[int, PastPlay] = {}
        self.done: dict[int, Mapping[int, Deed]] = {}

    def play(self, version: int) -> Any:
        """The play at a version."""
        return self._told(version).play

    def sole_mover(self, version: int) -> SeatId | None:
        """The only seat that has acted since a version."""
        return self._told(version).sole_mover

    def deeds(self, since: int) -> Mapping[int, Deed]:
        """Return the deed of each event after a version."""
        self.done[since] = dict(self.past.deeds(since))
        return self.done[since]

    @property
    def known(self) -> KnownPast:
        """Return a past that only has the recorded answers."""
        past = KnownPast(self.told)
        for since, deeds in self.done.items():
            past.remember(since, deeds)
        return past

    def _told(self, version: int) -> PastPlay:
        self.told[version] = PastPlay(self.past.play(version), self.past.sole_mover(version))
        return self.told[version]
