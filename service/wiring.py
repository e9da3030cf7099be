"""Build the parts of the core. `annexes/wiring.py` adds the parts of the annexes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Protocol, TypeVar
from uuid import UUID

from msgspec.structs import replace

from verger.domain.table.rename import nameless
from verger.projections.history import HistoryFinder
from verger.projections.landmarks import LandmarkFinder
from verger.projections.session import NowView, now
from verger.service.address import Addresses
from verger.service.archive.ending import Ending
from verger.service.archive.keys import Keys
from verger.service.archive.limits import limits_of
from verger.service.archive.verifying import ArchiveProcess
from verger.service.cleaning import Cleaning
from verger.service.database.outage import Cause, UnavailableError
from verger.service.database.pool import Database
from verger.service.identity import blocks, claim_code, repeatable
from verger.service.identity.blocks import Blocks
from verger.service.identity.connections import Connections
from verger.service.identity.identity import Identity
from verger.service.identity.rate_limit import RateLimits
from verger.service.identity.stream_limit import Streams
from verger.service.identity.stream_ticket import StreamTickets
from verger.service.keyring import given
from verger.service.layout.layouts import Layouts
from verger.service.log.feed import Feed
from verger.service.log.obstacles import Obstacles
from verger.service.log.readiness import Readiness
from verger.service.log.refusals import Refusals
from verger.service.log.snapshot import Snapshots
from verger.service.log.store import Store
from verger.service.log.wake import Wakeups
from verger.service.loop_watch import LoopWatch
from verger.service.play.clock import Clock
from verger.service.play.damage import LogDamagedError, NewerLogError
from verger.service.play.losses import Losses
from verger.service.play.notes import Notes
from verger.service.play.onlookers import OpenSessions
from verger.service.play.playing import Playing
from verger.service.play.presence import Presence
from verger.service.play.presents import Presents
from verger.service.play.recognition import Recognition
from verger.service.play.scan import Scans
from verger.service.play.session import UnknownSessionError
from verger.service.play.sessions import Sessions
from verger.service.redaction.redacting import Redactions
from verger.service.redaction.rewrite_forks import repeat_in_fork
from verger.service.request_counts import RequestCounts
from verger.service.settings import Settings
from verger.service.work import Turns


def _database(settings: Settings) -> Database:
    return Database(
        settings.database_url,
        settings.database_connections,
        pooled=settings.is_pooled,
        cell=settings.cell,
        is_durable=settings.database_durability == "required",
    )


Part = TypeVar("Part")


class Worker(Protocol):
    """A part that works in the background."""

    def start(self) -> None:
        """Start to work."""
        ...

    async def stop(self) -> None:
        """Stop. Another process, or the next start, continues the work."""
        ...


class Parts:
    """The parts of the core of a running server. `running` starts and stops them, and the workers of the annexes."""

    repeat_in_fork = staticmethod(repeat_in_fork)
    """Records in a new fork's log the later redactions of events from its parent."""
    stopping: asyncio.Event
    """Set when the server begins to stop, so that live streams end."""
    moved: list[Callable[[UUID], None]]
    """Functions of annexes that are called with each session that has a new event."""
    workers: list[Worker]
    """Parts of annexes that work in the background."""
    _of_annexes: dict[type[Any], Any]

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = _database(settings)
        self.store = Store(self.database, settings.hold_back)
        self.snapshots, self.losses = Snapshots(self.database), Losses(self.database)
        self.sessions = Sessions(self.store, self.snapshots, self.losses, settings.hot_sessions)
        self.landmarks: Scans[LandmarkFinder] = Scans(self.store)
        self.histories: Scans[HistoryFinder] = Scans(self.store)
        self.layouts = Layouts(self.store, self.database)
        self.notes = Notes(self.store, self.sessions)
        self.refusals = Refusals(self.database)
        self.keyring, self.turns, self.loop_watch = given(settings), Turns(), LoopWatch()
        self.feed, self.presents, self.presence = Feed(self.database), Presents(), Presence()
        self.keys = Keys(self.database, self.keyring, is_drill=settings.drill == "on")
        self.limits = RateLimits(settings)
        self.wakeups = Wakeups(
            settings.redis_url,
            held=lambda: list(self.sessions),
            heard=self.sessions.heard,
            told=self._moved,
            present=self.presence.hear,
            doubt=self.sessions.doubt,
        )
        self.identity, self.blocks = Identity(self.database), Blocks(self.database)
        self.tickets, self.cleaned = StreamTickets(self.database), self._cleaned()
        self.cleaning = Cleaning(self.cleaned)
        self.open_sessions = OpenSessions(self.database, self.sessions)
        self.readiness, self.obstacles = Readiness(self.database), Obstacles(self.database)
        self._build_play()
        self.archives = ArchiveProcess(limits_of(settings))
        self.stopping, self.requests = asyncio.Event(), RequestCounts()
        self.addresses = Addresses(settings.trusted_proxies)
        self.connections = self._connections(settings)
        self.streams = Streams(settings.streams, settings.streams_token)
        self.moved, self.workers, self._of_annexes = [], [], {}
        self._introduce()

    def _build_play(self) -> None:
        self.recognition = Recognition(self.database, self.store, self.keyring)
        self.playing = Playing(
            store=self.store,
            sessions=self.sessions,
            wakeups=self.wakeups,
            refusals=self.refusals,
            recognition=self.recognition,
        )
        self.ending = Ending(
            database=self.database,
            store=self.store,
            sessions=self.sessions,
            identity=self.identity,
            wakeups=self.wakeups,
        )
        self.redactions = Redactions(
            store=self.store,
            sessions=self.sessions,
            recognition=self.recognition,
            playing=self.playing,
            wakeups=self.wakeups,
        )
        self.clock = Clock(self.database, self.sessions, self.playing)

    def add(self, part: object) -> None:
        """Add a part of an annex, which the core does not know."""
        self._of_annexes[type(part)] = part

    def the(self, kind: type[Part]) -> Part:
        """Return the part of an annex that has this class."""
        found: Part = self._of_annexes[kind]
        return found

    def _cleaned(self) -> list[Callable[[], Awaitable[None]]]:
        return [partial(one.clean, self.database) for one in (claim_code, repeatable, blocks)]

    def _connections(self, settings: Settings) -> Connections:
        return Connections(
            settings.connections,
            settings.connections_address,
            trusted=self.addresses,
            turns=self.turns,
            is_blocked=self.blocks.has,
        )

    def _introduce(self) -> None:
        """Connect parts that must notify each other, but do not know each other."""
        self.database.changed = self._suspect
        self.store.damaged = LogDamagedError
        self.sessions.reseated = self.identity.forget
        self.sessions.changed = self.wakeups.look
        self.presence.tell = self.wakeups.here

    async def shown_now(
        self, session_id: UUID, version: int, *, is_exact: bool = False, is_nameless: bool = False
    ) -> NowView | None:
        """Return the title, version and pending actions of a session, at a version or later. None if it is unreadable.

        With `is_exact`, the version is exact. With `is_nameless`, sentences have the ids of seats in place of
        names, so that a renamed seat changes no sentence. Raises UnavailableError if only newer processes
        can read the session.
        """
        try:
            await self.sessions.reached(session_id, version)
            with await self.sessions.readable(session_id) as session:
                at = version if is_exact else session.version
                state = await self.sessions.history.state_at(session, at)
                if is_nameless:
                    state = replace(state, table=nameless(state.table))
                return now(session.codec.ruleset, state, at)
        except NewerLogError as error:
            raise UnavailableError("the session is newer", Cause.NEWER) from error
        except (UnknownSessionError, LogDamagedError):
            return None

    def _moved(self, session: UUID | None) -> None:
        if session is not None:
            for moved in self.moved:
                moved(session)
        self.feed.moved()

    def _suspect(self) -> None:
        """Check tokens and sessions in memory again, because the database may have gone back."""
        self.identity.forget()
        self.sessions.suspect_all()

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Parts"]:
        """Start the parts. At the end, write all accepted moves and stop the parts."""
        await self.database.open()
        self.loop_watch.start()
        await self.blocks.start()
        self.store.start()
        self.wakeups.start()
        self.presence.start()
        self.clock.start()
        self.obstacles.start()
        self.identity.last_use.start()
        for worker in self.workers:
            worker.start()
        self.cleaning.start()
        try:
            yield self
        finally:
            # Stop these at the same time, because each may have to wait for a database that does not answer.
            await asyncio.gather(
                self.cleaning.stop(),
                *(worker.stop() for worker in self.workers),
                self.layouts.stop(),
                self.archives.stop(),
                self.identity.last_use.stop(),
                self.obstacles.stop(),
                self.blocks.stop(),
                self.clock.stop(),
            )
            await self.store.stop()
            await self.sessions.stop()
            self.presence.stop()
            await self.wakeups.stop()
            await self.database.close()
            self.loop_watch.stop()
