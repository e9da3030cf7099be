"""The timeline: which versions the current play came from, and what was undone.

An event follows the one before it; but after a rewind the next one follows the version that it went
back (or forth) to. So a log is a tree of play, and the line is the way to its head.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal, assert_never

import msgspec
from msgspec.structs import replace

from verger.domain.core.agreement import Agreement
from verger.domain.core.identifier import ProposalId, SeatId
from verger.domain.core.tagged import TaggedEffect


class Rewinding(msgspec.Struct, frozen=True):
    """A rewind that happened, at a version, to a version."""

    version: int
    to: int


class RewindRequest(msgspec.Struct, frozen=True):
    """An open question: whether to rewind."""

    id: ProposalId
    by: SeatId
    to: int
    without: int | None
    """The move that is to be left out when the later ones are made again; none for a plain one."""
    agreement: Agreement


class Timeline(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rewinds of a session."""

    rewinds: tuple[Rewinding, ...] = ()
    request: RewindRequest | None = None
    asked_ever: int = 0


def spans(timeline: Timeline, head: int) -> list[tuple[int, int]]:
    """The versions on the way to a head, oldest first, as (first, last); rewinds are none of them.

    A rewind's own version has the play that it went to.
    """
    found: list[tuple[int, int]] = []
    last = head
    for done in reversed(timeline.rewinds):
        if done.version > last:
            continue
        if done.version < last:
            found.append((done.version + 1, last))
        last = done.to
    return [(1, last), *reversed(found)]


def way(timeline: Timeline, version: int) -> list[tuple[int, int]]:
    """Every version that led to one, oldest first, as (first, last): the line with its rewinds.

    Each span but the first begins with the rewind that joins it to the one before.
    """
    found: list[tuple[int, int]] = []
    last = version
    for done in reversed(timeline.rewinds):
        if done.version <= last:
            found.append((done.version, last))
            last = done.to
    return [(1, last), *reversed(found)]


def leads(way: Sequence[tuple[int, int]], version: int) -> bool:
    """Whether a version is on a way; a rewind left those that are not."""
    place = bisect_right(way, version, key=lambda span: span[0]) - 1
    return place >= 0 and version <= way[place][1]


class RewindAsked(TaggedEffect, frozen=True, tag="rewind_asked"):
    """The table was asked to rewind to a version."""

    rewind: ProposalId
    by: SeatId
    asked: tuple[SeatId, ...]
    to: int
    without: int | None


class RewindAgreed(TaggedEffect, frozen=True, tag="rewind_agreed"):
    """A seat said yes."""

    rewind: ProposalId
    seat: SeatId


class RewindClosed(TaggedEffect, frozen=True, tag="rewind_closed"):
    """The question is no longer open; `expired` when play went on meanwhile."""

    rewind: ProposalId
    outcome: Literal["adopted", "declined", "retracted", "expired"]


class Rewound(TaggedEffect, frozen=True, tag="rewound"):
    """From this version on play is what it was at an earlier one; the table stays as it is.

    With `without` the server makes the later moves of that line again, but for this one.
    """

    version: int
    to: int
    without: int | None


TimelineEffect = RewindAsked | RewindAgreed | RewindClosed | Rewound


def evolve(timeline: Timeline, effect: TimelineEffect) -> Timeline:
    """The timeline after an effect."""
    match effect:
        case RewindAsked():
            agreement = Agreement(effect.asked)
            asked = RewindRequest(
                id=effect.rewind,
                by=effect.by,
                to=effect.to,
                without=effect.without,
                agreement=agreement,
            )
            return Timeline(timeline.rewinds, asked, timeline.asked_ever + 1)
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
