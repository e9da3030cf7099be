"""The sessions in memory: the newest state of each, and the checks that it is still the newest.

Another process may have appended an event. An append notices this, because its version is taken. A read
asks the log again after a wake-up, or if the last check is older than FRESH_SECONDS. The log is read from
the newest event in memory on. If it does not have this event any more, the database went back, and the
session is read again.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from uuid import UUID

from verger.domain.core.decider import State
from verger.service import tracing
from verger.service.database.outage import DamagedError, UnavailableError
from verger.service.log.snapshot import EVERY, Snapshots, StateAt
from verger.service.log.snapshot_writer import SnapshotWriter
from verger.service.log.store import Store
from verger.service.play.damage import LogDamagedError, UnreadableLogError, is_head, require_whole
from verger.service.play.history import History
from verger.service.play.loading import Loader, Log
from verger.service.play.losses import Loss, Losses
from verger.service.play.session import (
    FRESH_SECONDS,
    SPACED,
    EndedSessionError,
    Session,
    UnknownSessionError,
)
from verger.service.problem.problem import ProblemError
from verger.service.work import measured, spent


class Sessions:
    """The sessions in memory. If there are too many, the least recently used one leaves."""

    def __init__(self, store: Store, snapshots: Snapshots, losses: Losses, limit: int) -> None:
        self._store, self._losses = store, losses
        self._writer = SnapshotWriter(snapshots)
        self.history = History(store, snapshots)
        self._loader = Loader(store, self.history, losses)
        self._limit = limit
        self._hot: OrderedDict[UUID, Session] = OrderedDict()
        self._loading: dict[UUID, asyncio.Task[Session]] = {}
        self._comparing: asyncio.Task[None] | None = None
        self.reseated: Callable[[], None] = lambda: None
        """Called if tokens may have lost seats: because seats changed, or the session was ended."""
        self.changed: Callable[[], None] = lambda: None
        """Called when a session has entered or left memory."""
        self.loads = self._loader.seconds
        self.evicted = self.catch_ups = 0
        """How many sessions left memory to make room, and how often events of other processes were loaded."""

    def __len__(self) -> int:
        return len(self._hot)

    def __iter__(self) -> Iterator[UUID]:
        return iter(self._hot)

    def in_memory(self, id: UUID) -> Session | None:
        """Return a session that is in memory and not damaged. None if it has to be loaded, or is damaged."""
        session = self._hot.get(id)
        if session is None or session.damaged:
            return None
        self._hot.move_to_end(id)
        return session

    async def known(self, id: UUID) -> Session:
        """Return a session at the version that this process knows. If it is old, an append will notice that."""
        session = self._hot.get(id)
        if session is None:
            session = await self._load(id)
        else:
            self._hot.move_to_end(session.id)
        if session.damaged:
            with session:
                await self.freshen(session)
        return session

    async def fresh(self, id: UUID) -> Session:
        """Return a session at its newest version. If a wake-up was lost, it can be FRESH_SECONDS behind."""
        session = await self.readable(id)
        require_whole(session)
        return session

    async def readable(self, id: UUID) -> Session:
        """Return a session like `fresh`. If its log is damaged, return it at the last version before the damage."""
        # Hold the session meantime, so that it is not evicted before the caller holds it.
        with await self.known(id) as session:
            await self.freshen(session)
        return session

    async def ready(self, session: Session) -> None:
        """Load the events of other processes if there probably are some. A later append proves that none is missing.

        The caller holds the session's lock. Raises LogDamagedError if the log is damaged.
        """
        if session.is_behind:
            await self.catch_up(session)
        require_whole(session)

    async def is_at_head(self, session: Session) -> bool:
        """Return whether the newest event in memory is the newest one of the log."""
        rows = await self._store.read(session.id, session.version - 1, 2)
        return len(rows) == 1 and is_head(rows, session)

    async def freshen(self, session: Session) -> None:
        """Load newer events from the log, unless this was done a moment ago."""
        # All callers share one read, and a second one if a newer version was reported meantime.
        for _ in range(2):
            if session.is_fresh:
                return
            if session.looking is None:
                session.looking = asyncio.create_task(self._look(session))
            await asyncio.shield(session.looking)

    async def _look(self, session: Session) -> None:
        try:
            async with session.lock:
                if not session.is_fresh:
                    await self.catch_up(session)
        finally:
            session.looking = None

    async def catch_up(self, session: Session) -> None:
        """Load the events of other processes. The caller holds the lock of the session."""
        seats, version = session.state.table.seats, session.version
        if session.damaged:
            await self.reload(session)
        else:
            await self._follow(session)
        if session.version > version:
            self.catch_ups += 1
            session.share()
        if session.state.table.seats is not seats:
            self.reseated()

    async def _follow(self, session: Session) -> None:
        try:
            log = await self._loader.follow(session)
        except LogDamagedError:
            log = Log.REWRITTEN  # the newest event in memory is unreadable now
        match log:
            case Log.FOLLOWED:
                return
            case Log.REWRITTEN:
                await self.reload(session)
            case Log.WENT_BACK:
                await self._go_back(session)

    async def reload(self, session: Session) -> None:
        """Read a session again, because its log changed. The caller holds the lock of the session."""
        said = session.said
        session.replace(await self._read(session.id))
        session.disprove(said)
        session.confirm()

    async def _go_back(self, session: Session) -> None:
        """Drop the events that the log has lost, and record the loss. The caller holds the lock of the session."""
        loss = Loss(session.id, session.version, session.hash, 0)
        hashes = session.hashes
        try:
            await self.reload(session)
        except (UnknownSessionError, UnreadableLogError) as error:
            session.branch = object()
            session.doubt()
            # Every reader of the session gets here. Only the first one records the loss.
            if self._hot.get(session.id) is session:
                del self._hot[session.id]
                self.changed()
                if not isinstance(error, EndedSessionError):
                    await self._losses.record(loss, 0)
            raise
        session.branch = object()
        if self._hot.get(session.id) is session:
            kept = await self._kept(session, hashes, loss.version)
            await self._losses.record(loss._replace(kept=kept), session.version)

    async def _kept(self, session: Session, hashes: Mapping[int, bytes], had: int) -> int:
        """Return the newest version whose hash is the same in the log as it was in memory (`hashes`)."""
        now = await self._store.at(session.id, list(hashes))
        same = [row.version for row in now if row.hash == hashes[row.version]]
        return max(same, default=min(session.version, had - len(hashes) - 1))

    def heard(self, id: UUID, version: int) -> None:
        """Take a wake-up of another process: the session has reached this version."""
        if session := self._hot.get(id):
            session.heard(version)

    def doubt(self, id: UUID | None = None) -> None:
        """Have the log of a session, or all logs, read again, because wake-ups may be lost."""
        for session in self._hot.values() if id is None else filter(None, [self._hot.get(id)]):
            session.doubt()

    def suspect_all(self) -> None:
        """Compare every session in memory with its log, because the database may have gone back."""
        self.doubt()
        if self._comparing is not None:
            self._comparing.cancel()
        self._comparing = asyncio.create_task(self._compare())

    async def stop(self) -> None:
        """Stop comparing, and store snapshots of the newest states, the last used sessions first, while there is time."""
        if self._comparing is not None:
            self._comparing.cancel()
        await self._writer.stop(
            left for session in reversed(self._hot.values()) if (left := session.left)
        )

    async def _compare(self) -> None:
        for session in list(self._hot.values()):
            while self._hot.get(session.id) is session:
                try:
                    await self.freshen(session)
                except (DamagedError, ProblemError):
                    break  # it is gone or damaged, which is already logged
                except UnavailableError:
                    await asyncio.sleep(FRESH_SECONDS)
                else:
                    break

    async def reached(self, id: UUID, version: int) -> None:
        """If a session is in memory, load it up to a version that this process has appended in another way."""
        self.heard(id, version)
        if session := self._hot.get(id):
            with session:
                await self.freshen(session)

    def appended(self, session: Session, since: int, before: State[Any]) -> None:
        """Note that this process has appended events to a session. `since` and `before` are its earlier version and state."""
        now = session.state
        if now.table.seats is not before.table.seats:
            self.reseated()
        is_rewind = len(now.table.timeline.rewinds) > len(before.table.timeline.rewinds)
        # Also store one after a rewind, so that later folds need not load the earlier play. Skip it if the last
        # snapshot is near.
        is_spaced = session.version - session.kept >= SPACED
        if session.version // EVERY > since // EVERY or (is_rewind and is_spaced):
            session.kept = session.version
            self._writer.put(StateAt(session.id, session.version, session.hash, now))

    async def _load(self, id: UUID) -> Session:
        """Load a session. Callers that ask for it at the same time share one load."""
        if (task := self._loading.get(id)) is None:
            reading = measured(self._read(id))
            self._loading[id] = task = asyncio.create_task(reading)
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        began = time.perf_counter()
        with tracing.span("load", session=str(id)):
            session = self._hot.setdefault(id, await asyncio.shield(task))
        spent("load", began)
        self._evict()
        self.changed()
        return session

    async def _read(self, id: UUID) -> Session:
        try:
            return await self._loader.read(id)
        except EndedSessionError:
            self.reseated()
            raise

    def _evict(self) -> None:
        surplus = len(self._hot) - self._limit
        if surplus <= 0:
            return
        # The newest session has no user yet, but its caller is about to use it.
        idle = [id for id, session in list(self._hot.items())[:-1] if session.is_idle][:surplus]
        for id in idle:
            if left := self._hot.pop(id).left:
                self._writer.put(left)
        self.evicted += len(idle)
