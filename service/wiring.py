"""Where concrete things meet: the one place that builds the parts of the server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from uuid import UUID

from verger.projections.landmarks import LandmarkFinder
from verger.projections.session import NowView, now
from verger.service.address import Addresses
from verger.service.archive.ending import Ending
from verger.service.archive.keys import Keys
from verger.service.archive.limits import limits_of
from verger.service.archive.statements import Statements
from verger.service.archive.trials import Trials
from verger.service.archive.verifying import ArchiveProcess
from verger.service.cleaning import Cleaning
from verger.service.database.outage import Cause, UnavailableError
from verger.service.database.pool import Database
from verger.service.identity import claim_code, repeatable
from verger.service.identity.connections import Connections
from verger.service.identity.identity import Identity
from verger.service.identity.lobby import Lobby
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
from verger.service.play.request_key import RequestKeys
from verger.service.play.scan import Scans
from verger.service.play.session import UnknownSessionError
from verger.service.play.sessions import Sessions
from verger.service.redaction.redacting import Redactions
from verger.service.redaction.rewrite_forks import repeat_in_fork
from verger.service.request_counts import RequestCounts
from verger.service.settings import Settings
from verger.service.webhook.dispatcher import Dispatcher
from verger.service.webhook.outbox import Outbox
from verger.service.webhook.question import Questions
from verger.service.webhook.registry import Registry
from verger.service.webhook.sender import Sender
from verger.service.webhook.target import Targets
from verger.service.work import Turns


def _database(settings: Settings) -> Database:
    return Database(
        settings.database_url,
        settings.database_connections,
        pooled=settings.is_pooled,
        cell=settings.cell,
        is_durable=settings.database_durability == "required",
    )


class Parts:
    """The parts of a running server, and how they start and stop."""

    repeat_in_fork = staticmethod(repeat_in_fork)
    """Records in a new fork's log the later redactions of events from its parent."""
    stopping: asyncio.Event
    """Set once the server begins to stop: live streams end."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = _database(settings)
        self.store = Store(self.database, settings.hold_back)
        self.snapshots, self.losses = Snapshots(self.database), Losses(self.database)
        self.sessions = Sessions(self.store, self.snapshots, self.losses, settings.hot_sessions)
        self.landmarks: Scans[LandmarkFinder] = Scans(self.store)
        self.layouts, self.notes = Layouts(self.store), Notes(self.store, self.sessions)
        self.refusals, self.webhooks = Refusals(self.database), Registry(self.database)
        self.targets = Targets(private=settings.webhook_private_targets == "on")
        self.keyring, self.turns, self.loop_watch = given(settings), Turns(), LoopWatch()
        self.feed, self.presents, self.presence = Feed(self.database), Presents(), Presence()
        self.keys, self.limits = Keys(self.database, self.keyring), RateLimits(settings)
        outbox = Outbox(self.database, self.keyring)
        self.dispatcher = self._dispatcher(outbox)
        self.wakeups = Wakeups(
            settings.redis_url,
            held=lambda: list(self.sessions),
            heard=self.sessions.heard,
            told=self._moved,
            present=self.presence.hear,
            doubt=self.sessions.doubt,
        )
        self.identity, self.lobby = Identity(self.database), Lobby(self.database)
        self.tickets, self.cleaning = StreamTickets(self.database), self._cleaning(outbox)
        self.open_sessions = OpenSessions(self.database, self.sessions)
        self.readiness, self.obstacles = Readiness(self.database), Obstacles(self.database)
        request_keys = RequestKeys(self.database, self.store, self.keyring)
        self.playing = Playing(self.store, self.sessions, self.wakeups, self.refusals, request_keys)
        self.ending = Ending(self.database, self.store, self.sessions, self.identity, self.wakeups)
        self.archives = ArchiveProcess(limits_of(settings))
        self.trials = Trials(self.database, self.store, self.ending, settings.trial_idle)
        self.statements = Statements(self.database, self.keys, settings.statement_every)
        self.redactions = Redactions(self.store, self.sessions, self.playing, self.wakeups)
        self.clock = Clock(self.database, self.sessions, self.playing)
        self.stopping, self.requests = asyncio.Event(), RequestCounts()
        self.addresses = Addresses(settings.trusted_proxies)
        self.connections = _connections(settings, self.addresses, self.turns)
        self.streams = Streams(settings.streams, settings.streams_token)
        self._introduce()

    def _dispatcher(self, outbox: Outbox) -> Dispatcher:
        questions = Questions(partial(self.shown_now, is_exact=True), outbox.own_moves)
        sender, home = Sender(self.targets), self.settings.url
        return Dispatcher(outbox, sender, self.keys.push, self.shown_now, questions, home)

    def _cleaning(self, outbox: Outbox) -> Cleaning:
        codes = partial(claim_code.clean, self.database)
        return Cleaning((outbox.clean, codes, partial(repeatable.clean, self.database)))

    def _introduce(self) -> None:
        """Have parts tell others that they do not know."""
        self.database.changed = self._suspect
        self.store.damaged = LogDamagedError
        self.sessions.reseated = self.identity.forget
        self.sessions.changed = self.wakeups.look
        self.presence.tell = self.wakeups.here

    async def shown_now(
        self, session: UUID, version: int, *, is_exact: bool = False
    ) -> NowView | None:
        """Return a session at a version or later; None if it cannot be read.

        With `is_exact`, return it exactly at that version. Raises UnavailableError if only newer processes
        can read the session.
        """
        try:
            await self.sessions.reached(session, version)
            with await self.sessions.readable(session) as hot:
                at = version if is_exact else hot.version
                return now(hot.codec.ruleset, await self.sessions.state_at(hot, at), at)
        except NewerLogError as error:
            raise UnavailableError("the session is newer", Cause.NEWER) from error
        except (UnknownSessionError, LogDamagedError):
            return None

    def _moved(self, session: UUID | None) -> None:
        if session is not None:
            self.dispatcher.moved(session)
        self.feed.moved()

    def _suspect(self) -> None:
        """The database may have gone back: nothing that was read of it is relied on."""
        self.identity.forget()
        self.sessions.suspect_all()

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Parts"]:
        """The parts at work; on leaving, what was accepted is finished first."""
        await self.database.open()
        self.loop_watch.start()
        self.store.start()
        self.wakeups.start()
        self.presence.start()
        self.clock.start()
        self.obstacles.start()
        self.trials.start()
        self.statements.start()
        self.identity.last_use.start()
        self.dispatcher.start()
        self.cleaning.start()
        try:
            yield self
        finally:
            # At once: each may have to wait for a database that does not answer.
            await asyncio.gather(
                self.cleaning.stop(),
                self.dispatcher.stop(),
                self.layouts.stop(),
                self.archives.stop(),
                self.identity.last_use.stop(),
                self.statements.stop(),
                self.trials.stop(),
                self.obstacles.stop(),
                self.clock.stop(),
            )
            self.targets.close()
            await self.store.stop()
            await self.sessions.stop()
            self.presence.stop()
            await self.wakeups.stop()
            await self.database.close()
            self.loop_watch.stop()


def _connections(settings: Settings, addresses: Addresses, turns: Turns) -> Connections:
    return Connections(settings.connections, settings.connections_address, addresses, turns)
