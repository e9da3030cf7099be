"""Sessions in memory: the state at the head of a session's log, kept in memory and never trusted blindly.

Another process may have written since. An append finds out by its version; a read asks the log
again when a wake-up said so or when the last confirmation is older than FRESH_SECONDS. Asking
begins with the event that memory ends with: where the log has it no longer, the database went
back, and the session is read anew.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from verger.domain.core.decider import Event, State
from verger.domain.core.past import KnownPast, PastNeededError, PastPlay
from verger.domain.core.timeline import spans
from verger.domain.history.rewind import OWN_LIMIT
from verger.domain.judging.rejudge import mover
from verger.service import tracing
from verger.service.database.outage import DamagedError, UnavailableError
from verger.service.histogram import Histogram
from verger.service.log.lineage import ENDLESS
from verger.service.log.reading import EventText
from verger.service.log.rewriting import rewrites
from verger.service.log.row import Row, is_next
from verger.service.log.sealed import seed_of
from verger.service.log.snapshot import EVERY, Snapshot, Snapshots, StateAt
from verger.service.log.snapshot_writer import SnapshotWriter
from verger.service.log.store import Store
from verger.service.play.damage import (
    LogDamagedError,
    UnreadableLogError,
    begun,
    event_of,
    is_head,
    named,
    require,
    require_whole,
    tail,
    texts,
    told,
    understood,
    up_to_damage,
)
from verger.service.play.losses import Loss, Losses
from verger.service.play.session import (
    FRESH_SECONDS,
    SPACED,
    EndedSessionError,
    Session,
    UnknownSessionError,
)
from verger.service.problem.problem import ProblemError
from verger.service.work import measured

PAGE = 500
"""Events read and folded before other requests get a turn."""


class Sessions:
    """The sessions in memory, the least recently used going first."""

    def __init__(self, store: Store, snapshots: Snapshots, losses: Losses, limit: int) -> None:
        self._store = store
        self._snapshots, self._writer = snapshots, SnapshotWriter(snapshots)
        self._losses = losses
        self._limit = limit
        self._hot: OrderedDict[UUID, Session] = OrderedDict()
        self._loading: dict[UUID, asyncio.Task[Session]] = {}
        self._comparing: asyncio.Task[None] | None = None
        self.reseated: Callable[[], None] = lambda: None
        """Called where tokens may have lost seats: others sit there now, or the session was ended."""
        self.changed: Callable[[], None] = lambda: None
        """Called when another session is in memory, or one is no longer."""
        self.loads = Histogram()
        """How many seconds it took to read a session into memory."""
        self.evicted = self.catch_ups = 0
        """How many left to make room, and how often one lagged behind another process's moves."""
        self.snapshots = {"used": 0, "none": 0}
        """How often a load had a snapshot to begin from."""

    def __len__(self) -> int:
        return len(self._hot)

    def __iter__(self) -> Iterator[UUID]:
        return iter(self._hot)

    async def known(self, id: UUID) -> Session:
        """A session at whatever version this process knows; an append tells if that is old."""
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
        """A session at the head of its log, give or take FRESH_SECONDS without a wake-up."""
        session = await self.readable(id)
        require_whole(session)
        return session

    async def readable(self, id: UUID) -> Session:
        """The same, or where its log is damaged, at the last version before that."""
        # Held meanwhile, so that it is not evicted before its user has it.
        with await self.known(id) as session:
            await self.freshen(session)
        return session

    async def freshen(self, session: Session) -> None:
        """See whether the log has more, unless that was seen a moment ago."""
        # A thousand followers look once, and once more if what they have heard of is newer than that.
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
        """Load what others have appended; the caller holds the session's lock."""
        seats, version = session.state.table.seats, session.version
        if session.damaged:
            await self._reload(session)
        else:
            try:
                await self._follow(session, ENDLESS)
            except LogDamagedError:
                # The newest event in memory is unreadable now.
                await self._reload(session)
        if session.version > version:
            self.catch_ups += 1
            session.share()
        if session.state.table.seats is not seats:
            self.reseated()

    async def _follow(
        self, session: Session, damaged: int, read: Sequence[Row] | None = None
    ) -> None:
        """Load the events after those in memory, up to one that is known to be damaged.

        The first page of them may have been `read` already.
        """
        known: dict[int, PastPlay] = {}
        is_more = True
        while is_more and not session.damaged:
            said = session.said
            # With the newest event in memory, which the log may have lost.
            rows, damaged = (
                (read, damaged) if read else await tail(self._store, session, damaged, PAGE)
            )
            read = None
            if session.version and not is_head(rows, session):
                await self._go_back(session)
                return
            rows = rows[1:] if session.version else rows
            if any(rewrites(row) and row.version > session.rewritten for row in rows):
                await self._reload(session)
                return
            await self._advance(session, rows, damaged, known)
            session.disprove(said)
            is_more = len(rows) >= PAGE
            await asyncio.sleep(0)
        if session.version + 1 >= damaged and not session.damaged:
            session.damaged = told(session.id, session.version + 1)
        session.confirm()

    async def _advance(
        self, session: Session, rows: Sequence[Row], damaged: int, known: dict[int, PastPlay]
    ) -> None:
        """Fold events in, up to the first that does not follow or cannot be read."""
        for row in rows:
            if row.version >= damaged or not is_next(row, session.version + 1, session.hash):
                session.damaged = told(session.id, session.version + 1)
                return
            try:
                session.advance(row, await self._after(session, session.state, row, known))
            except LogDamagedError as error:
                session.damaged = error.version
                return

    async def _reload(self, session: Session) -> None:
        """Read a session anew whose log is another; the caller holds the session's lock."""
        said = session.said
        session.replace(await self._read(session.id))
        session.disprove(said)
        session.confirm()

    async def _go_back(self, session: Session) -> None:
        """Forget what the log has lost; the caller holds the session's lock."""
        loss = Loss(session.id, session.version, session.hash, 0)
        hashes = session.hashes
        try:
            await self._reload(session)
        except (UnknownSessionError, UnreadableLogError) as error:
            session.branch = object()
            session.doubt()
            # Who follows it finds out, too; the first tells.
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
        """The newest version that the log has as it was in memory, as far as memory goes."""
        now = await self._store.at(session.id, list(hashes))
        same = [row.version for row in now if row.hash == hashes[row.version]]
        return max(same, default=min(session.version, had - len(hashes) - 1))

    def heard(self, id: UUID, version: int) -> None:
        """Take another process's wake-up."""
        if session := self._hot.get(id):
            session.heard(version)

    def doubt(self, id: UUID | None = None) -> None:
        """Wake-ups of a session, or of all, may have got lost: who follows looks at its log at once."""
        for session in self._hot.values() if id is None else filter(None, [self._hot.get(id)]):
            session.doubt()

    def suspect_all(self) -> None:
        """The database may have gone back: compare every session in memory with its log."""
        self.doubt()
        if self._comparing is not None:
            self._comparing.cancel()
        self._comparing = asyncio.create_task(self._compare())

    async def stop(self) -> None:
        """Stop comparing, and leave snapshots of the heads: those used last, as far as there is time."""
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
                    break  # it is gone or damaged, which has been said
                except UnavailableError:
                    await asyncio.sleep(FRESH_SECONDS)
                else:
                    break

    async def reached(self, id: UUID, version: int) -> None:
        """Bring the session in memory to a version that this process has appended."""
        self.heard(id, version)
        if session := self._hot.get(id):
            with session:
                await self.freshen(session)

    async def appended(self, session: Session, appended: Sequence[tuple[Row, State[Any]]]) -> None:
        """Take the events that this process appended in the session's lock, and their states."""
        if any(rewrites(row) for row, _ in appended):
            await self._reload(session)
            return
        for row, state in appended:
            self._take(session, row, state)

    def _take(self, session: Session, row: Row, state: State[Any]) -> None:
        is_rewind = len(state.table.timeline.rewinds) > len(session.state.table.timeline.rewinds)
        if state.table.seats is not session.state.table.seats:
            self.reseated()
        session.advance(row, state)
        if row.request_key:
            session.acknowledged.add(row.request_key, row.version)
        session.confirm()
        # One at a rewind saves later folds from loading the play gone back to; not at each of many.
        if row.version % EVERY == 0 or (is_rewind and row.version - session.kept >= SPACED):
            session.kept = row.version
            self._writer.put(StateAt(row.session, row.version, row.hash, state))

    async def _load(self, id: UUID) -> Session:
        """Load a session once, however many ask for it at the same time."""
        if (task := self._loading.get(id)) is None:
            reading = measured(named(self._store, id, self._read(id)))
            self._loading[id] = task = asyncio.create_task(reading)
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        with tracing.span("load", session=str(id)):
            session = self._hot.setdefault(id, await asyncio.shield(task))
        self._evict()
        self.changed()
        return session

    async def _read(self, id: UUID) -> Session:
        since = time.perf_counter()
        self._store.forget(id)
        rewritten = await self._store.rewritten(id)
        damaged = await self._losses.broken(await self._store.lineage(id)) or ENDLESS
        snapshot = await self._snapshot(id, damaged - 1)
        first, damaged = await up_to_damage(self._first, id, 1 if snapshot else PAGE + 1, damaged)
        session = begun(id, first)
        session.rewritten = rewritten
        if snapshot:
            session.state, session.version, session.kept = (
                snapshot.state,
                snapshot.version,
                snapshot.version,
            )
            session.hash, session.at, session.trail = snapshot.hash, snapshot.at, snapshot.trail
            epoch = snapshot.state.table.dice_epoch
            began = first if epoch == 1 else await self._store.read(id, epoch - 1, 1)
            await require(self._store, session, epoch - 1, [row.version for row in began])
            session.seed = seed_of(began[0].sealed)
        await self._follow(session, damaged, None if snapshot else first)
        if not session.version:
            await self._first(id, 1)  # it may have been ended meanwhile
            raise LogDamagedError(id, 1)
        self.loads.observe(time.perf_counter() - since)
        return session

    async def _first(self, id: UUID, limit: int) -> list[Row]:
        """A session's first events; raises UnknownSessionError where there is none."""
        first = await self._store.read(id, 0, limit)
        if not first:
            if stub := await self._store.stubs.of(id):
                self.reseated()
                raise EndedSessionError(stub)
            raise UnknownSessionError(id)
        return first

    async def state_at(self, session: Session, version: int) -> State[Any]:
        """The state after an event: from the nearest snapshot and the events since."""
        return (
            session.state
            if version == session.version
            else await self._folded(session, version, {})
        )

    async def line(self, session: Session, first: int) -> list[tuple[int, Event[Any, Any]]]:
        """The events from a version on that led to the play at the head, with their versions."""
        found: list[tuple[int, Event[Any, Any]]] = []
        for start, last in spans(session.state.table.timeline, session.version):
            after = max(start, first) - 1
            if after < last:
                rows = await self._store.read(session.id, after, last - after)
                await require(self._store, session, after, [row.version for row in rows])
                found += [(row.version, event_of(session, row)) for row in rows]
        return found

    async def past_play(self, session: Session, version: int) -> PastPlay:
        """The past play that a rewind to an earlier version needs."""
        state = await self.state_at(session, version)
        since: list[Row] = []
        if session.version - version <= OWN_LIMIT:
            since = await self._store.read(session.id, version, OWN_LIMIT)
        movers = {mover(event_of(session, row)) for row in since}
        return PastPlay(state.play, movers.pop() if len(movers) == 1 else None)

    async def _after(
        self,
        session: Session,
        state: State[Any],
        event: Row | EventText,
        known: dict[int, PastPlay],
    ) -> State[Any]:
        """The state after this event; `known` collects the plays on the way."""
        version = event.version
        said = (session.id, version, session.codec.fold, state, event, KnownPast(known))
        try:
            after = understood(*said)
        except PastNeededError as needed:
            earlier = await self._folded(session, needed.version, known)
            known[needed.version] = PastPlay(earlier.play)
            after = understood(*said)
        known[version] = PastPlay(after.play)
        known.pop(version - PAGE, None)
        return after

    async def _folded(
        self, session: Session, version: int, known: dict[int, PastPlay]
    ) -> State[Any]:
        past = session.past
        start = past.near(version) or await self._snapshot(session.id, version)
        at, state = (start.version, start.state) if start else (0, session.codec.ruleset.empty)
        while at < version:
            for event in await texts(self._store, session, at, min(PAGE, version - at)):
                state = await self._after(session, state, event, known)
                past.keep(at := event.version, state)
        return state

    async def _snapshot(self, id: UUID, until: int) -> Snapshot | None:
        """The newest usable snapshot up to a version; a fork's may be one of its parent's."""
        parts = (await self._store.lineage(id)).overlapping(0, until)
        found = await self._snapshots.of(parts)
        self.snapshots["used" if found else "none"] += 1
        return found

    def _evict(self) -> None:
        surplus = len(self._hot) - self._limit
        if surplus <= 0:
            return
        # The newest is not in use yet.
        idle = [id for id, session in list(self._hot.items())[:-1] if session.is_idle][:surplus]
        for id in idle:
            if left := self._hot.pop(id).left:
                self._writer.put(left)
        self.evicted += len(idle)
