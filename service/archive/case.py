"""A case of an archive: an action or a dispute, and the events that belong to it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from verger.domain.core.dispute import OfEvent
from verger.domain.core.identifier import DisputeId, number
from verger.domain.core.past import THE_ACTION, Deed
from verger.domain.core.timeline import leads, spans
from verger.domain.history.undoing import action_of, versions
from verger.domain.judging.deed import deed
from verger.service.archive import contested
from verger.service.archive.checked_log import CheckedLog


class Case(NamedTuple):
    """The events of an action, including undone events, and the disputes about them."""

    title: str
    versions: Sequence[int]
    disputes: Sequence[DisputeId]


class CaseFinder:
    """Finds the cases of a log."""

    def __init__(self, log: CheckedLog) -> None:
        self._log = log
        self._deeds = {at: deed(log.ruleset, event) for at, event in enumerate(log.events, 1)}
        self._about = {
            id: dispute.about.version if isinstance(dispute.about, OfEvent) else None
            for id, dispute in contested.known(log)
        }
        """For each dispute, the version that it is about; None if it is about a refusal."""
        self._titles: dict[str, str] = {}
        """The titles of actions, by their ids."""
        self._named: defaultdict[str, list[int]] = defaultdict(list)
        """The versions that name an action, by its id."""
        for version, done in self._deeds.items():
            for action in done.actions - {THE_ACTION}:
                kind, _, id = action.partition(":")
                self._titles[id] = f"{kind.removesuffix('Id')} {number(id)}"
                self._named[id].append(version)

    @property
    def ids(self) -> list[str]:
        """The ids of all cases: the versions, the disputes, then the actions of each kind."""
        actions = sorted(self._named, key=lambda id: (id[0], number(id)))
        return [f"1 to {len(self._deeds)}", *self._about, *actions]

    def case(self, id: str) -> Case | None:
        """Return the case of a dispute, an action, or the version of an event; None if there is none."""
        if (dispute := DisputeId(id)) in self._about:
            about = self._about[dispute]
            return self._case(f"Dispute {number(id)}", [about] if about else [], [dispute])
        if id in self._named:
            return self._case(self._titles[id], self._named[id])
        version = int(id) if id.isascii() and id.isdecimal() and len(id) < 10 else 0
        if version not in self._deeds:
            return None
        case = self._case(f"Event {version:,}", [version])
        is_part = len(case.versions) > 1
        return case._replace(title=f"The action of event {version:,}") if is_part else case

    def _case(self, title: str, start: Sequence[int], named: Sequence[DisputeId] = ()) -> Case:
        whole = self._whole(start)
        about = [id for id, version in self._about.items() if version in whole or id in named]
        return Case(title, sorted(whole), about)

    def _whole(self, start: Sequence[int]) -> set[int]:
        """Return all events of the actions that these events belong to, including undone and repeated events."""
        events, found = self._log.events, set(start)
        again: defaultdict[int, list[int]] = defaultdict(list)
        for version, event in enumerate(events, 1):
            if event.repeats:
                again[event.repeats].append(version)
        count = -1
        while count < len(found):
            count = len(found)
            found |= {repeats for at in found if (repeats := events[at - 1].repeats)}
            found |= {version for at in tuple(found) for version in again[at]}
            for end in (*self._rewinds(), len(events)):
                found |= _joined(self._deeds, spans(self._log.state.table.timeline, end), found)
        return found

    def _rewinds(self) -> list[int]:
        """Return the last version of each line that a rewind left."""
        return [rewind.version - 1 for rewind in self._log.state.table.timeline.rewinds]


def _joined(
    deeds: Mapping[int, Deed], line: Sequence[tuple[int, int]], found: set[int]
) -> set[int]:
    """Return the events on a line that belong to the same actions as these events."""
    todo = {at for at in found if leads(line, at) and deeds[at].is_of_play}
    on_line = [*versions(list(line))] if todo else []
    joined = set[int]()
    for version in todo:
        if version not in joined:
            joined |= {*action_of(deeds, on_line, version)}
    return joined
