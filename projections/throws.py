"""Thrown dice, and the throws that a rewind undid or redid."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from verger.domain.core.dice import Roll
from verger.domain.core.identifier import SeatId
from verger.domain.core.timeline import Shift, Timeline, leads, way


class Throw(NamedTuple):
    """The dice of an event: the server's rolls, or the values that a player typed in."""

    version: int
    seat: SeatId | None
    move: str
    """The name of the move."""
    rolls: tuple[Roll, ...]
    reported: tuple[int, ...]


Spans = Sequence[tuple[int, int]]


class Throws:
    """The throws of a log, event by event. A repeated move adds no throw."""

    def __init__(self) -> None:
        self._known: list[Throw] = []
        self._alike: defaultdict[tuple[SeatId | None, str], list[Throw]] = defaultdict(list)
        """The throws of each seat with each kind of move."""
        self._repeated: set[int] = set()
        """The versions whose moves were repeated, with the same dice, after an older move was left out."""

    def __len__(self) -> int:
        """Return the number of throws."""
        return len(self._known)

    def take(self, throw: Throw, repeats: int | None) -> None:
        """Process the next event."""
        if repeats is not None:
            self._repeated.add(repeats)
        elif throw.rolls or throw.reported:
            self._known.append(throw)
            self._alike[throw.seat, throw.move].append(throw)

    def taken_back(self, rewind: Shift) -> list[Throw]:
        """Return the throws that a rewind took back."""
        return [
            throw for throw in self._within(rewind.undone) if throw.version not in self._repeated
        ]

    def counting_again(self, rewind: Shift) -> list[Throw]:
        """Return the throws that count again after a rewind."""
        return self._within(rewind.redone)

    def before(self, timeline: Timeline, version: int) -> list[Throw]:
        """Return the undone throws that a throw replaces, by the same seat for the same move.

        Throws on branches that left the line of play before the newest valid throw are left out.
        """
        place = _place(self._known, version)
        if place == len(self._known) or self._known[place].version != version:
            return []
        own = self._known[place]
        alike = self._alike[own.seat, own.move]
        earlier = _place(alike, version) - 1
        if earlier < 0 or not _rewinds(timeline, alike[earlier].version, version):
            return []
        line = way(timeline, version)
        found: list[Throw] = []
        while earlier >= 0 and not leads(line, alike[earlier].version):
            found.append(alike[earlier])
            earlier -= 1
        last = alike[earlier].version if earlier >= 0 else 0
        return [
            throw
            for throw in reversed(found)
            if _common(way(timeline, throw.version), line) >= last
        ]

    def _within(self, spans: Spans) -> list[Throw]:
        known = self._known
        return [
            throw
            for first, last in spans
            for throw in known[_place(known, first) : _place(known, last + 1)]
        ]


def _place(throws: Sequence[Throw], version: int) -> int:
    """Return the index of the first throw at or after a version."""
    return bisect_left(throws, version, key=lambda throw: throw.version)


def _rewinds(timeline: Timeline, first: int, last: int) -> bool:
    """Return whether there was a rewind between two versions."""
    place = bisect_left(timeline.rewinds, first, key=lambda rewind: rewind.version)
    return place < len(timeline.rewinds) and timeline.rewinds[place].version < last


def _common(one: Spans, other: Spans) -> int:
    """Return the last version that two lines of play have in common."""
    common = 0
    for (first, last), (other_first, other_last) in zip(one, other, strict=False):
        if first != other_first:
            break
        common = min(last, other_last)
        if last != other_last:
            break
    return common
