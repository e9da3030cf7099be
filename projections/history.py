"""The history of an element: the events that made, changed, disputed, undid or redacted it."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import msgspec

from verger.domain.core.decider import Ruleset
from verger.domain.core.dispute import DisputeOpened, OfEvent
from verger.domain.core.identifier import DisputeId, in_order
from verger.domain.core.members import made_of
from verger.domain.core.table import Redacted
from verger.domain.core.timeline import Rewound, Timeline, shifts
from verger.domain.core.union import classes_of
from verger.projections.diff import ChangeView
from verger.projections.element import element_reader


class HistoryEntry(ChangeView, frozen=True):
    """An event in the history of an element.

    The entry has only the effects that name the element, or that belong to disputes, rewinds and
    redactions.
    """

    undone_by: int | None
    """The version of the rewind that undid the event. Null if the event is not undone."""


class HistoryView(msgspec.Struct, frozen=True):
    """The history of an element up to a version, in the order of the log."""

    version: int
    """The version that was read."""
    element: str
    """The id of the element."""
    entries: tuple[HistoryEntry, ...]
    """The events of the history, the oldest first."""
    next_after: int | None
    """The start of the next page; null on the last page."""


class HistoryFinder:
    """Finds the versions that concern each element of a log, event by event."""

    throws = None
    """None, because the history of an element does not need the thrown dice."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self._reader = element_reader(ruleset.elements.ids)
        self._changing_all = ruleset.elements.changing_all
        kinds: tuple[Any, ...] = classes_of(ruleset.effect_type)
        self.tags = frozenset(str(kind.__struct_config__.tag) for kind in kinds)
        """The tags of all effects."""
        self._named: dict[str, list[int]] = defaultdict(list)
        """For each element: the versions with an effect that names it."""
        self._about: dict[str, list[int]] = defaultdict(list)
        """For each element: the later versions that dispute or redact one of its versions."""
        self._elements: dict[int, tuple[str, ...]] = {}
        """The elements that each version concerns."""
        self._disputed: dict[DisputeId, int] = {}
        """The version that each dispute is about."""

    def __len__(self) -> int:
        """Return the number of stored versions."""
        return sum(map(len, self._elements.values()))

    def take(self, version: int, effects: Sequence[Any], *, repeats: bool) -> None:
        """Process the next event. An event that repeats another one is treated like any other event."""
        del repeats
        named = frozenset(chain.from_iterable(map(self._reader.ids, effects)))
        if any(isinstance(effect, self._changing_all) for effect in effects):
            named |= self._named.keys()
        older = (self._elements.get(about, ()) for about in self._versions_in(effects))
        about = frozenset(chain.from_iterable(older)) - named
        for versions, elements in ((self._named, named), (self._about, about)):
            for element in elements:
                versions[element].append(version)
        if named or about:
            self._elements[version] = (*named, *about)

    @property
    def elements(self) -> list[str]:
        """The ids of all elements that at least one event names."""
        return [id for id, _ in in_order(self._named.items())]

    def _versions_in(self, effects: Iterable[Any]) -> Iterator[int]:
        """Yield the older versions that effects dispute or redact."""
        for effect in effects:
            if isinstance(effect, Redacted):
                yield from effect.rewritten
            if isinstance(effect, DisputeOpened) and isinstance(effect.about, OfEvent):
                self._disputed[effect.dispute] = effect.about.version
            if disputed := self._disputed.get(getattr(effect, "dispute", DisputeId(""))):
                yield disputed

    def versions(self, element: str, timeline: Timeline, until: int) -> list[int]:
        """Return the versions in an element's history up to a version; empty if the element is unknown."""
        named = self._up_to(self._named, element, until)
        rewinds = (
            shift.version
            for shift in shifts(timeline)
            if any(_within(named, *span) for span in (*shift.undone, *shift.redone))
        )
        return sorted(
            {*named, *self._up_to(self._about, element, until), *rewinds} if named else ()
        )

    def undone(self, element: str, timeline: Timeline, versions: Sequence[int]) -> dict[int, int]:
        """Return the rewind that undid each version, for versions that name the element and are undone."""
        named = self._up_to(self._named, element, versions[-1] if versions else 0)
        return undone_by(timeline, [at for at in versions if _within(named, at, at)])

    def shown(
        self, element: str, effects: Sequence[Any], recorded: Sequence[Any]
    ) -> tuple[Any, ...]:
        """Return the recorded forms of the effects that an entry shows."""
        return tuple(
            form
            for effect, form in zip(effects, recorded, strict=True)
            if isinstance(effect, (Rewound, Redacted, *self._changing_all))
            or hasattr(effect, "dispute")
            or element in self._reader.ids(effect)
        )

    @staticmethod
    def _up_to(versions: dict[str, list[int]], element: str, until: int) -> list[int]:
        known = versions.get(element, [])
        return known[: bisect_right(known, until)]


def undone_by(timeline: Timeline, versions: Sequence[int]) -> dict[int, int]:
    """Return the rewind that undid each of these versions, without versions that are not undone."""
    undone: dict[int, int] = {}
    for shift in shifts(timeline):
        for span in shift.undone:
            undone |= dict.fromkeys(_within(versions, *span), shift.version)
        for span in shift.redone:
            for version in _within(versions, *span):
                undone.pop(version, None)
    return undone


def _within(versions: Sequence[int], first: int, last: int) -> Sequence[int]:
    """Return the versions that are in a span."""
    return versions[bisect_left(versions, first) : bisect_right(versions, last)]


def entry(change: ChangeView, effects: Sequence[Any], undone_by: int | None) -> HistoryEntry:
    """Return an event as an entry with these effects."""
    return made_of(HistoryEntry, change, effects=tuple(effects), undone_by=undone_by)
