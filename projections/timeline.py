"""The timeline: the versions that led to the current play, and the undone branches."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

import msgspec

from verger.domain.core.timeline import Rewinding, Timeline, shifts, spans


class VersionRange(msgspec.Struct, frozen=True):
    """Consecutive versions, both ends included."""

    first: int
    last: int


class Branch(msgspec.Struct, frozen=True):
    """Undone play. The branches are a tree, because a branch can go on from another one.

    To make a branch current again, rewind to its last version.
    """

    first: int
    last: int
    after: int
    """The version that it goes on from."""
    parent: int | None
    """The first version of the undone branch that has this version; null if the line has it."""
    undone_by: int
    """The version of the rewind that undid its last version."""


class TimelineView(msgspec.Struct, frozen=True):
    """The versions that led to a version, and the undone branches."""

    version: int
    current: int
    """The version whose play is current: this one, or the target of the newest rewind."""
    line: tuple[VersionRange, ...]
    """The versions that led to the current play, oldest first, without rewinds."""
    rewinds: tuple[Rewinding, ...]
    branches: tuple[Branch, ...]
    """Undone versions that were not redone, the oldest first."""
    undo: int | None
    """The target of a rewind that undoes the newest move of the line."""
    redo: int | None
    """The target of a rewind that redoes the last undone move after the current version."""


Line = list[tuple[int, int]]


def timeline(own: Timeline, version: int) -> TimelineView:
    """Return the timeline at a version."""
    line = spans(own, version)
    current = line[-1][1]
    branches = tuple(_branches(own, version, line))
    return TimelineView(
        version=version,
        current=current,
        line=tuple(VersionRange(first, last) for first, last in line),
        rewinds=own.rewinds,
        branches=branches,
        undo=_before(line),
        redo=_redo(branches, current),
    )


def _before(line: Line) -> int | None:
    """Return the version before the last one of a line, or None."""
    first, last = line[-1]
    if first < last:
        return last - 1
    return line[-2][1] if len(line) > 1 else None


def _redo(branches: Sequence[Branch], current: int) -> int | None:
    """Return the version after the current one on the branch that was undone last, or None."""
    roots: dict[int, Branch] = {}
    for branch in branches:
        roots[branch.first] = branch if branch.parent is None else roots[branch.parent]
    ahead = [branch for branch in branches if roots[branch.first].after == current]
    newest = max(ahead, key=lambda branch: branch.undone_by, default=None)
    return roots[newest.first].first if newest else None


def _branches(own: Timeline, version: int, line: Line) -> Iterator[Branch]:
    """Yield the undone branches: of the versions between two rewinds, those that left the line."""
    current, targets = dict(line), dict[int, int]()
    for done in own.rewinds:
        targets[done.version] = targets.get(done.to, done.to)
    undone = {last: shift.version for shift in shifts(own) for _, last in shift.undone}
    starts = [0, *targets]
    firsts: list[int] = []
    for start, last in zip(starts, [*(at - 1 for at in targets), version], strict=True):
        end_of_line = current.get(start + 1)
        first = start + 1 if end_of_line is None else end_of_line + 1
        after = start if end_of_line is None else end_of_line
        firsts.append(first)
        if first > last:
            continue
        after = targets.get(after, after)
        parent = firsts[bisect_right(starts, after) - 1]
        yield Branch(
            first=first,
            last=last,
            after=after,
            parent=parent if parent <= after else None,
            undone_by=undone[last],
        )
