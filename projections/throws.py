"""Thrown dice, and the throws that a rewind took back or made count again."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from verger.domain.core.dice import Roll
from verger.domain.core.identifier import SeatId
from verger.domain.core.timeline import Timeline, leads, way


class Throw(NamedTuple):
    """The dice of an event: the server's rolls, or the values that a player typed in."""

    version: int
    seat: SeatId | None
    move: str
    """The name of the move."""
    rolls: tuple[Roll, ...]
    reported: tuple[int, ...]


class Throws:
    """The throws of a log, event by event. A repeated move throws nothing new."""

    def __init__(self) -> None:
        self._known: list[Throw] = []
        self._repeated: set[int] = set()
        """The versions whose moves were repeated with their dice after an older move was left out."""

    def __len__(self) -> int:
        """Return the number of throws."""
        return len(self._known)

    def take(self, throw: Throw, repeats: int | None) -> None:
        """Process the next event."""
        if repeats is not None:
            self._repeated.add(repeats)
        elif throw.rolls or throw.reported:
            self._known.append(throw)

    def taken_back(self, timeline: Timeline, rewind: int) -> list[Throw]:
        """Return the throws that a rewind took back."""
        before, after = way(timeline, rewind - 1), way(timeline, rewind)
        return [
            throw
            for throw in self._before(rewind)
            if leads(before, throw.version) and not leads(after, throw.version)
            if throw.version not in self._repeated
        ]

    def counting_again(self, timeline: Timeline, rewind: int) -> list[Throw]:
        """Return the throws that count again after a rewind."""
        before, after = way(timeline, rewind - 1), way(timeline, rewind)
        return [
            throw
            for throw in self._before(rewind)
            if leads(after, throw.version) and not leads(before, throw.version)
        ]

    def before(self, timeline: Timeline, version: int) -> list[Throw]:
        """Return the undone throws that a throw repeats: the same move of the same seat.

        They left the line of play after the newest other throw of this kind on the line.
        """
        place = bisect_left(self._known, version, key=lambda throw: throw.version)
        if place == len(self._known) or self._known[place].version != version:
            return []
        own, line = self._known[place], way(timeline, version)
        same = [one for one in self._before(version) if one[1:3] == own[1:3]]
        last = max((one.version for one in same if leads(line, one.version)), default=0)
        return [
            one
            for one in same
            if not leads(line, one.version)
            and _first_apart(way(timeline, one.version), line) > last
        ]

    def _before(self, version: int) -> Iterator[Throw]:
        end = bisect_left(self._known, version, key=lambda throw: throw.version)
        return iter(self._known[:end])


def _first_apart(way: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> int:
    """Return the first version of a way that is not on another one."""
    for (first, last), (other_first, other_last) in zip(way, other, strict=False):
        if first != other_first:
            return first
        if last > other_last:
            return other_last + 1
    return way[-1][1]
