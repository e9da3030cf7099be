"""Whether the remedies of settled disputes are in force in the current play.

A rewind changes no dispute. But it can undo the corrections of a remedy, or bring back play that a
remedy undid.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from verger.domain.core.dispute import Closing, Disputes
from verger.domain.core.identifier import DisputeId, in_order
from verger.domain.core.remedy import RewindTo, corrections_of
from verger.domain.core.timeline import Rewinding, Timeline, apart, leads, spans, way


class Force:
    """The remedies that are in force at a version."""

    def __init__(self, timeline: Timeline, version: int) -> None:
        self._timeline = timeline
        self._way = way(timeline, version)

    def has(self, closing: Closing, corrected: tuple[int, ...]) -> bool | None:
        """Return whether the remedy of a settlement is in force.

        None if the settlement has no remedy that can be in force. `corrected` are the versions of
        repeated corrections.
        """
        agreed = closing.settlement
        if agreed is None:
            return None
        if isinstance(agreed.remedy, RewindTo):
            before = closing.version - 1
            undone = apart(spans(self._timeline, before), spans(self._timeline, agreed.remedy.to))
            return not undone or not leads(self._way, undone[0][0])
        if not corrections_of(agreed.remedy):
            return None
        return self._corrected_at(closing, corrected) is not None

    def corrections(self, disputes: Disputes) -> list[tuple[DisputeId, int]]:
        """Return the disputes whose corrections are in force, with the versions that made them."""
        return [
            (id, at)
            for id, closing, corrected in _settlements(disputes)
            if closing.settlement and corrections_of(closing.settlement.remedy)
            if (at := self._corrected_at(closing, corrected))
        ]

    def disputes(self, disputes: Disputes) -> list[DisputeId]:
        """Return the disputes whose remedies are in force."""
        return [
            id for id, closing, corrected in _settlements(disputes) if self.has(closing, corrected)
        ]

    def lapsed(self, disputes: Disputes) -> set[int]:
        """Return the versions of all settlements whose remedies are not in force.

        Appealed settlements count too.
        """
        return {
            closing.version
            for dispute in (*disputes.open.values(), *disputes.closed.values())
            for closing in (dispute.closing, dispute.appeal.earlier if dispute.appeal else None)
            if closing and self.has(closing, dispute.corrected) is False
        }

    def _corrected_at(self, closing: Closing, corrected: tuple[int, ...]) -> int | None:
        """Return the newest version that made the corrections and led to the current play, or None."""
        made = (*[at for at in reversed(corrected) if at > closing.version], closing.version)
        return next((at for at in made if leads(self._way, at)), None)


def _settlements(disputes: Disputes) -> Iterator[tuple[DisputeId, Closing, tuple[int, ...]]]:
    """Yield the disputes that were settled, even if they are appealed now, with their newest settlements."""
    for id, dispute in in_order([*disputes.open.items(), *disputes.closed.items()]):
        closing = dispute.closing or (dispute.appeal.earlier if dispute.appeal else None)
        if closing and closing.settlement:
            yield id, closing, dispute.corrected


def after_rewind(
    disputes: Disputes, timeline: Timeline, version: int, to: int
) -> tuple[tuple[DisputeId, ...], tuple[DisputeId, ...]]:
    """Return the disputes whose remedies a rewind ends, and those whose remedies it renews.

    `version` is the version of the rewind.
    """
    rewound = replace(timeline, rewinds=(*timeline.rewinds, Rewinding(version, to)))
    before = Force(timeline, version - 1).disputes(disputes)
    after = Force(rewound, version).disputes(disputes)
    # The rewind can be the remedy of a dispute that the same event settles. The rewind does not
    # renew this remedy.
    new = {id for id, closing, _ in _settlements(disputes) if closing.version == version}
    ended = tuple([id for id in before if id not in after])
    return ended, tuple([id for id in after if id not in {*before, *new}])
