"""The timeline: the versions that led to the current play, and the undone branches."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.core.past import Deed
from verger.domain.core.timeline import Line, Rewinding, Timeline, shifts, spans
from verger.domain.history.undoing import action_of, versions


class VersionRange(msgspec.Struct, frozen=True):
    """Consecutive versions, both ends included."""

    first: int
    """The first version."""
    last: int
    """The last version."""


class Branch(msgspec.Struct, frozen=True):
    """A branch of undone play.

    The branches are a tree, because a branch can continue another branch.

    To make a branch current again, rewind to its last version.
    """

    first: int
    """Its first version."""
    last: int
    """Its last version."""
    after: int
    """The version that the branch continues from."""
    parent: int | None
    """The first version of the undone branch that it continues; null if it continues the line of
    current play."""
    undone_by: int
    """The version of the rewind that undid the last version of the branch."""


class ActionView(msgspec.Struct, frozen=True):
    """An action that can be undone. It consists of one or more moves of play."""

    version: int
    """The version of its first move. To leave out the action, send this version in `leave_out`."""
    versions: tuple[int, ...]
    """The versions of all its moves: for example, a declaration and its consents."""
    seat: SeatId | None
    """The seat that began the action; null if a time limit passed."""
    sentence: str
    """The ruling on its first move."""
    throws: tuple[int, ...]
    """The versions of its moves with thrown dice."""


class TimelineView(msgspec.Struct, frozen=True):
    """The versions that led to a version, and the undone branches."""

    version: int
    """The version that was read."""
    current: int
    """The newest version of the line of play. If the last event is a rewind, this is its target."""
    line: tuple[VersionRange, ...]
    """The versions that led to the current play, oldest first, without rewinds."""
    rewinds: tuple[Rewinding, ...]
    """All rewinds up to this version, the oldest first."""
    branches: tuple[Branch, ...]
    """Undone versions that were not redone, the oldest first."""
    undo: int | None
    """The target of a rewind that undoes the newest action of the line. Events of the table, such as
    a taken seat, are not actions."""
    redo: int | None
    """The target of a rewind that redoes the last undone move after the current version."""
    actions: tuple[ActionView, ...]
    """The newest actions of the line, the newest first, up to 20."""


ACTIONS_SHOWN = 20
"""The maximum number of actions that the timeline lists. It lists the newest ones."""


def timeline(own: Timeline, version: int, deeds: Mapping[int, Deed]) -> TimelineView:
    """Return the timeline at a version. `deeds` has an entry for each of the newest events."""
    line = spans(own, version)
    acted = actions(line, deeds)
    current = line[-1][1]
    branches = tuple(_branches(own, version, line))
    return TimelineView(
        version=version,
        current=current,
        line=tuple(VersionRange(first, last) for first, last in line),
        rewinds=own.rewinds,
        branches=branches,
        undo=_before(line, acted[0].version) if acted else None,
        redo=_redo(branches, current),
        actions=acted,
    )


def actions(line: Line, deeds: Mapping[int, Deed]) -> tuple[ActionView, ...]:
    """Return the newest actions of a line, the newest first."""
    known = [version for version in versions(line) if version in deeds]
    found: dict[int, ActionView] = {}
    seen = set[int]()
    for version in reversed(known):
        if version in seen or not deeds[version].is_of_play:
            continue
        action = action_of(deeds, known, version)
        seen.update(action)
        first = deeds[action[0]]
        found[action[0]] = ActionView(
            version=action[0],
            versions=tuple(action),
            seat=first.seat,
            sentence=first.sentence,
            throws=tuple([at for at in action if deeds[at].has_dice]),
        )
        if len(found) == ACTIONS_SHOWN:
            break
    return tuple(found.values())


def _before(line: Line, version: int) -> int | None:
    """Return the version before another one on a line, or None."""
    earlier = [min(last, version - 1) for first, last in line if first < version]
    return earlier[-1] if earlier else None


def _redo(branches: Sequence[Branch], current: int) -> int | None:
    """Return the version after the current one on the branch that was undone last, or None."""
    roots: dict[int, Branch] = {}
    for branch in branches:
        roots[branch.first] = branch if branch.parent is None else roots[branch.parent]
    ahead = [branch for branch in branches if roots[branch.first].after == current]
    newest = max(ahead, key=lambda branch: branch.undone_by, default=None)
    return roots[newest.first].first if newest else None


def _branches(own: Timeline, version: int, line: Line) -> Iterator[Branch]:
    """Yield the undone branches.

    A branch has the versions between two rewinds, without those on the line of current play.
    """
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
