"""Accounts of an archive for auditors: undone moves, repeated throws, false statements, house rules, words for dice."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from verger.domain.core.house_rule import Value
from verger.domain.core.identifier import HouseRuleId
from verger.domain.core.table import HouseRuleChosen, NonceGiven, SessionStarted
from verger.domain.core.text import listed
from verger.domain.core.timeline import Shift, leads, way
from verger.projections.story.wording import in_words
from verger.projections.throws import Spans, Throw
from verger.service.archive.checked_log import CheckedLog
from verger.service.archive.point import ReportPoint, apart, at_events

BORNE_OUT = "is_borne_out"
"""The name of a fact of rulings. Its value is false if a revealed note disproves a statement."""


def undone(log: CheckedLog, rewinds: Iterable[Shift]) -> Iterator[ReportPoint]:
    """Yield the given rewinds, each with the events that it undid or redid, and the throws among them."""
    for shift in rewinds:
        event = log.events[shift.version - 1]
        yield ReportPoint(
            f"Event {shift.version:,}, by {apart(log.mover(shift.version))}",
            apart(event.ruling.sentence),
            lines=tuple(_of_rewind(log, shift)),
        )


def _of_rewind(log: CheckedLog, rewind: Shift) -> Iterator[str]:
    version, throws = rewind.version, log.finder.throws
    if rewind.undone:
        yield f"This undid {_spans(rewind.undone)}."
    if rewind.redone:
        yield f"This redid {_spans(rewind.redone)}."
    if back := throws.taken_back(rewind):
        yield f"Thrown dice were taken back: {_shown(log, back, version)}."
    if again := throws.counting_again(rewind):
        yield f"Thrown dice count again: {_shown(log, again, version)}."
    if missed := log.events[version - 1].missed:
        yield f"These could not be made again: {at_events(one.version for one in missed)}."


def _spans(spans: Spans) -> str:
    parts = [f"{a:,}" if a == b else f"{a:,} to {b:,}" for a, b in spans]
    single = len(spans) == 1 and spans[0][0] == spans[0][1]
    return f"event{'' if single else 's'} {listed(parts)}"


def _shown(log: CheckedLog, throws: Sequence[Throw], version: int) -> str:
    names, telling = log.names(version), log.ruleset.telling
    return "; ".join(apart(in_words(throw, telling, names)) for throw in throws)


def repeated(log: CheckedLog, versions: Iterable[int]) -> Iterator[ReportPoint]:
    """Yield each throw of these versions that repeats an undone throw, with the earlier dice."""
    timeline = log.state.table.timeline
    line = way(timeline, len(log.events))
    for version in versions:
        if before := log.finder.throws.before(timeline, version):
            later = () if leads(line, version) else ("This throw does not count either.",)
            yield ReportPoint(
                f"Event {version:,}, by {apart(log.mover(version))}",
                apart(log.events[version - 1].ruling.sentence),
                lines=(f"Before: {_shown(log, before, version)}.", *later),
            )


def false_statements(log: CheckedLog) -> Iterator[ReportPoint]:
    """Yield each ruling that shows that an earlier statement was false."""
    for version, event in enumerate(log.events, 1):
        if any(applied.facts.get(BORNE_OUT) is False for applied in event.ruling.rules):
            yield ReportPoint(f"Shown by event {version:,}", apart(event.ruling.sentence))


def house_rules(log: CheckedLog) -> Iterator[ReportPoint]:
    """Yield each house rule that the table chose, with its changes."""
    chosen: defaultdict[HouseRuleId, list[tuple[int, Value]]] = defaultdict(list)
    for version, event in enumerate(log.events, 1):
        for effect in event.effects:
            match effect:
                case SessionStarted():
                    for id, value in effect.house_rules.items():
                        chosen[id].append((version, value))
                case HouseRuleChosen(id, value):
                    chosen[id].append((version, value))
                case _:
                    pass
    for id, values in chosen.items():
        changes = [f"{apart(str(value))} since event {version:,}" for version, value in values]
        rule = log.ruleset.house_rules.get(id)
        default = f" Without a choice it is {rule.default}." if rule else ""
        yield ReportPoint(f"{id}: {listed(changes)}", f"{rule.statement if rule else ''}{default}")


def words_for_dice(log: CheckedLog) -> Iterator[str]:
    """Yield the names of the seats that gave words for the dice, with their events."""
    given: defaultdict[str, list[int]] = defaultdict(list)
    for version, event in enumerate(log.events, 1):
        for effect in event.effects:
            if isinstance(effect, NonceGiven):
                given[log.names(version).of(effect.seat)].append(version)
    for name, versions in given.items():
        yield f"{apart(name)} ({at_events(versions)})"
