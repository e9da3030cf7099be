"""The clock makes the server's own moves when deadlines pass, even if no client is connected.

Each process has one. It reads the table of deadlines, so a restart forgets nothing. The processes
share the work: the others skip a deadline for a short time after one process has taken it. If two
processes make the same move anyway, the log accepts only the first event.
"""

import asyncio
import time
from contextlib import suppress
from datetime import datetime, timedelta
from uuid import UUID

import structlog

from verger.domain.core.clock import TimePasses
from verger.domain.core.mover import Unseated
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused
from verger.domain.judging import silence
from verger.service import tracing
from verger.service.background import Background, cancelled
from verger.service.database.outage import UnavailableError
from verger.service.database.pool import Database
from verger.service.play.answer import Appended
from verger.service.play.damage import LogDamagedError, NewerLogError
from verger.service.play.deadline import Deadline, Deadlines
from verger.service.play.playing import Playing
from verger.service.play.request import MoveRequest
from verger.service.play.sessions import Sessions

LOOK_SECONDS = 1.0
"""The seconds between two reads of the table. Each read takes the deadlines up to the next read. A deadline
that is set later for an earlier time can be handled this late."""
BATCH = 100
"""The maximum number of deadlines that a process holds at a time."""
AT_ONCE = 16
"""The maximum number of sessions whose due moves a process makes at the same time. Their events share commits."""
AGAIN_SECONDS = 30.0
"""The seconds until the next try, if an error prevented a due move."""

_log = structlog.get_logger()


class Clock:
    """Makes the server's own moves when they are due."""

    def __init__(self, database: Database, sessions: Sessions, playing: Playing) -> None:
        self._database, self._deadlines = database, Deadlines(database)
        self._sessions = sessions
        self._playing = playing
        self._running = Background()
        self._taken: dict[asyncio.Task[None], UUID] = {}
        self._room = asyncio.Semaphore(AT_ONCE)
        self._is_blind = False
        """True if the last try could not reach the database."""
        self.failures = 0
        """The number of times that an error of the program prevented a due move."""

    def start(self) -> None:
        """Start reading the table of deadlines."""
        self._running.start(self._run())

    async def stop(self) -> None:
        """Stop. If this interrupts a move, another process or the next start makes the move."""
        await self._running.stop()
        left = list(self._taken.values())
        await cancelled(self._taken)
        if left:
            # If this fails, other processes take these deadlines a little later.
            with suppress(UnavailableError):
                await self._deadlines.give_back(left)

    async def _run(self) -> None:
        while True:
            next_look = time.monotonic() + LOOK_SECONDS
            try:
                await self._look()
                self._is_blind = False
            except UnavailableError as error:
                self._blind(error)
            except Exception:  # noqa: BLE001, after any error, the clock has to go on
                self.failures += 1
                _log.exception("clock_failed")
            if len(self._taken) == BATCH:
                # There may be more deadlines. Look for them when all of these are done.
                await asyncio.wait(self._taken, timeout=LOOK_SECONDS)
            else:
                await asyncio.sleep(next_look - time.monotonic())

    def _blind(self, error: UnavailableError) -> None:
        if not self._is_blind:
            _log.warning("deadlines_not_read", reason=str(error))
        self._is_blind = True

    async def _look(self) -> None:
        """Take the deadlines that are due before the next read, and start a task for each."""
        await self._database.agree()
        horizon = self._in(LOOK_SECONDS)
        for deadline in await self._deadlines.take(horizon, BATCH - len(self._taken)):
            task = asyncio.create_task(self._in_time(deadline))
            self._taken[task] = deadline.session
            task.add_done_callback(self._taken.pop)

    async def _in_time(self, deadline: Deadline) -> None:
        ahead = (deadline.at - self._in(0)).total_seconds()
        # Limit the wait, because it would be too long if the machine's clock was set back since then.
        await asyncio.sleep(min(ahead, LOOK_SECONDS))
        try:
            async with self._room:
                await self._play(deadline)
        except UnavailableError as error:
            self._blind(error)

    async def _play(self, deadline: Deadline) -> None:
        """Make the due move of one session. Its errors do not affect other sessions."""
        try:
            with tracing.span("time_passes", session=str(deadline.session)):
                asked = MoveRequest(deadline.session, Unseated.SERVER, TimePasses())
                answer = await self._playing.move(asked)
            match answer:
                case Appended():
                    return
                case Refused(code=Code.NOTHING_DUE):
                    await self._deadlines.correct(deadline, await self._due(deadline.session))
                case _:
                    await self._failed(deadline, answer)
        except UnavailableError:
            raise
        except NewerLogError:
            # Only a newer release can play this session. Let another process take the deadline at once.
            await self._deadlines.give_back([deadline.session])
        except LogDamagedError:
            # The damage is logged already. Try again later, because somebody may repair the log.
            await self._deadlines.correct(deadline, self._in(AGAIN_SECONDS))
        except Exception as error:  # noqa: BLE001, the error is logged, and the move is tried again later
            await self._failed(deadline, error)

    async def _failed(self, deadline: Deadline, why: object) -> None:
        self.failures += 1
        error = why if isinstance(why, Exception) else None
        session, name = str(deadline.session), type(why).__name__
        _log.error("time_not_passed", session=session, why=name, exc_info=error)
        await self._deadlines.correct(deadline, self._in(AGAIN_SECONDS))

    async def _due(self, session_id: UUID) -> datetime | None:
        with await self._sessions.known(session_id) as session:
            return silence.due(session.state.table)

    def _in(self, seconds: float) -> datetime:
        return self._database.agreement.now() + timedelta(seconds=seconds)
