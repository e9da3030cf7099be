"""The account of a case: its moves, rulings, dice, result, disputes and undos."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from verger.domain.core.dice import Roll
from verger.domain.core.ruling import Applied
from verger.domain.core.text import tidy
from verger.domain.core.timeline import shifts
from verger.projections.history import undone_by
from verger.projections.story.wording import gains, shown, words
from verger.service.archive import contested, happened
from verger.service.archive.case import Case
from verger.service.archive.checked_log import CheckedLog
from verger.service.archive.fact import in_words
from verger.service.archive.played import redactions
from verger.service.archive.point import ReportPoint, apart, at_events, said
from verger.service.archive.report import taken_out


class Section(NamedTuple):
    """A part of the account. `nothing` is the sentence to show if it has no points."""

    title: str
    points: tuple[ReportPoint, ...]
    nothing: str


def sections(log: CheckedLog, case: Case) -> Iterator[Section]:
    """Yield the parts of the account of a case."""
    timeline, concerned = log.state.table.timeline, {*case.versions}
    undone = undone_by(timeline, case.versions)
    rewinds = [
        shift
        for shift in shifts(timeline)
        if any(
            first <= version <= last
            for first, last in (*shift.undone, *shift.redone)
            for version in case.versions
        )
    ]
    removed = [one for one in redactions(log) if concerned & {*one.versions}]
    refused = "A refused move is not in the record. The dispute has its ruling."
    parts: tuple[tuple[str, Iterable[ReportPoint], str], ...] = (
        ("The moves", (_move(log, at, undone.get(at)) for at in case.versions), refused),
        ("The result", _result(log, case.versions, undone), "The move was refused."),
        ("The rules", _rules(log, case.versions), "The rulings name no rule."),
        ("Disputes", contested.disputes(log, case.disputes), "Nobody disputed these rulings."),
        ("Undone and redone", happened.undone(log, rewinds), "Nothing of it was undone."),
        ("Repeated throws", happened.repeated(log, case.versions), "No throw was repeated."),
        ("What was taken out", taken_out(removed), "No text was taken out."),
    )
    for title, points, nothing in parts:
        yield Section(title, tuple(points), nothing)


def _move(log: CheckedLog, version: int, undone: int | None) -> ReportPoint:
    """Return an event: the move, its words, its dice, its ruling and its hash."""
    event = log.events[version - 1]
    move = str(type(event.move).__struct_config__.tag).replace("_", " ")
    sentence = event.ruling.sentence
    lines = [said(text) for text in words(event.move) if tidy(text).rstrip(".") not in sentence]
    if undone:
        lines.append(f"Event {undone:,} undid it.")
    if event.repeats:
        lines.append(f"It repeats event {event.repeats:,}.")
    lines += _dice(log, version)
    lines += _gains(log, [version])
    lines += [_applied(log, version, applied) for applied in event.ruling.rules]
    lines += [f"Warning: {apart(warning)}" for warning in event.ruling.warnings]
    lines.append(
        f"Recorded at {event.at:%Y-%m-%d %H:%M:%S} UTC. Hash: {log.hashes[version - 1].hex()}"
    )
    return ReportPoint(
        f"Event {version:,}: {move}, by {apart(log.mover(version))}",
        apart(sentence),
        lines=tuple(lines),
    )


def _applied(log: CheckedLog, version: int, applied: Applied) -> str:
    names = log.names(version)
    facts = [
        f"{name.replace('_', ' ')}: {apart(in_words(value, names))}"
        for name, value in applied.facts.items()
    ]
    return f"Rule {applied.rule}{': ' if facts else ''}{'; '.join(facts)}."


def _gains(log: CheckedLog, versions: Sequence[int]) -> Iterator[str]:
    """Yield the tokens that seats and characters gained or lost in some events together."""
    effects = chain.from_iterable(log.events[at - 1].effects for at in versions)
    for gain in gains(effects, log.ruleset.telling, log.names(versions[-1])):
        yield f"{apart(gain.words)}."


def _dice(log: CheckedLog, version: int) -> Iterator[str]:
    """Yield the dice of an event, and their proof."""
    event = log.events[version - 1]
    for roll in event.dice:
        faces = log.ruleset.telling.faces.get(roll.faces)
        last = roll.first + len(roll.values) - 1
        which = f"Die {roll.first:,}" if last == roll.first else f"Dice {roll.first:,} to {last:,}"
        how = "face down" if roll.is_face_down else ", ".join(shown(roll.values, faces))
        yield f"{which} of the session, {roll.faces} faces: {how}. {_proof(log, roll)}"
    if reported := getattr(event.move, "reported", None):
        values = ", ".join(map(str, reported))
        yield f"Dice thrown at the table and typed in: {values}. Nothing proves them."


def _proof(log: CheckedLog, roll: Roll) -> str:
    table, secret = log.state.table, "committed to the secret number of these dice."
    for epoch in table.epochs:
        if epoch.first <= roll.first <= epoch.last:
            return (
                f"Event {epoch.since:,} {secret} Event {epoch.until:,} showed the number, and it gives these"
                f" dice: {epoch.seed}"
            )
    return f"Event {table.dice_epoch:,} {secret} Nobody has shown the number yet, so nothing proves the dice."


def _result(
    log: CheckedLog, versions: Sequence[int], undone: Mapping[int, int]
) -> Iterator[ReportPoint]:
    """Yield the result of an action: its last event that was not undone, and the tokens of all such events."""
    counting = [at for at in versions if at not in undone]
    if counting:
        last = counting[-1]
        ends = [f"{apart(landmark.title.rstrip('.'))}." for landmark in log.finder.at(last)]
        sentence = apart(log.events[last - 1].ruling.sentence)
        lines = (*ends, *_gains(log, counting))
        yield ReportPoint(f"Event {last:,} is the last that counts.", sentence, lines=lines)
    elif versions:
        by = at_events(sorted({*undone.values()}))
        yield ReportPoint("None of these moves counts.", f"They were undone by {by}.")


def _rules(log: CheckedLog, versions: Iterable[int]) -> Iterator[ReportPoint]:
    """Yield each rule of the rulings once, with its statement."""
    rulings = [log.events[at - 1].ruling for at in versions]
    book = log.ruleset.rules
    for rule in dict.fromkeys(applied.rule for ruling in rulings for applied in ruling.rules):
        yield ReportPoint(rule, book[rule].statement if rule in book else "")
