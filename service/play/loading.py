"""Loading: read a session into memory, and follow its log.

Every event must follow the one before it. The session in memory ends before the first event that does
not, or that cannot be read. To follow a log, read from the newest event in memory on. If the log does
not have this event any more, the database went back.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from enum import Enum, auto
from uuid import UUID

import msgspec

from verger.domain.core.past import PastPlay
from verger.domain.core.since import NewerError
from verger.service.database.outage import DamagedError, UnavailableError
from verger.service.histogram import Histogram
from verger.service.log.codec import codec_of
from verger.service.log.lineage import ENDLESS
from verger.service.log.rewriting import rewrites
from verger.service.log.row import Row, is_next
from verger.service.log.sealed import seed_of
from verger.service.log.store import Store
from verger.service.play.damage import (
    LogDamagedError,
    NewerLogError,
    is_head,
    require,
    told,
)
from verger.service.play.history import PAGE, History
from verger.service.play.losses import Losses
from verger.service.play.session import EndedSessionError, Session, UnknownSessionError

ATTEMPTS = 5
"""How often a log is read again if it changes each time while it is read."""


class Log(Enum):
    """The result of following a log."""

    FOLLOWED = auto()
    """Memory now has the newest event of the log, or the last event before damage."""
    REWRITTEN = auto()
    """A redaction has changed events that are in memory."""
    WENT_BACK = auto()
    """The log does not have the newest event in memory any more."""


class Loader:
    """Reads sessions from their logs."""

    def __init__(self, store: Store, history: History, losses: Losses) -> None:
        self._store, self._history, self._losses = store, history, losses
        self.seconds = Histogram()
        """The seconds that it took to read a session into memory."""

    async def read(self, id: UUID) -> Session:
        """Read a session into memory.

        Raises UnknownSessionError if there is none, and LogDamagedError if its first event is damaged.
        """
        try:
            for _ in range(ATTEMPTS):
                if session := await self._read(id):
                    return session
        except DamagedError:
            await self._store.require_whole(id)
            raise
        raise UnavailableError("the log changed again and again while it was read")

    async def _read(self, id: UUID) -> Session | None:
        """Read a session into memory. None if its log was redacted or went back during the read."""
        since = time.perf_counter()
        self._store.forget(id)
        rewritten = await self._store.rewritten(id)
        damaged = await self._losses.broken(await self._store.lineage(id)) or ENDLESS
        snapshot = await self._history.snapshot(id, damaged - 1)
        limit = 1 if snapshot else PAGE + 1
        first, damaged = await _up_to_damage(self._first, id, limit, damaged)
        session = _empty(id, first)
        session.rewritten = rewritten
        if snapshot:
            session.begin_at(snapshot)
            epoch = snapshot.state.table.dice_epoch
            rows = first if epoch == 1 else await self._store.read(id, epoch - 1, 1)
            await require(self._store, session, epoch - 1, [row.version for row in rows])
            session.seed = seed_of(rows[0].sealed)
        if await self.follow(session, damaged, None if snapshot else first) is not Log.FOLLOWED:
            return None
        if not session.version:
            await self._first(id, 1)  # the session may have been ended since the first read
            raise LogDamagedError(id, 1)
        self.seconds.observe(time.perf_counter() - since)
        return session

    async def _first(self, id: UUID, limit: int) -> list[Row]:
        """Return a session's first events. Raises UnknownSessionError if there is none."""
        first = await self._store.read(id, 0, limit)
        if not first:
            if stub := await self._store.stubs.of(id):
                raise EndedSessionError(stub)
            raise UnknownSessionError(id)
        return first

    async def follow(
        self, session: Session, damaged: int = ENDLESS, read: Sequence[Row] | None = None
    ) -> Log:
        """Load the events that memory does not have yet, up to the first damaged one.

        `damaged` is a version that is already known to be damaged. `read` is the first page, if it was read.
        """
        known: dict[int, PastPlay] = {}
        is_more = True
        while is_more and not session.damaged:
            said = session.said
            # Also read the newest event in memory again, because the log may have lost it.
            rows, damaged = (read, damaged) if read else await self._tail(session, damaged)
            read = None
            if session.version and not is_head(rows, session):
                return Log.WENT_BACK
            rows = rows[1:] if session.version else rows
            if any(rewrites(row) and row.version > session.rewritten for row in rows):
                return Log.REWRITTEN
            await self._advance(session, rows, damaged, known)
            session.disprove(said)
            is_more = len(rows) >= PAGE
            await asyncio.sleep(0)
        if session.version + 1 >= damaged and not session.damaged:
            session.damaged = told(session.id, session.version + 1)
        session.confirm()
        return Log.FOLLOWED

    async def _tail(self, session: Session, damaged: int) -> tuple[list[Row], int]:
        """Read the newest event in memory again, and up to a page of later events.

        `damaged` is the first version that is known to be damaged, or ENDLESS. If a further event cannot
        be read, the events end before it, and its version is returned instead of `damaged`. Raises
        LogDamagedError if the newest event in memory cannot be read.
        """
        before_newest = max(0, session.version - 1)
        try:
            return await self._store.read(session.id, before_newest, PAGE + 1), damaged
        except LogDamagedError as error:
            if error.version <= session.version:
                raise
            readable = error.version - 1 - before_newest
            rows = await self._store.read(session.id, before_newest, readable)
            return rows, error.version

    async def _advance(
        self, session: Session, rows: Sequence[Row], damaged: int, known: dict[int, PastPlay]
    ) -> None:
        """Fold events into memory, up to the first that does not follow the one before or cannot be read."""
        for row in rows:
            if row.version >= damaged or not is_next(row, session.version + 1, session.hash):
                session.damaged = told(session.id, session.version + 1)
                return
            try:
                session.advance(row, await self._history.after(session, session.state, row, known))
            except LogDamagedError as error:
                session.damaged = error.version
                return


def _empty(id: UUID, first: Sequence[Row]) -> Session:
    """Return a session without events. Its first event names the ruleset."""
    if first[0].version != 1:
        raise LogDamagedError(id, 1)
    try:
        return Session(id, codec_of(first[0]))
    except msgspec.MsgspecError:
        raise LogDamagedError(id, 1) from None
    except NewerError:
        # This program is older than the game, its version or the format.
        raise NewerLogError(id) from None


async def _up_to_damage(
    read: Callable[[UUID, int], Awaitable[list[Row]]], session: UUID, limit: int, damaged: int
) -> tuple[list[Row], int]:
    """Return a session's first readable events, and the first version that is known to be damaged."""
    try:
        return await read(session, limit), damaged
    except LogDamagedError as error:
        if error.version == 1:
            raise
        return await read(session, error.version - 1), min(damaged, error.version)
