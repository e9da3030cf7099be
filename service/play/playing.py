"""The path of every move, in five steps: get ready, recognize, judge, append, publish."""

import asyncio
import random
import time
from collections import Counter
from typing import Any

from verger.domain.core.dice import NewDiceNeededError, NewSeedNeededError, RecordedDice
from verger.domain.core.mover import Unseated
from verger.domain.core.ruling import Refused
from verger.service import tracing
from verger.service.database.pool import LONG_AGO
from verger.service.log.chain import BEFORE_FIRST
from verger.service.log.insert import AppendConflict
from verger.service.log.lineage import Origin
from verger.service.log.refusals import Refusals
from verger.service.log.rewriting import rewrites
from verger.service.log.store import Store
from verger.service.log.wake import Wakeups
from verger.service.play.answer import (
    Answer,
    Appended,
    DiceNeeded,
    Late,
    NotAppended,
    NotMade,
    SeedNeeded,
)
from verger.service.play.decision import (
    Decisions,
    Head,
    Judged,
    Rows,
    head_of,
    judged_at,
    row_asked,
)
from verger.service.play.recognition import Recognition, is_timely
from verger.service.play.request import MoveRequest
from verger.service.play.session import Session
from verger.service.play.sessions import Sessions
from verger.service.play.side_tables import SideRows, side_rows
from verger.service.work import spent

ATTEMPTS = 20
"""How often a move is judged at most, if other processes append first each time."""
PAUSE_SECONDS = 0.01
"""The longest pause between two attempts."""
REPEAT_SECONDS = 0.05
"""How long the answer to a repeated request is delayed."""
VERDICTS = ("accepted", "refused", "replayed")


class Playing:
    """Judges moves and appends their events."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        wakeups: Wakeups,
        refusals: Refusals,
        recognition: Recognition,
    ) -> None:
        self._store, self._sessions = store, sessions
        self._wakeups, self._refusals, self._recognition = wakeups, refusals, recognition
        self.decisions = Decisions(store, sessions)
        self.verdicts: Counter[tuple[str, str]] = Counter()
        """The number of moves by ruleset and verdict. `recognition.py` counts the replayed ones."""

    async def move(self, asked: MoveRequest, also: SideRows | None = None) -> Answer:
        """Judge a move and append its event. Return when the event is durable."""
        return await self.move_in(await self._sessions.known(asked.session), asked, also)

    async def move_in(
        self, session: Session, asked: MoveRequest, also: SideRows | None = None
    ) -> Answer:
        """Judge a move and append its event, in a session that was looked up just now."""
        with session:
            if asked.key is None:
                return await self._in_turn(session, asked, also)
            running = asked.seat, asked.key
            if running in session.running:
                return NotAppended.REQUEST_RUNNING
            session.running.add(running)
            try:
                if await self._recognition.is_reused(session, asked):
                    return NotAppended.KEY_REUSED
                answer = await self._in_turn(session, asked, also)
                if isinstance(answer, Appended) and answer.replayed:
                    # Without this pause, a client that repeats a request in a loop would slow all others down.
                    await asyncio.sleep(REPEAT_SECONDS)
                return answer
            finally:
                session.running.discard(running)

    async def _in_turn(self, session: Session, asked: MoveRequest, also: SideRows | None) -> Answer:
        began = time.perf_counter()
        async with session.lock:
            spent("wait", began)
            for _ in range(ATTEMPTS):
                answer = await self._attempt(session, asked, also)
                if answer is not NotAppended.CONTENDED:
                    return answer
                await self._sessions.catch_up(session)
        return NotAppended.CONTENDED

    async def _attempt(self, session: Session, asked: MoveRequest, also: SideRows | None) -> Answer:
        """Take a move through the five steps. Return CONTENDED if another process appended first.

        A successful append proves that memory had the newest event. A refusal, or the answer that a
        version is stale, proves nothing. So compare memory with the log before such an answer.
        """
        await self._sessions.ready(session)
        key = await self._recognition.stored_key(session, asked)
        answer = await self._recognition.answer(session, asked, key)
        if isinstance(answer, Late) and not await self._sessions.is_at_head(session):
            return NotAppended.CONTENDED
        if answer:
            return answer
        rows = await self.decisions.decide(session, asked, key)
        if isinstance(rows, Refused):
            return await self._refused(session, asked, key, rows)
        conflict = await self._appended(session, rows, also)
        if conflict:
            return await self._overtaken(session, asked, key, conflict)
        return await self._published(session, rows)

    async def _refused(
        self, session: Session, asked: MoveRequest, key: bytes | None, refused: Refused
    ) -> Answer:
        """Record a refused move among the refusals, and return its answer."""
        if answer := await self._recognition.repeated(session, asked, key):
            return answer
        if not await self._sessions.is_at_head(session):
            return NotAppended.CONTENDED
        # Do not record a move of the server itself that came too early.
        if isinstance(asked.mover, Unseated):
            return refused
        self.verdicts[session.codec.ruleset.name, "refused"] += 1
        if sender := await self._recognition.sender_of(session, asked, refused):
            move = asked.kept or asked.move
            await self._refusals.keep(session.id, session.version, sender, move, refused)
        return refused

    async def _appended(
        self, session: Session, rows: Rows, also: SideRows | None
    ) -> AppendConflict | None:
        """Append rows. Return None when they are durable, or the reason why nothing was written."""
        first, after = rows[0][0], rows[-1][1]
        work = side_rows(session.state, after, first, also)
        began = time.perf_counter()
        try:
            with tracing.span("append", move=first.type, events=len(rows)):
                return await self._store.append(
                    [row for row, _ in rows], work, apart=session.is_contested
                )
        finally:
            spent("append", began)

    async def _published(self, session: Session, rows: Rows) -> Appended:
        """Take durable events into memory, and wake the streams of the session."""
        if any(rewrites(row) for row, _ in rows):
            # Memory still has the removed texts. So doubt it first: if the log cannot be read now, no request
            # reads memory until it was.
            session.doubt()
            await self._sessions.reload(session)
            self._announce(session, rows)
        else:
            self.publish(session, rows)
        return Appended(rows[0][0])

    def publish(self, session: Session, rows: Rows) -> None:
        """Do the same without waiting. None of the events may rewrite others."""
        since, before = session.version, session.state
        session.take(rows)
        self._sessions.appended(session, since, before)
        self._announce(session, rows)

    def _announce(self, session: Session, rows: Rows) -> None:
        self.verdicts[session.codec.ruleset.name, "accepted"] += 1
        self._wakeups.moved(session.id, rows[-1][0].version)

    async def _overtaken(
        self, session: Session, asked: MoveRequest, key: bytes | None, conflict: AppendConflict
    ) -> Answer:
        """Return the answer to a move whose event the log refused."""
        if conflict is AppendConflict.REQUEST_ANSWERED:
            return NotAppended.REQUEST_RUNNING
        if conflict is AppendConflict.NOT_FOLLOWING:
            return NotAppended.CONTENDED
        if conflict is AppendConflict.VERSION_TAKEN:
            session.contend()
            await asyncio.sleep(random.uniform(0, PAUSE_SECONDS))  # noqa: S311, no secret
        return await self._recognition.repeated(session, asked, key) or NotAppended.CONTENDED

    async def start(
        self,
        asked: MoveRequest,
        ruleset: Any,
        also: SideRows,
        head: Head | None = None,
        origin: Origin | None = None,
    ) -> Answer:
        """Append the first own event of a new session. In a fork, it follows `head`, a point in the parent's log."""
        head = head or Head(ruleset.empty, 0, BEFORE_FIRST, LONG_AGO)
        judged = judged_at(ruleset, head, asked, self._store.now(), RecordedDice(()))
        if isinstance(judged, Refused):
            return judged
        row = row_asked(asked, judged, head, None, self._store.newest_format)
        work = side_rows(ruleset.empty, judged.after, row, also)
        match await self._store.append([row], work, origin):
            case None:
                return Appended(row)
            case AppendConflict.NOT_FOLLOWING:
                return NotAppended.CONTENDED
            case _:
                return NotAppended.REQUEST_RUNNING

    async def dry_run(
        self, asked: MoveRequest
    ) -> tuple[int, Judged | DiceNeeded | SeedNeeded | NotMade]:
        """Judge a move and record nothing. Return the version that it was judged at, and the result.

        Roll no dice and reveal no seed, so that nobody sees a coming roll.
        """
        with await self._sessions.fresh(asked.session) as session:
            if late := await self.late(session, asked):
                return session.version, late
            head = head_of(session)
            try:
                return head.version, await self.decisions.dry_run(session, head, asked)
            except NewDiceNeededError as needed:
                return head.version, DiceNeeded(needed.count, needed.faces)
            except NewSeedNeededError:
                return head.version, SeedNeeded()

    async def late(self, session: Session, asked: MoveRequest) -> Late | None:
        """Return the answer to a request for another version or a closed question. Read the log first. None if neither."""
        if not is_timely(session, asked):
            session.doubt()
            await self._sessions.freshen(session)
        return await self._recognition.late(session, asked)
