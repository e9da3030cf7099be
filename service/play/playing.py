"""The one path of every move: load, decide, append, and retry where another process was faster."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from verger.domain.core.decider import State
from verger.domain.core.dice import (
    Dice,
    NewDiceNeededError,
    NewSeedNeededError,
    RecordedDice,
    SeededDice,
)
from verger.domain.core.divergence import Divergence
from verger.domain.core.mover import Unseated
from verger.domain.core.past import KnownPast, PastNeededError, PastPlay
from verger.domain.core.ruling import Refused
from verger.domain.core.timeline import Rewound
from verger.domain.judging.rejudge import Remade, remake
from verger.service import tracing
from verger.service.database.pool import LONG_AGO, Connection
from verger.service.log.chain import BEFORE_FIRST
from verger.service.log.entry import is_print_of, row_of, type_of
from verger.service.log.insert import AppendConflict
from verger.service.log.lineage import Origin
from verger.service.log.refusals import Refusals
from verger.service.log.row import Row
from verger.service.log.store import Store
from verger.service.log.wake import Wakeups
from verger.service.play import damage
from verger.service.play.answer import (
    SINCE_EVENTS,
    Answer,
    Appended,
    DiceNeeded,
    NotAppended,
    NotMade,
    SeedNeeded,
    Stale,
)
from verger.service.play.damage import require_whole
from verger.service.play.request import (
    Head,
    Judged,
    MoveRequest,
    judged_at,
    row_asked,
    with_new_seed,
)
from verger.service.play.request_key import RequestKeys
from verger.service.play.session import Session
from verger.service.play.sessions import Sessions
from verger.service.play.side_tables import SideRows, side_rows
from verger.service.work import charged, in_step

ATTEMPTS = 20
"""How often a move is judged again because another process appended first."""
PAUSE_SECONDS = 0.01
"""The longest pause before that, for all who are at other tables."""
REPEAT_SECONDS = 0.05
"""How long a repeated answer waits."""
VERDICTS = ("accepted", "refused", "replayed")


class Playing:
    """Judges moves and appends their events."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        wakeups: Wakeups,
        refusals: Refusals,
        keys: RequestKeys,
    ) -> None:
        self._store, self._sessions = store, sessions
        self._wakeups, self._refusals, self._keys = wakeups, refusals, keys
        self.verdicts: defaultdict[tuple[str, str], int] = defaultdict(int)
        """How many moves had which outcome, by ruleset."""

    async def move(self, asked: MoveRequest, also: SideRows | None = None) -> Answer:
        """Judge a move and append its event; returns once that is durable."""
        return await self.move_in(await self._sessions.known(asked.session), asked, also)

    async def move_in(
        self, session: Session, asked: MoveRequest, also: SideRows | None = None
    ) -> Answer:
        """The same, in a session that was looked up just now."""
        with session:
            if asked.key is None:
                return await self._in_turn(session, asked, also)
            running = asked.seat, asked.key
            if running in session.running:
                return NotAppended.REQUEST_RUNNING
            session.running.add(running)
            try:
                if await self._keys.is_reused(session, asked):
                    return NotAppended.KEY_REUSED
                answer = await self._in_turn(session, asked, also)
                if isinstance(answer, Appended) and answer.replayed:
                    # It is had for so little that who asks in a loop would crowd out all others.
                    await asyncio.sleep(REPEAT_SECONDS)
                return answer
            finally:
                session.running.discard(running)

    async def original(self, session: Session, asked: MoveRequest) -> Answer | None:
        """The answer to a repeated request, before any work is done for it."""
        return await self._original(session, asked, await self._keys.of(session, asked))

    async def start(
        self,
        asked: MoveRequest,
        ruleset: Any,
        also: SideRows,
        head: Head | None = None,
        origin: Origin | None = None,
    ) -> Answer:
        """Append the first own event of a new session; a fork's follows its parent's `head`."""
        head = head or Head(ruleset.empty, 0, BEFORE_FIRST, LONG_AGO)
        judged = judged_at(ruleset, head, asked, self._store.now(), RecordedDice(()))
        if isinstance(judged, Refused):
            return judged
        row = row_asked(asked, judged, head, None, self._store.newest_format)
        due = side_rows(ruleset, ruleset.empty, judged.after, also)
        match await self._append([row], due, origin):
            case None:
                return Appended(row)
            case AppendConflict.NOT_FOLLOWING:
                return NotAppended.CONTENDED
            case _:
                return NotAppended.REQUEST_RUNNING

    def _append(
        self,
        rows: Sequence[Row],
        also: SideRows | None,
        origin: Origin | None = None,
        *,
        apart: bool = False,
    ) -> Awaitable[AppendConflict | None]:
        """One row shares its commit with other sessions; several rows, or other work, do not.

        Nor does one that is to go `apart`, as all others would wait with it.
        """
        row = rows[0]
        if also is None and len(rows) == 1 and not apart:
            return self._store.append(row)

        async def work(connection: Connection) -> None:
            if also:
                await also(connection, row)

        return self._store.append_with(rows, work, origin)

    async def dry_run(
        self, asked: MoveRequest
    ) -> tuple[int, Judged | DiceNeeded | SeedNeeded | NotMade]:
        """Judge a move and record nothing; gives the version that it was judged at.

        It rolls nothing either, and reveals no seed: nobody sees a coming roll.
        """
        with await self._sessions.fresh(asked.session) as session:
            if stale := await self.stale(session, asked):
                return session.version, stale
            try:
                judged = await self._judged(
                    session, _head_of(session), asked, lambda: RecordedDice(())
                )
                if isinstance(judged, Judged) and (left_out := _left_out(judged)):
                    _, missed = await self._remade(session, judged, left_out)
                    judged = replace(judged, missed=missed)
            except NewDiceNeededError as needed:
                return session.version, DiceNeeded(needed.count, needed.faces)
            except NewSeedNeededError:
                return session.version, SeedNeeded()
            return session.version, judged

    async def stale(self, session: Session, asked: MoveRequest) -> Stale | None:
        """The answer to a request that names other versions than the newest, if it does."""
        if asked.expected and not asked.is_at(session):
            session.doubt()
            await self._sessions.freshen(session)
        if asked.expected and not asked.is_at(session):
            return await self._stale(session, asked)
        return None

    async def _in_turn(self, session: Session, asked: MoveRequest, also: SideRows | None) -> Answer:
        async with session.lock:
            # To read on is far less than to lose a race, and have all others of the batch wait with it.
            if session.is_shared:
                await self._sessions.catch_up(session)
            for _ in range(ATTEMPTS):
                key = await self._keys.of(session, asked)
                answer = await self._attempt(session, asked, key, also)
                if answer:
                    return answer
                await self._sessions.catch_up(session)
        return NotAppended.CONTENDED

    async def _attempt(
        self, session: Session, asked: MoveRequest, key: bytes | None, also: SideRows | None
    ) -> Answer | None:
        """Judge and append once; None where another process appended this version first."""
        require_whole(session)
        if lacking := await asked.lacking(session):
            return lacking
        if key in session.acknowledged:
            if not session.is_fresh:
                await self._sessions.catch_up(session)
            if original := await self._original(session, asked, key):
                return original
        if asked.expected and not asked.is_at(session):
            return await self._unexpected(session, asked, key)
        if asked.outside is not None:
            asked = replace(asked, move=await asked.outside(session))
        asked, coming = with_new_seed(asked)
        head = _head_of(session)
        judged = await self._judged(session, head, asked, lambda: _dice(session, coming))
        await in_step()
        if isinstance(judged, Refused):
            return await self._refused(session, asked, key, judged)
        remade: Sequence[Remade] = ()
        if left_out := _left_out(judged):
            remade, missed = await self._remade(session, judged, left_out)
            judged = replace(judged, missed=missed)
        row = row_asked(asked, judged, head, key, self._store.newest_format)
        taken = [(row, judged.after), *_following(row, remade, self._store.newest_format)]
        due = side_rows(session.codec.ruleset, session.state, taken[-1][1], also)
        rows = [row for row, _ in taken]
        with tracing.span("append", events=len(rows)):
            conflict = await self._append(rows, due, apart=session.is_contested)
        if conflict:
            return await self._overtaken(session, asked, key, conflict)
        await self._sessions.appended(session, taken)
        self.verdicts[session.codec.ruleset.name, "accepted"] += 1
        self._wakeups.moved(session.id, session.version)
        return Appended(row)

    async def _overtaken(
        self, session: Session, asked: MoveRequest, key: bytes | None, conflict: AppendConflict
    ) -> Answer | None:
        """The answer to a move whose event the log did not take; None where it is judged again."""
        match conflict:
            case AppendConflict.REQUEST_ANSWERED:
                return NotAppended.REQUEST_RUNNING
            case AppendConflict.VERSION_TAKEN:
                session.contend()
                await asyncio.sleep(random.uniform(0, PAUSE_SECONDS))  # noqa: S311, no secret
                return await self._original(session, asked, key)
            case AppendConflict.KEY_USED:
                return await self._original(session, asked, key)
            case AppendConflict.NOT_FOLLOWING:
                return None

    async def _judged(
        self, session: Session, head: Head, asked: MoveRequest, dice: Callable[[], Dice]
    ) -> Judged | Refused:
        """The judgement at the state in memory; a rewind is given the play that it goes to."""
        known: dict[int, PastPlay] = {}
        past = KnownPast(known)
        await in_step()
        ruleset, now = session.codec.ruleset, self._store.now()
        while True:
            try:
                with tracing.span("judge", move=type_of(asked.move)):
                    return charged(lambda: judged_at(ruleset, head, asked, now, dice(), past))
            except PastNeededError as needed:
                known[needed.version] = await self._sessions.past_play(session, needed.version)

    async def _remade(
        self, session: Session, judged: Judged, left_out: Rewound
    ) -> tuple[list[Remade], tuple[Divergence, ...]]:
        """After a move was left out, the later moves of its line: made again, or why they are not."""
        line = await self._sessions.line(session, left_out.to + 1)
        made: list[Remade] = []
        missed: list[Divergence] = []
        steps = remake(session.codec.ruleset, judged.after, line, left_out, judged.at)
        while step := charged(lambda: next(steps, None)):
            if isinstance(step, Remade):
                made.append(step)
            else:
                missed.append(step)
            await asyncio.sleep(0)
        return made, tuple(missed)

    async def _refused(
        self, session: Session, asked: MoveRequest, key: bytes | None, judged: Refused
    ) -> Answer | None:
        """A refusal counts only at the head of the log, and only for a move not made before."""
        original = await self._original(session, asked, key)
        if original:
            return original
        if not await self._is_at_head(session):
            return None
        # A move that the server made too early is no player's refused move.
        if not isinstance(asked.mover, Unseated):
            await self._keep(session, asked, judged)
        return judged

    async def _is_at_head(self, session: Session) -> bool:
        """Whether the log ends with the event that memory ends with."""
        rows = await self._store.read(session.id, session.version - 1, 2)
        return len(rows) == 1 and damage.is_head(rows, session)

    async def _keep(self, session: Session, asked: MoveRequest, judged: Refused) -> None:
        """Record a refusal, although it is no event."""
        self.verdicts[session.codec.ruleset.name, "refused"] += 1
        move, ruling = msgspec.json.encode(asked.kept or asked.move), msgspec.json.encode(judged)
        if by := await self._keys.asker(session, asked, judged):
            await self._refusals.keep(
                session.id, session.version, type_of(asked.move), by, move, ruling
            )

    async def _unexpected(
        self, session: Session, asked: MoveRequest, key: bytes | None
    ) -> Answer | None:
        """The move was made for another version than the head, unless it is already in the log."""
        if original := await self._original(session, asked, key):
            return original
        # Where the log has gone back, its head is another.
        has_head = await damage.has_head(self._store, session)
        return await self._stale(session, asked) if has_head else None

    async def _stale(self, session: Session, asked: MoveRequest) -> Stale | None:
        """The answer to a move for another version; None where the log has that version by now."""
        expected = asked.expected[0].version
        if expected > session.version and await self._store.head(session.id) > session.version:
            return None
        # Only those who may read learn what others have done; and nobody what is no sequel to the
        # event that was named, where the log went back and another one has its version.
        reads_on = "read" in asked.by.scopes and await self._has_named(session, asked)
        since = await self._store.read(session.id, expected, SINCE_EVENTS + 1) if reads_on else ()
        head = max(session.version, since[-1].version if since else 0)
        return Stale(session.id, expected, head, since)

    async def _has_named(self, session: Session, asked: MoveRequest) -> bool:
        """Whether the log has the event that the move was made after, as far as its hash is named."""
        newest = asked.expected[0]
        if not newest.digits:
            return True
        rows = await self._store.at(session.id, [newest.version])
        return any(row.hash.hex().startswith(newest.digits) for row in rows)

    async def _original(
        self, session: Session, asked: MoveRequest, key: bytes | None
    ) -> Answer | None:
        """The answer that a repeated request got the first time."""
        row = None
        if key:
            row = session.answered(key) or await self._store.by_request(session.id, key)
        if row is None:
            return None
        if not is_print_of(row.request_print, asked.print):
            return NotAppended.KEY_REUSED
        if key not in session.acknowledged:
            # The first request may have been told that its outcome is unknown.
            await self._store.confirm()
        self.verdicts[session.codec.ruleset.name, "replayed"] += 1
        return Appended(row, replayed=True)


def _left_out(judged: Judged) -> Rewound | None:
    """The effect by which a move is left out, if a judgement has one."""
    for effect in judged.effects:
        if isinstance(effect, Rewound) and effect.without:
            return effect
    return None


def _dice(session: Session, coming: bytes | None) -> Dice:
    """Return the dice of a session. An import has none: only redactions are added to it."""
    table = session.state.table
    if session.seed is None:
        return RecordedDice(())
    return SeededDice(
        seed=session.seed,
        session=session.name,
        rolled=table.dice_rolled,
        nonces=table.nonces_in_order,
        coming=coming,
    )


def _following(row: Row, remade: Sequence[Remade], newest: int) -> Iterator[tuple[Row, State[Any]]]:
    """The rows of moves that are made again after a row, and the state after each."""
    last = row
    for event, after in remade:
        last = row_of(row.session, event, last.hash, last.version + 1, newest=newest)
        yield last, after


def _head_of(session: Session) -> Head:
    return Head(session.state, session.version, session.hash, session.at)
