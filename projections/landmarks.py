"""Landmarks: the versions that a reader can jump to, collected in one pass over the events."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, get_args

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.decider import Event, Ruleset
from verger.domain.core.identifier import SeatId
from verger.domain.core.landmark import TABLE, Kind, Names, PlayKind, named, titled
from verger.domain.core.members import made_of
from verger.domain.core.table import GmHandedOver
from verger.domain.core.timeline import Rewound, Timeline, leads, way
from verger.projections.throws import Throw, Throws

UNDOABLE = frozenset({"rewind", *get_args(PlayKind)})
"""The kinds of landmarks that a rewind can undo. The other kinds are events of the table."""


class LandmarkView(msgspec.Struct, frozen=True):
    """A version that starts a part of the game."""

    version: int
    """The version of the event."""
    kind: Kind
    """The kind of landmark."""
    title: str
    """The landmark in words."""
    is_undone: bool
    """Whether a rewind has undone the landmark in the state that was read. Some kinds are never undone."""


class LandmarksView(msgspec.Struct, frozen=True):
    """The landmarks of a log up to a version, in order."""

    version: int
    """The version that was read."""
    landmarks: tuple[LandmarkView, ...]
    """The landmarks, the oldest first."""
    next_after: int | None
    """The start of the next page; null on the last page."""


class Landmark(NamedTuple):
    """A stored landmark. Whether a rewind has undone it depends on the requested version."""

    version: int
    kind: Kind
    title: str
    effect: type | None = None
    """The class of the landmark's effect; None for repeated events."""


class _Branch(NamedTuple):
    """The versions from one rewind to the next. They continue an older branch."""

    first: int
    parent: int
    """The index of the older branch in the list of branches."""
    parent_last: int
    """The version of the older branch that this branch continues from."""


class LandmarkFinder:
    """Finds the landmarks of a log, event by event, and keeps the names that titles of later landmarks need."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.landmarks: list[Landmark] = []
        tables = (TABLE, ruleset.landmarks)
        self._titles = [table.titles for table in tables]
        self._of_table, self._of_play = (table.names for table in tables)
        kinds: set[Any] = {
            kind for landmarks in tables for kind in (*landmarks.titles, *landmarks.names)
        }
        self.tags = frozenset(str(kind.__struct_config__.tag) for kind in kinds)
        """The tags of the effects that make landmarks or names."""
        self._names = Names()
        self._tables: list[tuple[int, Map[str, str]]] = [(0, Map())]
        """All names at the table after each change, with the version of the change."""
        self._plays: list[tuple[int, Map[str, str]]] = [(0, Map())]
        """All names of play after each change, with the version of the change. A rewind brings back
        the names of its target."""
        self.throws = Throws()
        self._former_gms: list[tuple[int, SeatId]] = []
        """The seats that handed over the role of GM, each with the version of that event."""
        self._branches = [_Branch(0, 0, 0)]
        self._repeated = 0

    def __len__(self) -> int:
        """Return the number of stored items: landmarks, names at each version, and throws."""
        return len(self.landmarks) + len(self._tables) + len(self._plays) + len(self.throws)

    def take(self, version: int, effects: Sequence[Any], *, repeats: bool) -> None:
        """Process the next event that repeats another event or has one of the effects in `tags`."""
        landmarks: list[Landmark] = []
        if repeats:
            if self._repeated != version - 1:
                landmarks.append(Landmark(version, "repeat", "Later moves are made again"))
            self._repeated = version
        for effect in effects:
            if isinstance(effect, Rewound):
                self._rewind(version, effect.to)
            elif isinstance(effect, GmHandedOver):
                self._former_gms.append((version, effect.old))
            landmarks += self._titled(version, effect)
            self._learn(version, effect)
        starts = any(landmark.kind == "start" for landmark in landmarks)
        # The landmark of the start includes the seats that are taken in the same event.
        self.landmarks += [
            landmark for landmark in landmarks if not (starts and landmark.kind == "seat")
        ]

    def at(self, version: int) -> Sequence[Landmark]:
        """Return the landmarks of one event."""
        first = bisect_right(self.landmarks, version - 1, key=lambda landmark: landmark.version)
        end = bisect_right(self.landmarks, version, key=lambda landmark: landmark.version)
        return self.landmarks[first:end]

    def names(self, version: int) -> Names:
        """Return the names after an event (`table.rename`)."""
        return Names(_at(self._tables, version), _at(self._plays, version))

    def former_gms(self, version: int) -> tuple[SeatId, ...]:
        """Return the seats that had handed over the role of GM by a version, in order."""
        return tuple(seat for at, seat in self._former_gms if at <= version)

    def _rewind(self, version: int, to: int) -> None:
        """Bring back the names of play at the version `to`, and begin a branch."""
        holding = bisect_right(self._branches, to, key=lambda branch: branch.first) - 1
        place, last = len(self._branches) - 1, version - 1
        while place > holding:
            place, last = self._branches[place].parent, self._branches[place].parent_last
        self._branches.append(_Branch(version, holding, to))
        play = _at(self._plays, to)
        self._plays.append((version, play))
        undone = (place, last) < (holding, to)
        self._names = replace(self._names, play=play, is_undone=undone)

    def _titled(self, version: int, effect: Any) -> list[Landmark]:
        of = type(effect)
        entries = [titles[of] for titles in self._titles if of in titles]
        titles = [(kind, titled(title, effect, self._names)) for kind, title in entries]
        return [Landmark(version, kind, title, of) for kind, title in titles if title]

    def _learn(self, version: int, effect: Any) -> None:
        table, play = self._names.table, self._names.play
        if naming := self._of_table.get(type(effect)):
            table = table.update(named(naming, effect, self._names))
        if naming := self._of_play.get(type(effect)):
            play = play.update(named(naming, effect, self._names))
        if table is not self._names.table:
            self._tables.append((version, table))
        if play is not self._names.play:
            self._plays.append((version, play))
        self._names = replace(self._names, table=table, play=play)


def _at(known: Sequence[tuple[int, Map[str, str]]], version: int) -> Map[str, str]:
    """Return the names that apply at a version."""
    return known[bisect_right(known, version, key=lambda entry: entry[0]) - 1][1]


def found_in(ruleset: Ruleset[Any], events: Iterable[Event[Any, Any]]) -> LandmarkFinder:
    """Return the finder after all events of a log."""
    finder = LandmarkFinder(ruleset)
    for version, event in enumerate(events, 1):
        finder.take(version, event.effects, repeats=event.repeats is not None)
        finder.throws.take(thrown(version, event), event.repeats)
    return finder


def thrown(version: int, event: Event[Any, Any]) -> Throw:
    """Return the dice of an event."""
    reported = getattr(event.move, "reported", None) or ()
    tag = str(event.move.__struct_config__.tag)
    return Throw(
        version=version, seat=event.seat, move=tag, rolls=event.dice, reported=tuple(reported)
    )


def landmarks(
    known: Sequence[Landmark], timeline: Timeline, version: int, after: int, limit: int
) -> LandmarksView:
    """Return a page of the landmarks up to a version.

    Landmarks of one version are never on different pages.
    """
    first = bisect_right(known, after, key=lambda landmark: landmark.version)
    end = bisect_right(known, version, key=lambda landmark: landmark.version)
    last = min(first + limit, end)
    while first < last < end and known[last].version == known[last - 1].version:
        last += 1
    ways = way(timeline, version)
    shown = tuple(
        made_of(
            LandmarkView,
            landmark,
            is_undone=landmark.kind in UNDOABLE and not leads(ways, landmark.version),
        )
        for landmark in known[first:last]
    )
    return LandmarksView(version, shown, known[last - 1].version if last < end else None)
