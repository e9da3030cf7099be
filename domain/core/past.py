"""The plays at earlier versions of a session, which rewinds need.

They are not part of the state.
"""

from collections.abc import Container, Mapping
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from verger.domain.core.identifier import SeatId

THE_ACTION = "action"
"""The id of the action of a game that has one action at a time."""


class Deed(NamedTuple):
    """The facts of an event that the questions about an undo need."""

    seat: SeatId | None
    sentence: str
    is_of_play: bool
    """Whether its move belongs to play. All other moves belong to the table, and an undo does not
    change them."""
    has_dice: bool
    actions: frozenset[str] = frozenset()
    """The actions and questions that it began, continued or ended."""
    begins: bool = False
    """Whether it begins an action of a game that has one action at a time."""

    @property
    def mover(self) -> SeatId | None:
        """The seat that caused the event; None if dice were thrown, or if the move was anonymous."""
        return None if self.has_dice else self.seat


class PastPlay(msgspec.Struct, frozen=True):
    """The play at an earlier version, and the seat that acted after it, if only one seat acted."""

    play: Any
    sole_mover: SeatId | None = None
    """The only seat that acted after this version. None if several seats acted, or if dice were thrown."""


class PastNeededError(Exception):
    """A judgement or a fold needs a part of the past that is not in memory."""

    def __init__(self, version: int, part: Literal["play", "deeds"] = "play") -> None:
        super().__init__(version, part)
        self.version = version
        self.part = part
        """The missing part: the play at the version, or the deeds after the version."""


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

    def deeds(self, since: int) -> Mapping[int, Deed]:
        """Return the deed of each event after a version."""
        ...


class KnownPast:
    """The earlier versions that are in memory."""

    def __init__(self, known: dict[int, PastPlay] | None = None) -> None:
        self._known = {} if known is None else known
        self._deeds: dict[int, Mapping[int, Deed]] = {}

    def keep(self, version: int, play: PastPlay) -> None:
        """Keep the play at a version."""
        self._known[version] = play

    def remember(self, since: int, deeds: Mapping[int, Deed]) -> None:
        """Keep the deeds of the events after a version."""
        self._deeds[since] = deeds

    def play(self, version: int) -> Any:
        """Return the play at a version in memory."""
        return self._at(version).play

    def sole_mover(self, version: int) -> SeatId | None:
        """Return the only seat that has acted since a version in memory."""
        return self._at(version).sole_mover

    def deeds(self, since: int) -> Mapping[int, Deed]:
        """Return the deed of each event after a version in memory."""
        if since not in self._deeds:
            raise PastNeededError(since, "deeds")
        return self._deeds[since]

    def _at(self, version: int) -> PastPlay:
        earlier = self._known.get(version)
        if earlier is None:
            raise PastNeededError(version)
        return earlier


NO_PAST = KnownPast()


class GrowingPast:
    """The past of a log that is read in order. It keeps only the plays that will be needed."""

    def __init__(self, wanted: Container[int] | None = None) -> None:
        self._wanted = wanted
        self._plays: dict[int, Any] = {}
        self._deeds: dict[int, Deed] = {}
        self._mover: SeatId | None = None
        self._since = 0
        """The first version of the current unbroken run of one mover."""

    def add(self, version: int, play: Any, deed: Deed | None) -> None:
        """Add an event: its deed, and the play after the event if that play will be needed."""
        if self._wanted is None or version in self._wanted:
            self.keep(version, play)
        self.acted(version, deed)

    def keep(self, version: int, play: Any) -> None:
        """Keep the play at a version."""
        self._plays[version] = play

    def acted(self, version: int, deed: Deed | None) -> None:
        """Record the deed of the event of a version."""
        mover = deed.mover if deed else None
        if mover != self._mover or mover is None:
            self._mover, self._since = mover, version
        if deed:
            self._deeds[version] = deed

    def remember(self, deeds: Mapping[int, Deed]) -> None:
        """Add the deeds of earlier events."""
        self._deeds = {**deeds, **self._deeds}

    def play(self, version: int) -> Any:
        """Return the play at an earlier version.

        Raises PastNeededError if this version was not kept.
        """
        if version not in self._plays:
            raise PastNeededError(version)
        return self._plays[version]

    def sole_mover(self, version: int) -> SeatId | None:
        """Return the only seat that has acted since a version."""
        return self._mover if self._since <= version + 1 else None

    def deeds(self, since: int) -> Mapping[int, Deed]:
        """Return the deed of each event after a version, if all these events were read."""
        if self._deeds and since + 1 < next(iter(self._deeds)):
            raise PastNeededError(since, "deeds")
        return self._deeds
