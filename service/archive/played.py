"""The facts about a valid archive for its report: the players, the times, the disputes, and the headings of the story."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from verger.domain.core.decider import Event
from verger.domain.core.note import PART
from verger.domain.core.table import Redacted
from verger.domain.core.timeline import shifts
from verger.projections.story.entry import led
from verger.projections.story.passage import Heading, passages
from verger.projections.story.teller import Teller
from verger.service.archive import contested, happened
from verger.service.archive.checked_log import CheckedLog
from verger.service.archive.point import ReportPoint


class Player(NamedTuple):
    """A player, and the number of the player's events."""

    name: str
    part: str
    """The kind of the seat. For a GM: `GM`, with the time if there were several."""
    events: int


class Redaction(NamedTuple):
    """A redaction: its version, its time, the redactor, the reason, and the redacted versions."""

    version: int
    at: datetime
    by: str
    reason: str
    versions: tuple[int, ...]


class Played(NamedTuple):
    """The facts about the played session."""

    title: str
    game: str
    seats: tuple[Player, ...]
    began: datetime
    ended: datetime
    events: int
    headings: tuple[Heading, ...]
    redactions: tuple[Redaction, ...]
    hidden: int
    """The number of sealed notes whose text is not in the archive."""
    words_for_dice: tuple[str, ...] = ()
    """The seats that gave words for the dice, with their events."""
    disputes: tuple[ReportPoint, ...] = ()
    undone: tuple[ReportPoint, ...] = ()
    repeated: tuple[ReportPoint, ...] = ()
    """The throws that repeat undone throws."""
    false_statements: tuple[ReportPoint, ...] = ()
    house_rules: tuple[ReportPoint, ...] = ()


def played(log: CheckedLog) -> Played:
    """Return the facts from a log."""
    ruleset, state, events, finder = log.ruleset, log.state, log.events, log.finder
    table, acted = state.table, Counter(event.seat for event in events)
    teller = Teller(ruleset, state, len(events), finder)
    sealed = [note for note in table.notes if note.text is None and note.part == PART]
    return Played(
        title=table.title,
        game=ruleset.title,
        seats=tuple(
            Player(seat.name, led(seat.id, teller.gms) or seat.kind, acted[seat.id])
            for seat in table.seats
        ),
        began=events[0].at,
        ended=events[-1].at,
        events=len(events),
        headings=tuple(_headings(teller, events)),
        redactions=tuple(redactions(log)),
        hidden=sum(note.digest not in log.notes for note in sealed),
        words_for_dice=tuple(happened.words_for_dice(log)),
        disputes=tuple(contested.disputes(log, dict(contested.known(log)))),
        undone=tuple(happened.undone(log, shifts(table.timeline))),
        repeated=tuple(happened.repeated(log, range(1, len(events) + 1))),
        false_statements=tuple(happened.false_statements(log)),
        house_rules=tuple(happened.house_rules(log)),
    )


def _headings(teller: Teller, events: Sequence[Event[Any, Any]]) -> list[Heading]:
    """Return the headings of the story of these events."""
    accounts = (teller.account(version, event) for version, event in enumerate(events, 1))
    return [passage for passage in passages(filter(None, accounts)) if isinstance(passage, Heading)]


def redactions(log: CheckedLog) -> Iterator[Redaction]:
    """Yield the redactions of a log."""
    for version, event in enumerate(log.events, 1):
        for effect in event.effects:
            if isinstance(effect, Redacted):
                by = log.names(version).of(effect.by) if effect.by else "The server's operator"
                yield Redaction(
                    version=version,
                    at=event.at,
                    by=by,
                    reason=effect.reason,
                    versions=effect.rewritten,
                )
