"""Redaction: taking texts out of a session's log for good.

What is left of every event is found before the transaction, a page at a time so that other requests
get their turn; under the session's lock only what has come meanwhile is looked at. Then one
transaction appends the event and rewrites the rest, or nothing is done.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any
from uuid import UUID

import msgspec

from domain.again import is_of_play, judged_again, mover
from domain.clock import NOBODY
from domain.decider import Accepted, Event, State, fold
from domain.dice import NewDiceNeededError
from domain.free_text import Texts, texts_of
from domain.identifier import SeatId
from domain.past import PastNeededError, Remembered
from domain.redaction import REDACT, Reach, Redact, cannot_redact
from service.codec import Codec
from service.database import Connection
from service.hot import Hot, HotSessions
from service.play import ATTEMPTS, Answer, Asked, Playing
from service.problem import ProblemError, refusal
from service.redacted import Left, rewrite
from service.row import Row, digest_of_row
from service.sealed import note_in, without_notes
from service.store import Store

EVENTS_LIMIT = 100_000
"""Events of a log that can be redacted: all of them are gone through, and judged again."""
PAGE = 50


class Wanted(msgspec.Struct, frozen=True):
    """What somebody wants to be taken out, and why; the operator has no seat."""

    session: UUID
    seat: SeatId
    versions: tuple[int, ...]
    reason: str
    texts: tuple[str, ...] = ()
    """Further texts, wherever they stand; only the operator names any."""
    key: str | None = None
    print: bytes = b""
    expected: int | None = None


class OvertakenError(Exception):
    """Another redaction has come first: everything has to be looked at anew."""


class Redactions:
    """Takes texts out of sessions."""

    def __init__(self, store: Store, sessions: HotSessions, playing: Playing) -> None:
        self._store = store
        self._sessions = sessions
        self._playing = playing

    async def redact(self, wanted: Wanted) -> Answer:
        """Take texts out; returns once that is durable, and done in this process's memory."""
        with await self._sessions.fresh(wanted.session) as hot:
            asked = Asked(
                wanted.session,
                wanted.seat,
                None,
                wanted.key,
                wanted.print,
                wanted.expected,
            )
            original = await self._playing.original(hot, asked)
            if original:
                return original
            for _ in range(ATTEMPTS):
                try:
                    return await self._attempt(hot, asked, wanted)
                except OvertakenError:
                    await self._sessions.freshen(hot)
        raise ProblemError("contended")

    async def _attempt(self, hot: Hot, asked: Asked, wanted: Wanted) -> Answer:
        work = _Work(self._store, hot, wanted)
        await work.begin()
        await work.follow(hot)
        outside = partial(_move, work)
        made = msgspec.structs.replace(asked, move=work.move, outside=outside)
        return await self._playing.move_in(hot, made, work.rewrite)


async def _move(work: "_Work", hot: Hot) -> Redact:
    await work.follow(hot)
    return work.move


class _Work:
    """A redaction under way: what is left of the events that have been looked at."""

    def __init__(self, store: Store, hot: Hot, wanted: Wanted) -> None:
        self._store = store
        self._session = hot.id
        self._codec: Codec = hot.codec
        self._wanted = wanted
        self._redacted = hot.redacted
        self._table = hot.state.table
        self._texts = Texts(())
        self._reach: Reach = "own"
        self._versions = tuple(sorted(set(wanted.versions)))
        self._reason = wanted.reason
        self._left: dict[int, Left] = {}
        self._affected: set[int] = set()
        self._rewritten: set[int] = set()
        self._at = 0
        self._state: State[Any] = hot.codec.ruleset.empty
        # Earlier plays are kept only where a rewind may ask for them.
        self._past = Remembered(None if hot.state.table.timeline.asked_ever else ())

    @property
    def move(self) -> Redact:
        """What is judged and recorded."""
        versions = self._versions
        if self._wanted.texts:
            versions = tuple(sorted({*versions, *self._left}))
        affected, rewritten = tuple(sorted(self._affected)), tuple(sorted(self._rewritten))
        return Redact(versions, self._reason, self._reach, affected, rewritten)

    async def begin(self) -> None:
        """See which events are meant, whose they are, and what they say."""
        head = await self._store.head(self._session)
        if head > EVENTS_LIMIT:
            raise ProblemError("log_too_long", events=head, limit=EVENTS_LIMIT)
        rows = await self._store.at(self._session, self._versions)
        if len(rows) < len(self._versions):
            missing = min(set(self._versions) - {row.version for row in rows})
            raise ProblemError("no_such_version", version=missing, head=head)
        for row in rows:
            if row.session != self._session:
                raise ProblemError("inherited", session=str(row.session))
        self._reach = self._reached(rows)
        # Asked at once: going through the whole log is for those who may.
        if refused := cannot_redact(self._table, self._wanted.seat, self._reach):
            raise refusal(refused)
        found = [pair for row in rows for pair in self._said(row)]
        found += [("text", text) for text in self._wanted.texts]
        names = [text for name, text in found if name == "name"]
        self._texts = Texts([text for _, text in found], names)
        if not self._texts:
            raise ProblemError("nothing_to_redact")
        self._reason = self._texts.left_of(self._reason)

    def _said(self, row: Row) -> list[tuple[str, str]]:
        """The free texts of an event's move, and what it sealed as far as the asker may see that."""
        said = list(texts_of(self._event(row).move))
        note = note_in(row.sealed)
        if note and self._sees(note.eyes):
            said += [("text", note.text), ("salt", note.salt)]
        return said

    def _sees(self, eyes: tuple[SeatId, ...]) -> bool:
        # Whether a note was touched must not tell others what it says.
        return self._wanted.seat == NOBODY or self._wanted.seat in eyes

    def _reached(self, rows: Sequence[Row]) -> Reach:
        reach: Reach = "own"
        for row in rows:
            if row.seat is None or row.seat != self._wanted.seat:
                reach = "play" if is_of_play(self._event(row)) and reach != "table" else "table"
        return "table" if self._wanted.texts else reach

    def _event(self, row: Row) -> Event[Any, Any]:
        event: Event[Any, Any] = self._codec.events.decode(row.data)
        return event

    async def follow(self, hot: Hot) -> None:
        """Look at every event up to the head that is in memory."""
        if hot.redacted != self._redacted:
            raise OvertakenError
        async for rows in self._pages(hot.version):
            for row in rows:
                if row.type == REDACT and row.version > self._redacted:
                    raise OvertakenError
                self._follow_one(row)
            self._at = rows[-1].version
            await asyncio.sleep(0)
        if not self._left:
            raise ProblemError("nothing_to_redact")

    async def _pages(self, until: int) -> AsyncIterator[list[Row]]:
        while self._at < until:
            yield await self._store.read(self._session, self._at, min(PAGE, until - self._at))

    def _follow_one(self, row: Row) -> None:
        try:
            self._look_at(row)
        except PastNeededError:
            # The session's first question about a rewind has come meanwhile.
            raise OvertakenError from None

    def _look_at(self, row: Row) -> None:
        was = self._event(row)
        event = self._texts.taken_out(was) if self._texts.may_be_in(row.data) else was
        sealed = self._left_of_sealed(row)
        if row.session == self._session and (event is not was or sealed != row.sealed):
            data = msgspec.json.encode(event).decode()
            self._left[row.version] = Left(row.version, data, sealed, digest_of_row(row))
            self._takes_over(row.version, event)
        before, ruleset = self._state, self._codec.ruleset
        # What comes before the first that changes comes out as it did.
        if self._left and not self._comes_out(event, row.version):
            self._affected.add(row.version)
        self._state = fold(ruleset, before, event.effects, self._past)
        self._past.add(row.version, self._state.play, mover(event))

    def _takes_over(self, version: int, event: Event[Any, Any]) -> None:
        """Name an event; where it is a redaction, whose word holds no longer, what that named too."""
        self._rewritten.add(version)
        if isinstance(event.move, Redact):
            self._rewritten.update(event.move.rewritten)
            self._affected.update(event.move.affected)

    def _comes_out(self, event: Event[Any, Any], version: int) -> bool:
        """Whether an event, judged again as it is left, comes out as it is left."""
        try:
            now = judged_again(self._codec.ruleset, self._state, event, version, self._past)
        except NewDiceNeededError:
            return False
        recorded = (event.ruling, event.effects)
        return isinstance(now, Accepted) and (now.ruling, now.effects) == recorded

    def _left_of_sealed(self, row: Row) -> str | None:
        note = note_in(row.sealed)
        if note is None or not self._sees(note.eyes):
            return row.sealed
        meant = row.version in self._versions or self._texts.left_of(note.text) != note.text
        return without_notes(row.sealed) if meant else row.sealed

    async def rewrite(self, connection: Connection, row: Row) -> None:
        """Take the texts out of everything that holds them, with the event that is appended."""
        left = list(self._left.values())
        await rewrite(connection, row.session, self._codec.ruleset, left, self._texts)
