"""The event store: appending to the log and reading it, on PostgreSQL.

Appends that wait at the same time, also those of different sessions, share one statement and one commit. The
primary key of the table makes sure that each version is written only once. The database also refuses an event
that does not follow the one before it. A refused append always gets its reason.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime
from typing import Any

import asyncpg

from verger.service import tracing
from verger.service.database.kept import KeptConnection
from verger.service.database.outage import Cause, DamagedError, UnavailableError
from verger.service.database.pool import Connection, Database
from verger.service.histogram import SIZES, Histogram
from verger.service.log import lineage
from verger.service.log.form import newest_written
from verger.service.log.insert import (
    AppendConflict,
    EventsRefusedError,
    RequestAnsweredError,
    conflicts,
    insert,
)
from verger.service.log.lineage import Origin
from verger.service.log.reading import Reading
from verger.service.log.row import Row
from verger.service.log.stubs import Stubs

BATCH = 256
"""The maximum number of rows in one statement."""
ROUNDS = 3
"""How often a batch is tried, each time without the refused events, before it is written row by row. Work
without events is also tried as often."""
KEPT_SECONDS = 1.0
"""If there are no appends for these seconds, their connection goes back to the pool."""
WAITING_LIMIT = 10_000
"""The maximum number of appends that wait. Any further append fails because the server is overloaded."""

Work = Callable[[Connection], Awaitable[None]]
"""Work that is done in the transaction of an append."""
_Waiting = tuple[Row, asyncio.Future[AppendConflict | None]]
"""An append that waits, and the future of its result."""


class Store(Reading):
    """The log of every session."""

    def __init__(self, database: Database, hold_back: str = "") -> None:
        super().__init__(database)
        self._hold_back = hold_back
        self.stubs = Stubs(database)
        self._waiting: list[_Waiting] = []
        self._arrived = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._kept = KeptConnection(database)
        self._stopping = False
        self._running: set[asyncio.Task[Any]] = set()
        self._is_unknown = False
        """True after an append with an unknown outcome, until the database confirms commits again."""
        self.batches, self.commits = Histogram(SIZES), Histogram()
        """The number of events of each commit, and the seconds that it took."""
        self.conflicts: Counter[AppendConflict] = Counter()

    def now(self) -> datetime:
        """Return the time for an event that is made now."""
        return self._database.agreement.now()

    def today(self) -> str:
        """Return the day that decides about the format of new events: today, or VERGER_HOLD_BACK if it is earlier."""
        today = self.now().date().isoformat()
        return min(today, self._hold_back or today)

    @property
    def newest_format(self) -> int:
        """Return the newest format for events that are written now."""
        return newest_written(self.today)

    @property
    def waiting(self) -> int:
        """The number of appends that wait for the next commits."""
        return len(self._waiting)

    def start(self) -> None:
        """Start writing the appends that wait."""
        self._writer = asyncio.create_task(self._write())

    async def stop(self) -> None:
        """Write the appends that still wait, then stop."""
        self._stopping = True
        self._arrived.set()
        if self._writer is not None:
            await self._writer
        await self._kept.give_back()
        if self._running:
            await asyncio.wait(self._running)

    def append(
        self,
        rows: Sequence[Row],
        work: Work | None = None,
        origin: Origin | None = None,
        *,
        apart: bool = False,
    ) -> asyncio.Future[AppendConflict | None]:
        """Append events, or none, and do `work` in the same transaction.

        The result is None when everything is durable. If nothing was written, the result is the reason.
        UnavailableError means that the outcome is unknown. If the caller stops waiting, the append continues.

        A single event without work shares its commit with events of other sessions. With `apart`, it gets its own
        commit, so that the others do not wait for it. The first own event of a fork needs the fork's `origin`.
        Work without events is repeated after a deadlock.
        """
        if len(rows) == 1 and work is None and origin is None and not apart:
            return self._append_soon(rows[0])
        task = asyncio.create_task(self._append_with(rows, work, origin))
        self._running.add(task)
        task.add_done_callback(self._ran)
        return asyncio.shield(task)

    def _append_soon(self, row: Row) -> asyncio.Future[AppendConflict | None]:
        outcome = asyncio.get_running_loop().create_future()
        if len(self._waiting) >= WAITING_LIMIT:
            outcome.set_exception(UnavailableError("overloaded", Cause.OVERLOADED))
            return outcome
        self._waiting.append((row, outcome))
        self._arrived.set()
        return outcome

    def _ran(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        _ = task.cancelled() or task.exception()

    async def _require_before(self, row: Row, origin: Origin | None = None) -> None:
        """If the event before this one is unreadable, raise an error that names it."""
        if origin:
            await self.require_readable(origin.parent, origin.version - 1)
        elif row.version > 1:
            await self.require_readable(row.session, row.version - 2)

    async def _append_with(
        self, rows: Sequence[Row], work: Work | None, origin: Origin | None
    ) -> AppendConflict | None:
        for _ in range(ROUNDS):
            began = time.perf_counter()
            try:
                free = self._database.connection(writes=True)
                async with self._writing(free) as connection, connection.transaction():
                    if origin:
                        await lineage.keep(connection, rows[0], origin)
                    if rows:
                        await insert(connection, rows)
                    if work:
                        await work(connection)
            except EventsRefusedError as refused:
                return self._counted(await self._why(refused))
            except DamagedError:
                if rows:
                    await self._require_before(rows[0], origin)
                raise
            except asyncpg.DeadlockDetectedError:
                if rows:
                    return self._counted(AppendConflict.VERSION_TAKEN)
                # Nothing was written. No move has to be judged again, so repeat the work.
                continue
            except RequestAnsweredError:
                return self._counted(AppendConflict.REQUEST_ANSWERED)
            if rows:
                self._committed(len(rows), began)
            return None
        raise UnavailableError("deadlock", Cause.OVERLOADED)

    @asynccontextmanager
    async def _writing(
        self, use: AbstractAsyncContextManager[Connection]
    ) -> AsyncIterator[Connection]:
        """Use a connection to append.

        After an unknown outcome, first wait until the database confirms commits again.
        """
        if self._is_unknown:
            # Without this, each append would open a transaction and wait for the same standbys.
            await self._database.confirm()
            self._is_unknown = False
        try:
            async with use as connection:
                yield connection
        except DamagedError:
            raise  # nothing was written
        except UnavailableError:
            self._is_unknown = True
            raise

    async def confirm(self) -> None:
        """Return when everything that was read until now is as durable as an acknowledged append."""
        await self._database.confirm()

    def _counted(self, conflict: AppendConflict) -> AppendConflict:
        self.conflicts[conflict] += 1
        return conflict

    async def _why(self, refused: EventsRefusedError) -> AppendConflict:
        """Return why a group of events was refused: the reason of the first refused event."""
        return next(
            (why for why in await conflicts(self._database, refused.rows) if why), refused.assumed
        )

    async def _write(self) -> None:
        while self._waiting or not self._stopping:
            await self._wait()
            # Wait for one turn of the event loop, so that requests that are ready now join the batch.
            await asyncio.sleep(0)
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            if not self._waiting and not self._stopping:
                self._arrived.clear()
            if batch:
                # All processes use this order. If not, two processes could wait for each other's sessions.
                batch.sort(key=_place)
                await self._append_all(batch)

    async def _wait(self) -> None:
        """Wait for appends. If none come for a while, release the connection."""
        if self._kept.is_kept and not self._arrived.is_set():
            try:
                async with asyncio.timeout(KEPT_SECONDS):
                    await self._arrived.wait()
            except TimeoutError:
                await self._kept.give_back()
        await self._arrived.wait()

    def _committed(self, rows: int, began: float) -> None:
        self.batches.observe(rows)
        self.commits.observe(time.perf_counter() - began)

    async def _append_all(self, batch: list[_Waiting]) -> None:
        """Append a batch in one statement. If events are refused, settle these and append the rest again."""
        for _ in range(ROUNDS):
            refused = await self._append_once(batch)
            if refused is None:
                return
            batch = await self._left(batch, refused)
            if not batch:
                return
        await self._one_by_one(batch)

    async def _one_by_one(self, batch: list[_Waiting]) -> None:
        for entry in batch:
            if refused := await self._append_once([entry]):
                await self._left([entry], refused)

    async def _append_once(self, batch: list[_Waiting]) -> EventsRefusedError | None:
        """Append a batch in one statement, or return the reason why none of it was written."""
        began = time.perf_counter()
        try:
            with tracing.span("commit", events=len(batch)):
                async with self._writing(self._kept.use()) as connection:
                    await insert(connection, [row for row, _ in batch])
        except EventsRefusedError as refused:
            return refused
        except DamagedError as error:
            if len(batch) == 1:
                _settle(batch, await self._named(batch[0], error))
            else:
                await self._one_by_one(batch)
        except Exception as error:  # noqa: BLE001, all waiting callers must receive any error
            _settle(batch, error)
        else:
            self._committed(len(batch), began)
            _settle(batch, None)
        return None

    async def _named(self, waiting: _Waiting, error: DamagedError) -> Exception:
        """Return an error that names the event before this one if that is unreadable. If not, return `error`."""
        try:
            await self._require_before(waiting[0])
        except Exception as named:  # noqa: BLE001, as above
            return named
        return error

    async def _left(self, batch: list[_Waiting], refused: EventsRefusedError) -> list[_Waiting]:
        """Give each refused append of a batch its reason. Return the other appends, to try them again."""
        try:
            found = await conflicts(self._database, refused.rows)
        except Exception as error:  # noqa: BLE001, as above
            _settle(batch, error)
            return []
        if len(batch) == 1:
            found = [found[0] or refused.assumed]
        for entry, why in zip(batch, found, strict=True):
            if why:
                _settle([entry], self._counted(why))
        return [entry for entry, why in zip(batch, found, strict=True) if not why]


def _place(waiting: _Waiting) -> tuple[int, int]:
    row, _ = waiting
    return row.session.int, row.version


def _settle(batch: list[_Waiting], outcome: AppendConflict | Exception | None) -> None:
    for _, future in batch:
        if future.done():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
