"""A check of events that claim to repeat others: they must follow a rewind with a left-out move."""

from collections.abc import Sequence
from typing import Any

from verger.domain.core.decider import Event
from verger.domain.core.identifier import SeatId
from verger.domain.core.timeline import Timeline, left_out, spans
from verger.domain.dispute.settling import CorrectAgain

_Kind = tuple[type, SeatId | None]


class Repeats:
    """Receives the events of a log in order, and remembers their moves and movers."""

    def __init__(self) -> None:
        self._kinds: list[_Kind] = []
        self._known: dict[_Kind, _Kind] = {}
        self._line: Sequence[tuple[int, int]] = ()
        """The versions that can be repeated now. Empty, except after a rewind that leaves a move
        out."""
        self._without: tuple[int, ...] = ()
        """The versions that were left out."""
        self._last = 0
        """The version that was repeated last."""

    def take(self, event: Event[Any, Any], timeline: Timeline) -> str | None:
        """Process the next event, with the timeline after it. Return its fault, or None."""
        fault = self._begin(event, timeline) if event.repeats is None else self._wrong(event)
        kind = (type(event.move), event.seat)
        self._kinds.append(self._known.setdefault(kind, kind))
        return fault

    def _begin(self, event: Event[Any, Any], timeline: Timeline) -> str | None:
        rewound = left_out(event.effects)
        self._line, self._last = (), 0
        if rewound and rewound.without:
            self._without = (rewound.without, *rewound.also)
            line = spans(timeline, rewound.version - 1)
            self._line = [(max(first, rewound.to + 1), last) for first, last in line]
        if all(self._may_repeat(missed.version) for missed in event.missed):
            return None
        return "it lists moves that could not be repeated, and some are not later moves of its line of play"

    def _wrong(self, event: Event[Any, Any]) -> str | None:
        repeats = event.repeats
        assert repeats is not None
        if not self._line:
            return f"it says that it repeats version {repeats}, and no move was left out before it"
        if repeats < self._last or not self._may_repeat(repeats):
            return f"it says that it repeats version {repeats}, which must not be repeated there"
        self._last = repeats
        is_same = self._kinds[repeats - 1] == (type(event.move), event.seat)
        if is_same or isinstance(event.move, CorrectAgain):
            return None
        return f"it says that it repeats version {repeats}, but it is another move"

    def _may_repeat(self, version: int) -> bool:
        on_line = any(first <= version <= last for first, last in self._line)
        return on_line and version not in self._without
