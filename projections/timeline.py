"""The timeline: the versions that led to the current play, and the undone branches."""

import msgspec

from verger.domain.core.timeline import Rewinding, Timeline, spans


class VersionRange(msgspec.Struct, frozen=True):
    """Consecutive versions, both ends included."""

    first: int
    last: int


class Branch(msgspec.Struct, frozen=True):
    """Play that a rewind has undone. To make it current again, rewind to its tip."""

    tip: int
    """Its last version."""
    undone_by: int
    """The version of the rewind that undid it."""
    spans: tuple[VersionRange, ...]
    """Its versions that are not on the line, oldest first."""


class TimelineView(msgspec.Struct, frozen=True):
    """The versions that led to a version, and the undone branches."""

    version: int
    current: int
    """The version whose play is current: this one, or the target of the newest rewind."""
    line: tuple[VersionRange, ...]
    """The versions that led to the current play, oldest first, without rewinds."""
    rewinds: tuple[Rewinding, ...]
    branches: tuple[Branch, ...]
    """Undone versions that were not redone, the newest first."""
    undo: int | None
    """The target of a rewind that undoes the newest move of the line."""
    redo: int | None
    """The target of a rewind that redoes the last undone move after the current version."""


SHOWN = 50
"""The maximum number of branches: the newest."""

Line = list[tuple[int, int]]


def timeline(own: Timeline, version: int) -> TimelineView:
    """Return the timeline at a version."""
    line = spans(own, version)
    current = line[-1][1]
    branches = _branches(own, line)
    after = (_after(spans(own, branch.tip), current) for branch in branches)
    return TimelineView(
        version=version,
        current=current,
        line=_shown(line),
        rewinds=own.rewinds,
        branches=branches,
        undo=_before(line),
        redo=next((redo for redo in after if redo), None),
    )


def _before(line: Line) -> int | None:
    """Return the version before the last one of a line, or None."""
    first, last = line[-1]
    if first < last:
        return last - 1
    return line[-2][1] if len(line) > 1 else None


def _after(line: Line, version: int) -> int | None:
    """Return the version that follows another on a line, or None."""
    for place, (first, last) in enumerate(line):
        if first <= version < last:
            return version + 1
        if version == last and place + 1 < len(line):
            return line[place + 1][0]
    return None


def _branches(own: Timeline, line: Line) -> tuple[Branch, ...]:
    """Return the undone branches. A longer branch includes the branches within it."""
    branches: list[Branch] = []
    ways: list[Line] = []
    for done in reversed(own.rewinds):
        way = spans(own, done.version - 1)
        tip, rest = way[-1][1], _apart(way, line)
        if rest and not any(_leads_to(longer, tip) for longer in ways):
            branches.append(Branch(tip, done.version, _shown(rest)))
            ways.append(way)
        if len(branches) == SHOWN:
            break
    longest = [way for way in ways if not any(_goes_on(other, way) for other in ways)]
    return tuple(branch for branch, way in zip(branches, ways, strict=True) if way in longest)


def _leads_to(line: Line, version: int) -> bool:
    return any(first <= version <= last for first, last in line)


def _goes_on(longer: Line, line: Line) -> bool:
    """Return whether a line contains another one and goes on after it."""
    return longer != line and _leads_to(longer, line[-1][1])


def _apart(line: Line, other: Line) -> Line:
    """Return the part of a line after it leaves another with the same beginning."""
    rest: Line = []
    for place, (first, last) in enumerate(line):
        if rest or place >= len(other) or other[place][0] != first:
            rest.append((first, last))
        elif last > other[place][1]:
            rest.append((other[place][1] + 1, last))
    return rest


def _shown(line: Line) -> tuple[VersionRange, ...]:
    return tuple(VersionRange(first, last) for first, last in line)
