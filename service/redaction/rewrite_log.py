"""Redaction of one session's log: compute the new form of its events, and find rulings that would change.

The log is read a few events at a time, so that other requests get turns. The reading can continue
later with newer events. Of the events that a fork inherits, only those change that the redaction of
the parent rewrites.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from msgspec.structs import replace

from verger.domain.core.decider import Accepted, Event, Facts, State, fold
from verger.domain.core.dice import NewDiceNeededError, RecordedDice
from verger.domain.core.identifier import SeatId
from verger.domain.core.mover import Unseated
from verger.domain.core.note import NoteRevealed, note_of
from verger.domain.core.past import GrowingPast, PastNeededError
from verger.domain.core.text import REDACTED
from verger.domain.history.free_text import Texts
from verger.domain.history.redaction import Redact
from verger.domain.judging.deed import deed
from verger.domain.judging.judge import judge
from verger.domain.judging.rejudge import rejudge
from verger.domain.secrets.sealing import opens_roll
from verger.service.log.codec import Codec
from verger.service.log.entry import row_of
from verger.service.log.rewriting import rewrites
from verger.service.log.row import Row
from verger.service.log.sealed import note_in, without_notes
from verger.service.log.store import Store
from verger.service.log.texts import kept_after, removed_in, written
from verger.service.play.damage import read_event, understood
from verger.service.redaction.rewrite_tables import RewrittenEvent

NOTHING: Mapping[int, list[int]] = {}
PAGE = 50
TURN_SECONDS = 0.002
"""The maximum time of work without a pause. Each pause is as long, and other requests use it."""


class OvertakenError(Exception):
    """Another redaction was faster, so every event must be read again."""


class Removal(NamedTuple):
    """The content to remove: texts, and the sealed notes in some versions if the mover can see them (`sees`)."""

    texts: Texts
    versions: Collection[int]
    sees: Callable[[tuple[SeatId, ...]], bool]


class RedactedLog(NamedTuple):
    """The log of a session at the start of its redaction."""

    session: UUID
    codec: Codec
    redacted: int
    """The version of its newest redaction. If there is a newer one, everything must be read again."""
    rewinds: Collection[int] | None
    """The versions that rewinds in the log go back to. None if they are not known."""
    inherited: Mapping[int, list[int]] = NOTHING
    """The events of its parent that are also rewritten, each with the numbers of all texts that it then lacks."""


class LogRewrite:
    """The rewrite of one log, event by event from the first."""

    def __init__(self, store: Store, log: RedactedLog, removal: Removal) -> None:
        self.log = log
        self.remainders: dict[int, RewrittenEvent] = {}
        """The log's own rewritten events, by version."""
        self.affected: set[int] = set()
        self.rewritten: set[int] = set(log.inherited)
        self.removed: dict[int, list[int]] = {}
        """All redacted events, also those of earlier redactions, each with the numbers of its
        removed texts."""
        self.last: Row | None = None
        self._store = store
        self._removal = removal
        self._changed = False
        self._notes: dict[int, tuple[Row, Event[Any, Any]]] = {}
        """The log's own events with a note that stays sealed, by version."""
        self._state: State[Any] = log.codec.ruleset.empty
        self._past = GrowingPast(log.rewinds)

    @property
    def _at(self) -> int:
        return self.last.version if self.last else 0

    async def follow(self, until: int) -> None:
        """Read every event up to a version. Raises OvertakenError after another redaction."""
        began = time.monotonic()
        while self._at < until:
            rows = await self._store.read(self.log.session, self._at, min(PAGE, until - self._at))
            for row in rows:
                if rewrites(row) and row.version > self.log.redacted:
                    raise OvertakenError
                self._look_at(row)
                if time.monotonic() - began > TURN_SECONDS:
                    await asyncio.sleep(TURN_SECONDS)
                    began = time.monotonic()

    def row(self, move: Redact) -> Row:
        """Return the row that the server appends to record its redaction's effect on this log."""
        assert self.last is not None
        log, now = self.log, self._store.now()
        return server_row(log.codec, self._state, self.last, log.session, now, move)

    def _look_at(self, row: Row) -> None:
        decode = self.log.codec.events.decode
        was: Event[Any, Any] = read_event(self.log.session, row, decode)
        event, sealed = was, row.sealed
        is_own = row.session == self.log.session
        if is_own or row.version in self.log.inherited:
            event = self._taken_out(was) if self._removal.texts.may_be_in(row.data) else was
            if event.via and row.version in self._removal.versions:
                # Remove the name of the program only from events that the request names by version,
                # because most events have such a name.
                event = replace(event, via=REDACTED)
            sealed = self._left_of_sealed(row)
        if is_own and note_in(sealed):
            self._notes[row.version] = row, event
        self._open(was, event)
        if event is not was or sealed != row.sealed:
            self._changed = True
            self.rewritten.add(row.version)
            if is_own:
                row = self._leave(row, event, sealed)
        if row.version in self.log.inherited:
            self.removed[row.version] = self.log.inherited[row.version]
        elif row.is_redacted:
            self.removed[row.version] = removed_in(row.kept)
        try:
            self._go_on(row, event)
        except PastNeededError:
            # Another rewind has been appended since the session was read.
            raise OvertakenError from None

    def _taken_out(self, was: Event[Any, Any]) -> Event[Any, Any]:
        """Return an event without the texts. If it reveals face-down dice, their values stay."""
        now = self._removal.texts.taken_out(was)
        if not opens_roll(was.move, self._state.table.notes):
            return now
        pairs = zip(was.effects, now.effects, strict=True)
        effects = tuple(old if isinstance(old, NoteRevealed) else new for old, new in pairs)
        kept = replace(now, move=was.move, effects=effects)
        return was if kept == was else kept

    def _open(self, was: Event[Any, Any], now: Event[Any, Any]) -> None:
        """If the text of a revealed note is removed, remove it also from the event that sealed the note."""
        for effect, left_of_it in zip(was.effects, now.effects, strict=True):
            if not isinstance(effect, NoteRevealed) or effect.text == left_of_it.text:
                continue
            note = note_of(self._state.table.notes, effect.note)
            if note and note.version in self._notes:
                row, event = self._notes.pop(note.version)
                remainder = self._leave(row, event, without_notes(row.sealed))
                self.rewritten.add(row.version)
                self.removed[row.version] = removed_in(remainder.kept)

    def _leave(self, row: Row, event: Event[Any, Any], sealed: str | None) -> Row:
        """Note the new form of an event, and return its row in this form."""
        now = written(event, row.format)
        data, kept = now.data.decode(), kept_after(row, now)
        self.remainders[row.version] = RewrittenEvent(
            version=row.version, data=data, texts=now.places, kept=kept, sealed=sealed
        )
        return row._replace(data=data, kept=kept)

    def _go_on(self, row: Row, event: Event[Any, Any]) -> None:
        # Before the first change, every event gives the same result as before.
        if self._changed and not self._comes_out(event, row.version):
            self.affected.add(row.version)
        step = (fold, self.log.codec.ruleset, self._state, event.effects, self._past)
        self._state = understood(self.log.session, row.version, *step)
        self._past.add(row.version, self._state.play, deed(self.log.codec.ruleset, event))
        self.last = row

    def _comes_out(self, event: Event[Any, Any], version: int) -> bool:
        """Return whether an event gives its recorded result if it is judged again without the texts."""
        ruleset = self.log.codec.ruleset
        try:
            now = rejudge(ruleset, self._state, event, version, self._past)
        except NewDiceNeededError:
            return False
        if not isinstance(now, Accepted):
            return False
        return (now.ruling.worded_as(event.ruling), now.effects) == (event.ruling, event.effects)

    def _left_of_sealed(self, row: Row) -> str | None:
        note = note_in(row.sealed)
        if note is None or not self._removal.sees(note.eyes):
            return row.sealed
        is_named = self._removal.texts.left_of(note.text) != note.text
        meant = is_named or row.version in self._removal.versions
        return without_notes(row.sealed) if meant else row.sealed


def server_row(
    codec: Codec, state: State[Any], last: Row, session: UUID, now: datetime, move: Redact
) -> Row:
    """Return the row of a redaction by the server, after a log's last event."""
    at, version = max(now, last.at), last.version + 1
    judged = judge(
        codec.ruleset, state, move, Facts(Unseated.SERVER, at, RecordedDice(()), version)
    )
    assert isinstance(judged, Accepted)
    event: Event[Any, Any] = Event(
        at=at, seat=None, move=move, ruling=judged.ruling, effects=judged.effects
    )
    return row_of(session, event, last.hash, version)


def on_behalf(
    source: tuple[UUID, int],
    rewritten: Iterable[int],
    affected: Iterable[int],
    removed: str,
    until: int,
) -> Redact:
    """Return the move that records in a fork's log the effect of its parent's redaction.

    `source` is the parent and the version of its redaction. `removed` is the digest of the texts that are
    then removed from the fork's log. `until` is the forked version.
    """
    named = tuple(sorted(rewritten))
    versions = tuple(version for version in named if version <= until)
    reason = f"Redacted in session {source[0]}, version {source[1]}."
    return Redact(
        versions=versions,
        reason=reason,
        reach="table",
        affected=tuple(sorted(affected)),
        rewritten=named,
        removed=removed,
    )
