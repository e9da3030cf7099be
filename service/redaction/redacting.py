"""Redaction: removing texts from a session's log permanently.

First the whole log is read, and the new form of each event is computed. This happens page by page,
so that other requests get turns. Then the session is locked, and only newer events are read. At the
end, one transaction appends the event of the redaction and rewrites everything else.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from verger.domain.core.decider import Event
from verger.domain.core.identifier import SeatId
from verger.domain.core.mover import Unseated
from verger.domain.core.ruling import Refused
from verger.domain.core.spelling import read_as
from verger.domain.core.text import REDACTED
from verger.domain.history.free_text import Texts, texts_of
from verger.domain.history.redaction import Reach, Redact, cannot_redact
from verger.domain.judging.deed import is_of_play
from verger.domain.secrets.sealing import opens_roll
from verger.service.database.pool import Connection
from verger.service.log.codec import Codec
from verger.service.log.row import Row
from verger.service.log.sealed import note_in
from verger.service.log.store import Store
from verger.service.log.texts import removed_digest
from verger.service.log.wake import Wakeups
from verger.service.play.answer import Answer, Appended, NotAppended
from verger.service.play.damage import read_event
from verger.service.play.playing import ATTEMPTS, Playing
from verger.service.play.recognition import Recognition
from verger.service.play.request import MoveRequest
from verger.service.play.session import Session
from verger.service.play.sessions import Sessions
from verger.service.play.side_tables import SideRows
from verger.service.problem.code import ProblemCode
from verger.service.problem.obstacle import Obstacle, ObstacleError
from verger.service.redaction.rewrite_forks import Forks
from verger.service.redaction.rewrite_log import LogRewrite, OvertakenError, RedactedLog, Removal

EVENTS_LIMIT = 100_000
"""The maximum length of a log that can be redacted. It is limited because all events are read and judged again."""


class RedactionRequest(msgspec.Struct, frozen=True):
    """A request to redact: the events, the texts, and the reason."""

    request: MoveRequest
    """The request, without its move `Redact`, which is built later from the log."""
    versions: tuple[int, ...]
    reason: str
    texts: tuple[str, ...] = ()
    """Further texts to remove everywhere. Only the operator can name these."""
    only: tuple[str, ...] = ()
    """The texts to remove from these versions. If it is empty, all texts of these versions."""
    spared: tuple[str, ...] = ()
    """Texts of these versions to keep, such as the names of other seats."""
    also: SideRows | None = None
    """Writes further rows in the same transaction."""


class Preview(NamedTuple):
    """The effect that a redaction would have."""

    texts: int
    """The number of different texts to remove."""
    rewritten: tuple[int, ...]
    """The versions of the events that would lose a text."""
    affected: tuple[int, ...]
    """The versions of the events whose ruling would change if they are judged again."""
    forks: int
    """The number of forks that would change."""


class Redactions:
    """Removes texts from sessions."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        recognition: Recognition,
        playing: Playing,
        wakeups: Wakeups,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._recognition, self._playing = recognition, playing
        self._wakeups = wakeups

    async def redact(self, session: Session, wanted: RedactionRequest) -> Answer | Obstacle:
        """Remove texts from a session. Return when this is durable, and also done in this process's memory.

        The session must have been read a moment ago (`Sessions.fresh`).
        """
        with session:
            if repeated := await self._repeated(session, wanted):
                return repeated
            if (newest := max(wanted.versions, default=0)) > session.version:
                session.heard(newest)
                await self._sessions.freshen(session)
            for _ in range(ATTEMPTS):
                try:
                    answer: Answer | Obstacle = await self._attempt(session, wanted)
                except OvertakenError:
                    await self._sessions.freshen(session)
                    continue
                except ObstacleError as error:
                    answer = error.obstacle
                if isinstance(answer, Appended):
                    return answer
                # If an earlier request with the same key was successful, it caused the obstacle. Return its answer.
                return await self._repeated(session, wanted) or answer
        return NotAppended.CONTENDED

    async def preview(
        self, session: Session, wanted: RedactionRequest
    ) -> Preview | Obstacle | NotAppended:
        """Return the effect that a redaction by the operator would have."""
        with session:
            for _ in range(ATTEMPTS):
                work = _Work(self._store, session, wanted)
                try:
                    await work.begin()
                    await work.follow(session)
                except OvertakenError:
                    await self._sessions.freshen(session)
                except ObstacleError as error:
                    if error.obstacle.code == ProblemCode.NOTHING_TO_REDACT:
                        return Preview(0, (), (), 0)
                    return error.obstacle
                else:
                    return work.preview
        return NotAppended.CONTENDED

    async def _repeated(self, session: Session, wanted: RedactionRequest) -> Answer | None:
        """Return the answer to the first request with this key, or None."""
        key = await self._recognition.stored_key(session, wanted.request)
        return await self._recognition.repeated(session, wanted.request, key)

    async def _attempt(self, session: Session, wanted: RedactionRequest) -> Answer:
        work = _Work(self._store, session, wanted)
        if refused := await work.begin():
            return refused
        await work.follow(session)
        made = msgspec.structs.replace(
            wanted.request,
            move=work.move,
            outside=partial(_move, work),
            lacks_text=work.lacks_text,
        )
        answer = await self._patiently(session, made, work.rewrite)
        is_done = isinstance(answer, Appended) and not answer.replayed
        for row in work.forks.rows if is_done else ():
            self._wakeups.moved(row.session, row.version)
            await self._sessions.reached(row.session, row.version)
        return answer

    async def _patiently(self, session: Session, made: MoveRequest, rewrite: SideRows) -> Answer:
        """Make the move, and retry more often than for other moves.

        A redaction takes longer, so other processes append first more often.
        """
        for _ in range(ATTEMPTS):
            answer = await self._playing.move_in(session, made, rewrite)
            if answer is not NotAppended.CONTENDED:
                return answer
        return NotAppended.CONTENDED


async def _move(work: "_Work", session: Session) -> Redact:
    await work.follow(session)
    return work.move


class _Work:
    """One attempt at a redaction: its request, and the rewrites of the logs of the session and its forks."""

    forks: Forks

    def __init__(self, store: Store, session: Session, wanted: RedactionRequest) -> None:
        self._store = store
        self._session = session.id
        self._codec: Codec = session.codec
        self._wanted = wanted
        self._redacted = session.rewritten
        self._table = session.state.table
        self._reach: Reach = "own"
        self._versions = tuple(sorted(set(wanted.versions)))
        self._reason = wanted.reason
        self._own: LogRewrite
        self._texts = 0

    @property
    def move(self) -> Redact:
        """Return the move to be judged and recorded."""
        versions = self._versions
        if self._wanted.texts:
            versions = tuple(sorted({*versions, *self._own.remainders}))
        affected, rewritten = sorted(self._own.affected), sorted(self._own.rewritten)
        removed = removed_digest(self._own.removed.items())
        return Redact(
            versions=versions,
            reason=self._reason,
            reach=self._reach,
            affected=tuple(affected),
            rewritten=tuple(rewritten),
            removed=removed,
        )

    @property
    def preview(self) -> Preview:
        """Return the effect of the events that were read so far."""
        own = self._own
        rewritten, affected = tuple(sorted(own.rewritten)), tuple(sorted(own.affected))
        return Preview(self._texts, rewritten, affected, self.forks.changed)

    @property
    def lacks_text(self) -> bool:
        """Whether a removed text was in the reason, so that the move has another reason than the request."""
        return self._reason != self._wanted.reason

    async def begin(self) -> Refused | None:
        """Read the named events, and find their authors and their texts. Return a refusal, or None."""
        head = await self._store.head(self._session)
        if head > EVENTS_LIMIT:
            raise ObstacleError(
                ProblemCode.LOG_TOO_LONG, events_in_log=head, events_allowed=EVENTS_LIMIT
            )
        rows = await self._store.at(self._session, self._versions)
        if len(rows) < len(self._versions):
            missing = min(set(self._versions) - {row.version for row in rows})
            raise ObstacleError(ProblemCode.NO_SUCH_VERSION, version=missing, head=head)
        for row in rows:
            if row.session != self._session:
                raise ObstacleError(ProblemCode.INHERITED, session=str(row.session))
        self._reach = self._reached(rows)
        # Check this before reading the whole log, which only an authorized mover can cause.
        if refused := cannot_redact(self._table, self._wanted.request.mover, self._reach):
            return refused
        self._take_out(rows)
        return None

    def _take_out(self, rows: Sequence[Row]) -> None:
        pairs = [pair for row in rows for pair in self._texts_of(row)]
        if only := set(map(read_as, self._wanted.only)):
            pairs = [(name, text) for name, text in pairs if read_as(text) in only]
            if only != {read_as(text) for _, text in pairs}:
                raise ObstacleError(ProblemCode.NOTHING_TO_REDACT)
        spared = set(map(read_as, self._wanted.spared))
        pairs = [(name, text) for name, text in pairs if read_as(text) not in spared]
        self._texts = len({read_as(text) for _, text in pairs} - {"", REDACTED})
        # A text from the operator can be a person's name. So it is searched as a word, even if it is
        # short.
        pairs += [("name", text) for text in self._wanted.texts]
        names = [text for name, text in pairs if name == "name"]
        texts = Texts([text for _, text in pairs], names)
        if not texts and not any(self._event(row).via for row in rows):
            raise ObstacleError(ProblemCode.NOTHING_TO_REDACT)
        self._reason = texts.left_of(self._reason)
        rewinds = frozenset(done.to for done in self._table.timeline.rewinds)
        log = RedactedLog(self._session, self._codec, self._redacted, rewinds)
        # If the request names the texts to remove, all other parts of the events stay.
        whole = () if self._wanted.only else self._versions
        self._own = LogRewrite(self._store, log, Removal(texts, whole, self._sees))
        # In a fork, a seat with the same id belongs to somebody else. So its sealed texts stay.
        in_forks = Removal(texts, (), lambda _: self._wanted.request.mover is Unseated.OPERATOR)
        self.forks = Forks(self._store, self._own, in_forks, EVENTS_LIMIT)

    def _texts_of(self, row: Row) -> list[tuple[str, str]]:
        """Return the free texts of an event's move, and its sealed text if the mover can see it."""
        move = self._event(row).move
        texts = [] if opens_roll(move, self._table.notes) else list(texts_of(move))
        note = note_in(row.sealed)
        if note and self._sees(note.eyes):
            texts += [("text", note.text), ("salt", note.salt)]
        return texts

    def _sees(self, eyes: tuple[SeatId, ...]) -> bool:
        # A redaction must not reveal the content of a sealed note to its mover.
        mover = self._wanted.request.mover
        return mover is Unseated.OPERATOR or mover in eyes

    def _reached(self, rows: Sequence[Row]) -> Reach:
        reach: Reach = "own"
        for row in rows:
            if row.seat is None or row.seat != self._wanted.request.mover:
                reach = "play" if is_of_play(self._event(row)) and reach != "table" else "table"
        return "table" if self._wanted.texts else reach

    def _event(self, row: Row) -> Event[Any, Any]:
        decode = self._codec.events.decode
        event: Event[Any, Any] = read_event(self._session, row, decode)
        return event

    async def follow(self, session: Session) -> None:
        """Read every event up to the head in memory, and those of the session's forks."""
        if session.rewritten != self._redacted:
            raise OvertakenError
        await self._own.follow(session.version)
        if not self._own.remainders and not self._wanted.texts:
            raise ObstacleError(ProblemCode.NOTHING_TO_REDACT)
        await self.forks.follow()

    async def rewrite(self, connection: Connection, row: Row) -> None:
        """Append an event to each fork, and remove the texts everywhere. `row` is the event of this redaction."""
        await self.forks.rewrite(connection, row)
        if not await self.forks.rewrite_rest(connection):
            raise ObstacleError(ProblemCode.NOTHING_TO_REDACT)
        if self._wanted.also:
            await self._wanted.also(connection, row)
