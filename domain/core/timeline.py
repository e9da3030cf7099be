"""The timeline: the versions that led to the current play, and the undone versions.

An event follows the one before it. But the event after a rewind follows the version that the rewind
went to. So the log is a tree of plays, and the *line* is the path from the root of the tree to the
head.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, assert_never

import msgspec
from msgspec.structs import replace

from verger.domain.core.agreement import Agreement
from verger.domain.core.identifier import DisputeId, ProposalId, SeatId
from verger.domain.core.tagged import TaggedEffect


class Rewinding(msgspec.Struct, frozen=True):
    """A rewind: its own version, and its target version."""

    version: int
    """The version of the rewind."""
    to: int
    """The version that play returned to."""


class Undone(msgspec.Struct, frozen=True):
    """A move that a rewind would take back."""

    version: int
    seat: SeatId | None
    sentence: str


class Undoing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The consequences of a rewind, for the seats that decide about it."""

    moves: int = 0
    """The number of moves of play that it takes back."""
    first: Undone | None = None
    last: Undone | None = None
    """The last undone move. Null if the rewind undoes only one move."""
    throws: tuple[int, ...] = ()
    """The versions of the undone moves with thrown dice."""
    restored: int = 0
    """The number of moves of play that it brings back."""
    ended: tuple[DisputeId, ...] = ()
    """The settled disputes whose remedies are no longer in force after the rewind."""
    renewed: tuple[DisputeId, ...] = ()
    """The settled disputes whose remedies are in force again after the rewind."""


class RewindRequest(msgspec.Struct, frozen=True):
    """An open question whether to rewind."""

    id: ProposalId
    by: SeatId
    to: int
    without: int | None
    """The version of the move to leave out when the later ones are repeated; None for a plain
    rewind."""
    agreement: Agreement
    also: tuple[int, ...] = ()
    """The other versions of the same action, which are left out with it."""
    undoing: Undoing = Undoing()
    reason: str | None = None


class Timeline(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rewinds of a session."""

    rewinds: tuple[Rewinding, ...] = ()
    request: RewindRequest | None = None
    asked_ever: int = 0


Line = list[tuple[int, int]]
"""Versions, oldest first, as (first, last)."""


def spans(timeline: Timeline, head: int) -> Line:
    """Return the versions on the line to a head, oldest first, as (first, last), without rewinds.

    The version of a rewind has the play of its target.
    """
    spans: Line = []
    last = head
    for done in reversed(timeline.rewinds):
        if done.version > last:
            continue
        if done.version < last:
            spans.append((done.version + 1, last))
        last = done.to
    return [(1, last), *reversed(spans)]


def way(timeline: Timeline, version: int) -> Line:
    """Return all versions that led to a version, oldest first, as (first, last), with rewinds.

    Each span except the first begins with the rewind that joins it to the span before.
    """
    parts: Line = []
    last = version
    for done in reversed(timeline.rewinds):
        if done.version <= last:
            parts.append((done.version, last))
            last = done.to
    return [(1, last), *reversed(parts)]


def apart(line: Line, other: Line) -> Line:
    """Return the part of a line after the beginning that it shares with another line."""
    rest: Line = []
    for place, (first, last) in enumerate(line):
        if rest or place >= len(other) or other[place][0] != first:
            rest.append((first, last))
        elif last > other[place][1]:
            rest.append((other[place][1] + 1, last))
    return rest


def leads(way: Sequence[tuple[int, int]], version: int) -> bool:
    """Return whether a way contains a version. It does not contain versions that a rewind undid."""
    place = bisect_right(way, version, key=lambda span: span[0]) - 1
    return place >= 0 and version <= way[place][1]


class Shift(NamedTuple):
    """A rewind, with the versions that it undid and those that it redid, as (first, last).

    The oldest come first. Rewinds are not among them.
    """

    version: int
    undone: tuple[tuple[int, int], ...]
    redone: tuple[tuple[int, int], ...]


def shifts(timeline: Timeline) -> Iterator[Shift]:
    """Yield each rewind with the versions that it undid and redid, the oldest first.

    The function follows both ways back only to the version where they part. So a short undo is
    cheap in a long session.
    """
    starts, origins, parents = [0], [0], [0]
    for done in timeline.rewinds:
        undone: list[tuple[int, int]] = []
        redone: list[tuple[int, int]] = []
        left, target = done.version - 1, done.to
        old, new = (_place(starts, version) for version in (left, target))
        parent = new
        while old != new:
            if old > new:
                undone.append((starts[old] + 1, left))
                left, old = origins[old], parents[old]
            else:
                redone.append((starts[new] + 1, target))
                target, new = origins[new], parents[new]
        undone.append((target + 1, left))
        redone.append((left + 1, target))
        yield Shift(done.version, _in_order(undone), _in_order(redone))
        starts.append(done.version)
        origins.append(done.to)
        parents.append(parent)


def _place(starts: Sequence[int], version: int) -> int:
    """Return the place of the last start up to a version.

    In a forged log, the starts can be out of order.
    """
    return max(0, bisect_right(starts, version) - 1)


def _in_order(spans: Line) -> tuple[tuple[int, int], ...]:
    """Return spans that are not empty, the oldest first."""
    return tuple([(first, last) for first, last in reversed(spans) if first <= last])


class RewindAsked(TaggedEffect, frozen=True, tag="rewind_asked"):
    """The table was asked to rewind to a version."""

    rewind: ProposalId
    by: SeatId
    asked: tuple[SeatId, ...]
    to: int
    without: int | None
    also: tuple[int, ...] = ()
    undoing: Undoing = Undoing()
    reason: str | None = None


class RewindAgreed(TaggedEffect, frozen=True, tag="rewind_agreed"):
    """A seat said yes."""

    rewind: ProposalId
    seat: SeatId


class RewindClosed(TaggedEffect, frozen=True, tag="rewind_closed"):
    """The question was closed. It is `expired` if play continued before all seats had answered."""

    rewind: ProposalId
    outcome: Literal["adopted", "declined", "retracted", "expired"]


class Rewound(TaggedEffect, frozen=True, tag="rewound"):
    """Play returned to the play of an earlier version. The table did not change.

    With `without`, the server then repeats the later moves of that line, except the move `without`.
    """

    version: int
    to: int
    without: int | None
    also: tuple[int, ...] = ()
    """The other versions of the same action, which are left out with it."""


def left_out(effects: Iterable[object]) -> Rewound | None:
    """Return the rewind that leaves a move out, if these effects contain one, or None."""
    rewinds = (effect for effect in effects if isinstance(effect, Rewound))
    return next((rewind for rewind in rewinds if rewind.without), None)


TimelineEffect = RewindAsked | RewindAgreed | RewindClosed | Rewound


def evolve(timeline: Timeline, effect: TimelineEffect) -> Timeline:
    """Return the timeline after an effect."""
    match effect:
        case RewindAsked():
            agreement = Agreement(effect.asked)
            request = RewindRequest(
                id=effect.rewind,
                by=effect.by,
                to=effect.to,
                without=effect.without,
                agreement=agreement,
                also=effect.also,
                undoing=effect.undoing,
                reason=effect.reason,
            )
            return Timeline(timeline.rewinds, request, timeline.asked_ever + 1)
        case RewindAgreed():
            assert timeline.request is not None
            given = timeline.request.agreement.with_yes(effect.seat)
            return replace(timeline, request=replace(timeline.request, agreement=given))
        case RewindClosed():
            return replace(timeline, request=None)
        case Rewound():
            done = Rewinding(effect.version, effect.to)
            return replace(timeline, rewinds=(*timeline.rewinds, done))
        case _:
            assert_never(effect)
