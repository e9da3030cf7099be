"""Where concrete things meet: the one place that builds the parts of the server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from projections.landmarks import Passage
from service.clock import Clock
from service.database import Database
from service.deadline import Deadlines
from service.hot import HotSessions
from service.identity import Identity
from service.keys import Keys
from service.layout.layouts import Layouts
from service.limit import Limits
from service.metrics.request import Requests
from service.notes import Notes
from service.onlooking import Onlooking
from service.perusal import Perusals
from service.play import Playing
from service.redaction import Redactions
from service.refused import Refusals
from service.settings import Settings
from service.snapshot import Snapshots
from service.store import Store
from service.stream import Streams
from service.wake import Wakeups
from service.webhook.dispatcher import Dispatcher
from service.webhook.outbox import Outbox
from service.webhook.registry import Registry
from service.webhook.sender import Sender
from service.webhook.target import Targets


class Parts:
    """The parts of a running server, and how they start and stop."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.database_url, settings.database_connections)
        self.store = Store(self.database)
        self.snapshots = Snapshots(self.database)
        self.sessions = HotSessions(self.store, self.snapshots, settings.hot_sessions)
        self.landmarks: Perusals[Passage] = Perusals(self.store)
        self.layouts = Layouts(self.store)
        self.refusals = Refusals(self.database)
        self.targets = Targets(private=settings.webhook_private_targets == "on")
        self.webhooks = Registry(self.database)
        self.dispatcher = Dispatcher(Outbox(self.database), Sender(self.targets))
        self.wakeups = Wakeups(
            settings.redis_url,
            heard=self.sessions.heard,
            told=self.dispatcher.moved,
            doubt=self.sessions.doubt,
        )
        self.identity = Identity(self.database)
        self.onlooking = Onlooking(self.database, self.sessions)
        self.keys = Keys(self.database)
        self.limits = Limits(settings)
        self.requests = Requests()
        self.playing = Playing(self.store, self.sessions, self.wakeups, self.refusals)
        self.notes = Notes(self.store, self.sessions)
        self.redactions = Redactions(self.store, self.sessions, self.playing, self.wakeups)
        self.clock = Clock(Deadlines(self.database), self.sessions, self.playing)
        self.stopping = asyncio.Event()
        """Set when the server begins to stop: live streams end then."""
        self.streams = Streams(settings.streams, settings.streams_token)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Parts"]:
        """The parts at work; on leaving, what was accepted is finished first."""
        await self.database.open()
        self.store.start()
        self.wakeups.start()
        self.clock.start()
        self.identity.last_use.start()
        self.dispatcher.start()
        try:
            yield self
        finally:
            await self.dispatcher.stop()
            await self.layouts.stop()
            self.targets.close()
            await self.identity.last_use.stop()
            await self.clock.stop()
            await self.store.stop()
            await self.wakeups.stop()
            await self.database.close()
