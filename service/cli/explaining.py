"""`verger why`, `history` and `case`: the reasons of a ruling, the history of an element, and a whole action."""

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from uuid import UUID

import msgspec

from verger.domain.core.dispute import OfEvent
from verger.domain.core.identifier import DisputeId, RuleId, in_order
from verger.domain.core.landmark import Names
from verger.domain.core.ruling import Allowed, Fact
from verger.projections.history import HistoryEntry, HistoryFinder, entry, undone_by
from verger.projections.landmarks import LandmarkFinder
from verger.service.archive.case import CaseFinder
from verger.service.archive.case_page import case_markdown, case_page
from verger.service.archive.checked_log import log_of
from verger.service.archive.fact import in_words
from verger.service.archive.format import UnreadableError
from verger.service.archive.limits import limits_of
from verger.service.archive.read import header, read_as
from verger.service.cli.command import FOUND_WRONG, CommandError, Commands, as_json, with_json
from verger.service.cli.piped import at_hand
from verger.service.cli.progress import read_states
from verger.service.cli.reading import EventSentence, sentence_of
from verger.service.cli.verifying import report_on, verdict
from verger.service.log.change import change_of
from verger.service.log.playback import Playback
from verger.service.log.row import Row
from verger.service.settings import Settings

LISTED = 20
"""The maximum number of elements that a refusal names."""


class AppliedRule(msgspec.Struct, frozen=True):
    """A rule that a ruling applied, with its statement and the facts that it used."""

    rule: RuleId
    statement: str
    facts: Mapping[str, Fact]


class Why(msgspec.Struct, frozen=True):
    """The answer of `why --json`."""

    session: UUID
    event: EventSentence
    rules: tuple[AppliedRule, ...]
    warnings: tuple[str, ...]
    disputes: tuple[DisputeId, ...]
    """The disputes about this ruling."""
    undone_by: int | None
    """The version of the rewind that went back before the event; null if it is current."""


class ElementHistory(msgspec.Struct, frozen=True):
    """The answer of `history --json`."""

    session: UUID
    element: str
    entries: tuple[HistoryEntry, ...]


class _Ruled(msgspec.Struct):
    ruling: Allowed


_CASE_WRITERS = {"markdown": case_markdown, "html": case_page}
_ruled = msgspec.json.Decoder(_Ruled)


def add(commands: Commands) -> None:
    """Add these commands to the parser."""
    why = commands.add_parser("why", description="Explain a ruling with its rules and facts")
    why.add_argument("file", type=Path, help="an archive")
    why.add_argument("version", type=int, metavar="VERSION", help="the version of the event")
    with_json(why)
    why.set_defaults(run=_why)
    history = commands.add_parser("history", description="Print the history of an element")
    history.add_argument("file", type=Path, help="an archive")
    history.add_argument("element", metavar="ELEMENT", help="the id of an element, such as n1")
    with_json(history)
    history.set_defaults(run=_history)
    case = commands.add_parser("case", description="Write an action or dispute as one document")
    case.add_argument("file", type=Path, help="an archive, or - to read it from a pipe")
    case.add_argument(
        "id",
        metavar="ID",
        help="the id of a dispute or an action, such as q1, or the version of an event",
    )
    case.add_argument(
        "--form",
        choices=tuple(_CASE_WRITERS),
        default="markdown",
        help="the form of the document (default: markdown)",
    )
    case.set_defaults(run=_case)


def _why(settings: Settings, asked: Namespace) -> int:
    known = header(asked.file)
    if not 1 <= asked.version <= known.head:
        raise CommandError(
            f"the archive has no version {asked.version}; it has the versions 1 to {known.head}"
        )
    names: LandmarkFinder | None = None
    rows: dict[int, Row] = {}
    for row, playback in read_states(asked.file):
        names = names or LandmarkFinder(playback.codec.ruleset)
        names.take(row.version, read_as(playback.codec.effects, row).effects, repeats=False)
        if row.version == asked.version:
            rows[row.version] = row
    assert names is not None, "an archive with a version has an event"
    why = _reasons(known.session, rows[asked.version], playback)
    told = as_json(why) if asked.json else "\n".join(_told(why, names.names(asked.version)))
    print(told)
    return 0


def _reasons(session: UUID, row: Row, last: Playback) -> Why:
    """Return the reasons of a ruling. `last` has the state after the last event of the archive."""
    ruling, table, book = read_as(_ruled, row).ruling, last.state.table, last.codec.ruleset.rules
    disputes = in_order([*table.disputes.open.items(), *table.disputes.closed.items()])
    return Why(
        session=session,
        event=sentence_of(row),
        rules=tuple(
            AppliedRule(rule, book[rule].statement if rule in book else "", facts)
            for rule, facts in ((applied.rule, applied.facts) for applied in ruling.rules)
        ),
        warnings=ruling.warnings,
        disputes=tuple(id for id, dispute in disputes if dispute.about == OfEvent(row.version)),
        undone_by=undone_by(table.timeline, [row.version]).get(row.version),
    )


def _told(why: Why, names: Names) -> Iterator[str]:
    """Yield the lines of an explanation, with the names of ids at that version."""
    yield str(why.event)
    for applied in why.rules:
        yield f"\n{applied.rule}: {applied.statement}"
        for fact, value in applied.facts.items():
            yield f"  {fact.replace('_', ' ')}: {in_words(value, names)}"
    for warning in why.warnings:
        yield f"\nWarning: {warning}"
    if why.disputes:
        yield f"\nDisputed: {', '.join(why.disputes)}"
    if why.undone_by:
        yield f"\nAt version {why.undone_by}, play went back to a version before this event."


def _history(settings: Settings, asked: Namespace) -> int:
    finder: HistoryFinder | None = None
    rows: list[Row] = []
    for row, playback in read_states(asked.file):
        finder = finder or HistoryFinder(playback.codec.ruleset)
        finder.take(row.version, read_as(playback.codec.effects, row).effects, repeats=False)
        rows.append(row)
    if finder is None:
        raise CommandError("the archive has no events")
    timeline = playback.state.table.timeline
    versions = finder.versions(asked.element, timeline, len(rows))
    if not versions:
        raise CommandError(_unknown("element", asked.element, finder.elements))
    undone = finder.undone(asked.element, timeline, versions)
    entries: list[HistoryEntry] = []
    for version in versions:
        row = rows[version - 1]
        change, effects = change_of(row), read_as(playback.codec.effects, row).effects
        shown = finder.shown(asked.element, effects, change.effects)
        entries.append(entry(change, shown, undone.get(version)))
    if asked.json:
        print(as_json(ElementHistory(header(asked.file).session, asked.element, tuple(entries))))
        return 0
    for one in entries:
        end = f" (undone at version {one.undone_by})" if one.undone_by else ""
        print(f"{sentence_of(rows[one.version - 1])}{end}")
    return 0


def _case(settings: Settings, asked: Namespace) -> int:
    limits = limits_of(settings)
    with at_hand(asked.file, limits.size) as file:
        found = verdict(file, limits)
        if found.checked is None:
            said = f"version {found.version} is wrong: {found.why}"
            is_wrong = found.verdict == "wrong"
            raise CommandError(said, FOUND_WRONG) if is_wrong else UnreadableError(found.why)
        log = log_of(file, found.events or 0)
        report = report_on(file, asked.file, found, log)
    assert log is not None, "a verified archive has an event"
    finder = CaseFinder(log)
    case = finder.case(asked.id)
    if case is None:
        raise CommandError(_unknown("dispute, action or version", asked.id, finder.ids))
    print(_CASE_WRITERS[asked.form](report, log, case), end="")
    return 0


def _unknown(what: str, id: str, known: Sequence[str]) -> str:
    """Return the error text for an unknown id, with the ids that the archive has."""
    if not known:
        return f"the archive has no {what} {id!r}, and no other {what} either"
    listed = ", ".join(known[:LISTED])
    more = f" and {len(known) - LISTED} more" if len(known) > LISTED else ""
    return f"the archive has no {what} {id!r}; it has {listed}{more}"
