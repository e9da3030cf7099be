"""The dispatcher: has deliveries made and sent, beside play and never in its way.

Each process has one. It is woken by moves of sessions that have webhooks, made here or told by
Redis, and looks every few seconds for what nobody told it: retries, and what a process that died
has left.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import UTC, datetime
from uuid import UUID

import msgspec
import structlog

from verger.projections.session import NowView
from verger.service import tracing
from verger.service.annexes.notices import message, notice, push
from verger.service.annexes.notices.news import Asked, Logged
from verger.service.annexes.notices.outbox import BATCH, NOTHING, DueDelivery, LeasedWebhook, Outbox
from verger.service.annexes.notices.question import Questions
from verger.service.annexes.notices.sender import Sender
from verger.service.annexes.notices.share import OF_TARGET, Shares, Turn, WebhookHealth
from verger.service.archive.push_key import PushKey
from verger.service.background import briefly, cancelled
from verger.service.database.outage import DamagedError, UnavailableError
from verger.service.histogram import Histogram

POLL_SECONDS = 3.0
"""How often it looks by itself."""
GATHER_SECONDS = 0.02
"""How long it gathers wake-ups before it looks."""
QUIET_SECONDS = 10.0
"""How long a session is known to have no webhooks; those that it gets meanwhile are found by polling."""
RELEASE_SECONDS = 1.0
"""How long a stop waits for its leases to end."""

Now = Callable[[UUID, int], Awaitable[NowView | None]]
"""Tells how a session is at a version or later; nothing where it cannot be read."""

_log = structlog.get_logger()


class Dispatcher:
    """Makes and sends the deliveries of every webhook, together with those of other processes."""

    def __init__(
        self,
        outbox: Outbox,
        sender: Sender,
        push_key: PushKey,
        now: Now,
        questions: Questions,
        home: str,
    ) -> None:
        self._outbox = outbox
        self._sender = sender
        self._push_key = push_key
        self._now = now
        self._questions = questions
        self._home = home
        self._running: asyncio.Task[None] | None = None
        self._workers: dict[asyncio.Task[None], tuple[LeasedWebhook, Turn]] = {}
        self._quiet: set[UUID] = set()
        """Sessions without webhooks, whose moves do not wake it."""
        self._watched: set[UUID] = set()
        """Sessions with webhooks."""
        self._moved: set[UUID] = set()
        self._left: set[UUID] = set()
        """Webhooks whose work is unfinished, which was logged."""
        self._again: set[UUID] = set()
        """Webhooks of many sessions, some of which may have moved while they were worked on."""
        self._woken = asyncio.Event()
        self._shares = Shares()
        self._shares.freed = self._woken.set
        self._next_poll = self._next_count = self._next_doubt = 0.0
        self._is_blind = False
        self.attempts: Counter[str] = Counter()
        """Attempts by outcome: delivered, refused by a status, or a fault."""
        self.seconds = Histogram()
        """How long each attempt took."""
        self.failures = 0
        """How often an error of ours stopped it."""
        self.due = NOTHING
        """Deliveries due and not sent at its last look, whichever process is to send them."""

    @property
    def working(self) -> int:
        """Webhooks that it works on now, including those that wait for their receivers."""
        return len(self._workers)

    def start(self) -> None:
        """Start looking."""
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop sending; what was not recorded is sent again, by another process at once."""
        if self._running is None:
            return
        tasks = [self._running, *self._workers]
        leased = [claimed for claimed, _ in self._workers.values()]
        await cancelled(tasks)
        # Without this the leases run out by themselves.
        if leased:
            await briefly(self._release(leased), RELEASE_SECONDS)

    async def _release(self, leased: Collection[LeasedWebhook]) -> None:
        with contextlib.suppress(UnavailableError):
            await self._outbox.release(leased)

    def watch(self, session: UUID | None) -> None:
        """Look at a session whose webhooks were changed, and wake at its moves; at all, without one."""
        if session is None:
            self._next_poll = 0.0
            self._woken.set()
        else:
            self._watched.add(session)
            self._quiet.discard(session)
            self.moved(session)

    def moved(self, session: UUID) -> None:
        """Note that a session has moved; this is all that a move pays for webhooks."""
        if session not in self._quiet:
            self._moved.add(session)
            self._woken.set()

    async def _run(self) -> None:
        while True:
            try:
                await self._look()
            except UnavailableError as error:
                if not self._is_blind:
                    _log.warning("webhooks_blind", reason=str(error))
                self._is_blind = True
            except Exception:  # noqa: BLE001, whatever it was, the others' deliveries go on
                self.failures += 1
                _log.exception("webhooks_failed")
            await self._wait()

    async def _wait(self) -> None:
        patience = self._next_poll - time.monotonic() if self._shares.free else POLL_SECONDS
        try:
            async with asyncio.timeout(max(GATHER_SECONDS, patience)):
                await self._woken.wait()
                await asyncio.sleep(GATHER_SECONDS)
        except TimeoutError:
            pass
        self._woken.clear()

    async def _look(self) -> None:
        """Give free workers work: at a poll any that is due, and else of sessions that moved."""
        if self._shares.free and time.monotonic() >= self._next_poll:
            await self._poll()
        await self._listen()
        if self._shares.free and (self._moved or self._again):
            # If a webhook only waits for its receiver, the session's other webhooks do not wait.
            busy = {claimed.session for claimed, turn in self._workers.values() if not turn.is_over}
            moved, self._moved = self._moved - busy, self._moved & busy
            again, self._again = self._again, set()
            self._employ(await self._outbox.claim(self._shares, moved, again))

    async def _poll(self) -> None:
        now = time.monotonic()
        self._next_poll = now + POLL_SECONDS
        if now >= self._next_count:
            self._next_count = self._next_poll
            self.due = await self._outbox.all_due()
        self._employ(await self._outbox.poll(self._shares))
        # Only after a poll: other looks may ask for nothing, or for less.
        self._is_blind = False

    async def _listen(self) -> None:
        """Find out which sessions that moved have webhooks; of the others it hears no more for now."""
        if time.monotonic() >= self._next_doubt:
            self._next_doubt = time.monotonic() + QUIET_SECONDS
            self._quiet, self._watched = set(), set()
        asked = self._moved - self._watched
        if asked:
            self._watched |= await self._outbox.watched(asked)
            self._quiet |= asked - self._watched
            self._moved -= self._quiet

    def _employ(self, claimed: Sequence[LeasedWebhook]) -> None:
        for one in claimed:
            turn = Turn(one.owner, one.target, one.standing)
            self._shares.begin(turn)
            worker = asyncio.create_task(self._work(one, turn))
            self._workers[worker] = one, turn
            worker.add_done_callback(self._done)
        if not self._shares.free:
            self._next_poll = 0.0

    def _done(self, worker: asyncio.Task[None]) -> None:
        """A worker is free again: look at the sessions that moved meanwhile."""
        _, turn = self._workers.pop(worker)
        if self._shares.targets[turn.target] >= OF_TARGET:
            # Others of this target may have waited for their share.
            self._next_poll = 0.0
        self._shares.end(turn)

    async def _work(self, claimed: LeasedWebhook, turn: Turn) -> None:
        """Do a webhook's work; its errors do not reach the others."""
        try:
            goes_on = await self._spread(claimed)
            sent = await self._deliver(claimed, turn)
            await self._outbox.release([claimed])
            self._left.discard(claimed.id)
            is_more = sent == BATCH or turn.is_over or claimed.session is None
            if goes_on or (sent and is_more):
                self._goes_on(claimed)
            if sent and claimed.standing is WebhookHealth.FAILING:
                # It is well again, and so may be others that failed.
                self._next_poll = 0.0
        except UnavailableError as error:
            if claimed.id not in self._left:
                self._left.add(claimed.id)
                _log.warning("webhook_left", webhook=str(claimed.id), reason=str(error))
        except Exception as error:  # noqa: BLE001, see above; what it says may hold the URL
            self.failures += 1
            _log.error("webhook_failed", webhook=str(claimed.id), error=type(error).__name__)

    async def _spread(self, claimed: LeasedWebhook) -> bool:
        """Make deliveries of new events. A log with events that cannot be read keeps no other waiting."""
        try:
            return await self._outbox.spread(claimed, self._asked)
        except DamagedError:
            unreadable = await self._outbox.rest(claimed)
            if not unreadable:
                raise
        for session in unreadable:
            # Reading it names it in the log.
            await self._now(session, 0)
        return await self._outbox.spread(claimed, self._asked)

    def _goes_on(self, claimed: LeasedWebhook) -> None:
        if claimed.session is None:
            self._again.add(claimed.id)
        else:
            self._moved.add(claimed.session)

    async def _deliver(self, claimed: LeasedWebhook, turn: Turn) -> int:
        """Send the due deliveries, one after another, until one fails or the turn is over.

        Return how many were sent.
        """
        for sent in range(BATCH):
            if sent and turn.is_over:
                return sent
            due = await self._outbox.due(claimed)
            if due is None or not await self._send(claimed, due, turn):
                return sent
        return BATCH

    async def _send(self, claimed: LeasedWebhook, due: DueDelivery, turn: Turn) -> bool:
        """Make one attempt; tells whether the webhook may be sent more."""
        said = await self._told(claimed, due)
        at = datetime.now(UTC)
        with tracing.span("deliver", form=claimed.form, type=due.type) as span:
            sealed = await self._sealed(claimed, due, said, at)
            outcome = await self._sender.post(said.url, *sealed, turn)
            if span:
                span.told(outcome=outcome.name)
        self.attempts[outcome.name] += 1
        self.seconds.observe(outcome.ms / 1_000)
        is_ours = await self._outbox.record(claimed, due, outcome, at)
        return is_ours and outcome.is_delivered

    async def _sealed(
        self, claimed: LeasedWebhook, due: DueDelivery, said: notice.Sent, at: datetime
    ) -> tuple[dict[str, str], bytes]:
        """The headers and the body of an attempt, so that its receiver knows whose they are."""
        if due.browser is None:
            return message.headers(due.id, at, said.body, due.secrets), said.body
        signer = push.Signer(await self._push_key.private(), self._home)
        # What is told later of the same tells all that is so by then.
        topic = (due.session or claimed.id).hex
        return push.headers(said.url, signer, at, topic), push.encrypted(said.body, due.browser)

    async def _asked(self, log: Logged, version: int) -> Asked:
        return await self._questions.asked(log, await self._now(log.session, version))

    async def _told(self, claimed: LeasedWebhook, due: DueDelivery) -> notice.Sent:
        """What is posted, and where."""
        if claimed.form == "standard":
            return notice.Sent(due.url, msgspec.json.encode(_said(claimed, due)))
        if due.gathered:
            return notice.sent(claimed.form, due.url, await self._digest(claimed, due.gathered))
        if due.session and due.type == message.ASKED:
            now = await self._now(due.session, 0)
            said = notice.notice(now, (), self._page(claimed, due.session), notice.SOMEBODY)
            return notice.sent(claimed.form, due.url, said)
        if due.session is None or due.version is None:
            return notice.sent(
                claimed.form, due.url, notice.tried(self._page(claimed, claimed.session))
            )
        now = await self._now(due.session, due.version)
        seats = await self._outbox.seats(claimed, due.session) or ()
        said = notice.notice(now, seats, self._page(claimed, due.session))
        return notice.sent(claimed.form, due.url, said)

    async def _digest(
        self, claimed: LeasedWebhook, gathered: Sequence[message.Gathered]
    ) -> notice.Notice:
        """A digest as people read it: of sessions that the webhook still covers, as they are now."""
        tables = []
        for one in gathered:
            seats = await self._outbox.seats(claimed, one.session)
            if seats is not None:
                now = await self._now(one.session, one.version)
                tables.append(notice.DigestTable(now, seats, one.events))
        only = gathered[0].session if len(gathered) == 1 else None
        return notice.digest_notice(tables, self._page(claimed, only))

    def _page(self, claimed: LeasedWebhook, session: UUID | None) -> str:
        """The page of a session, or of one's tables, if the server knows its own address.

        A browser has that of the page which it subscribed at.
        """
        if not self._home and claimed.form != "web_push":
            return ""
        return f"{self._home}/watch/{session}" if session else f"{self._home}/watch"


def _said(
    claimed: LeasedWebhook, due: DueDelivery
) -> message.SessionMoved | message.SessionsMoved | message.SeatAsked | message.WebhookPing:
    if due.gathered:
        return message.SessionsMoved(due.at, message.SessionsMovedData(due.gathered))
    if due.session and due.type == message.ASKED:
        link = message.listing_path(due.session)
        return message.SeatAsked(due.at, message.SeatAskedData(due.session, link))
    if due.session is None or due.version is None:
        return message.WebhookPing(due.at, message.WebhookPingData(claimed.session, claimed.id))
    link = message.event_path(due.session, due.version)
    return message.SessionMoved(
        due.at, message.SessionMovedData(due.session, due.version, due.type, link)
    )
