"""The dispatcher makes and sends deliveries in the background, and never delays a move.

Each process has one. Moves of sessions that have webhooks wake it. Every few seconds it also looks for
other work, such as retries and the work of a process that died.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

import structlog

from verger.service import tracing
from verger.service.annexes.notices.failure_log import FailureLog
from verger.service.annexes.notices.maker import DeliveryMaker
from verger.service.annexes.notices.notice import Form
from verger.service.annexes.notices.outbox import NOTHING, LeasedWebhook, Outbox
from verger.service.annexes.notices.sender import Sender
from verger.service.annexes.notices.share import OF_TARGET, Shares, Turn, WebhookHealth
from verger.service.annexes.notices.writer import RequestWriter
from verger.service.background import briefly, cancelled
from verger.service.database.outage import DamagedError, UnavailableError
from verger.service.histogram import Histogram

POLL_SECONDS = 3.0
"""How often it looks for work if nothing wakes it."""
COUNT_SECONDS = 30.0
"""How often it counts the deliveries that are due and the webhooks that fail, which takes some 100 ms if there are many."""
GATHER_SECONDS = 0.02
"""How long it gathers wake-ups before it looks."""
QUIET_SECONDS = 10.0
"""How long a session counts as one without webhooks. A poll finds the webhooks that it gets in this time."""
RELEASE_SECONDS = 1.0
"""How long a stop waits for the database to end the leases of this process."""
BATCH = 20
"""The maximum number of deliveries that a webhook sends before another webhook has its turn."""

_log = structlog.get_logger()


class Dispatcher:
    """Makes and sends the deliveries of every webhook, together with the dispatchers of other processes."""

    def __init__(
        self,
        outbox: Outbox,
        maker: DeliveryMaker,
        writers: Mapping[Form, RequestWriter],
        sender: Sender,
    ) -> None:
        self._outbox = outbox
        self._maker = maker
        self._writers = writers
        self._sender = sender
        self._running: asyncio.Task[None] | None = None
        self._workers: dict[asyncio.Task[None], tuple[LeasedWebhook, Turn]] = {}
        self._quiet: set[UUID] = set()
        """Sessions without webhooks, whose moves do not wake it."""
        self._covered: set[UUID] = set()
        """Sessions with webhooks."""
        self._moved: set[UUID] = set()
        """Sessions that moved since the last look."""
        self._stuck: set[UUID] = set()
        """Webhooks that could not be served. Each was logged once."""
        self._again: set[UUID] = set()
        """Webhooks of many sessions that can have more work."""
        self._woken = asyncio.Event()
        self._shares = Shares()
        self._shares.freed = self._woken.set
        self._next_poll = self._next_count = self._next_doubt = 0.0
        self._is_blind = False
        self.attempts: Counter[str] = Counter()
        """The number of attempts by outcome: delivered, refused by a status, or a fault."""
        self.seconds = Histogram()
        """How long each attempt took."""
        self.failures = 0
        """The number of times that an error of the server stopped it."""
        self.due = NOTHING
        """The deliveries of all processes that were due at its last count."""
        self.failing: Mapping[str, int] = {}
        """The number of webhooks that failed at its last count, by host."""
        self._failures = FailureLog()

    @property
    def working(self) -> int:
        """The number of webhooks that it works on now, including those that wait for their receivers."""
        return len(self._workers)

    def start(self) -> None:
        """Start looking for work."""
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop sending. Another process repeats each delivery that was not recorded."""
        if self._running is None:
            return
        tasks = [self._running, *self._workers]
        leased = [webhook for webhook, _ in self._workers.values()]
        await cancelled(tasks)
        # If this fails, the leases run out later.
        if leased:
            await briefly(self._release(leased), RELEASE_SECONDS)

    async def _release(self, leased: Collection[LeasedWebhook]) -> None:
        with contextlib.suppress(UnavailableError):
            await self._outbox.release(leased)

    def watch(self, session: UUID | None) -> None:
        """Look at a session whose webhooks changed, or poll if there is no session."""
        if session is None:
            self._next_poll = 0.0
            self._woken.set()
        else:
            self._covered.add(session)
            self._quiet.discard(session)
            self.moved(session)

    def moved(self, session: UUID) -> None:
        """Note that a session has moved. A move does no other work for webhooks."""
        if session not in self._quiet:
            self._moved.add(session)
            self._woken.set()

    async def _run(self) -> None:
        while True:
            try:
                await self._look()
            except UnavailableError as error:
                if not self._is_blind:
                    _log.warning("webhooks_not_read", reason=str(error))
                self._is_blind = True
            except Exception:  # noqa: BLE001, other deliveries must go on after any error
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
        """Start workers: for all webhooks if a poll is due, and then for webhooks of sessions that moved."""
        if self._shares.free and time.monotonic() >= self._next_poll:
            await self._poll()
        await self._ignore_quiet()
        if self._shares.free and (self._moved or self._again):
            # If a webhook only waits for its receiver, the session's other webhooks do not wait.
            busy = {webhook.session for webhook, turn in self._workers.values() if not turn.is_over}
            moved, self._moved = self._moved - busy, self._moved & busy
            again, self._again = self._again, set()
            self._employ(await self._outbox.claim(self._shares, moved, again))

    async def _poll(self) -> None:
        now = time.monotonic()
        self._next_poll = now + POLL_SECONDS
        if now >= self._next_count:
            self._next_count = now + COUNT_SECONDS
            # Damaged rows cannot be counted, but other webhooks have work.
            with contextlib.suppress(DamagedError):
                self.due = await self._outbox.count_due()
                self.failing = await self._outbox.failing_hosts()
        self._employ(await self._outbox.poll(self._shares))
        # Only a poll shows that the database answers, because other looks may send it no query.
        self._is_blind = False

    async def _ignore_quiet(self) -> None:
        """Find the webhooks of sessions that moved. Ignore sessions without webhooks for a while."""
        if time.monotonic() >= self._next_doubt:
            self._next_doubt = time.monotonic() + QUIET_SECONDS
            self._quiet, self._covered = set(), set()
        unknown = self._moved - self._covered
        if unknown:
            self._covered |= await self._outbox.covered(unknown)
            self._quiet |= unknown - self._covered
            self._moved -= self._quiet

    def _employ(self, leased: Sequence[LeasedWebhook]) -> None:
        for webhook in leased:
            turn = Turn(webhook.owner, webhook.target, webhook.health)
            self._shares.begin(turn)
            worker = asyncio.create_task(self._work(webhook, turn))
            self._workers[worker] = webhook, turn
            worker.add_done_callback(self._done)
        if not self._shares.free:
            self._next_poll = 0.0

    def _done(self, worker: asyncio.Task[None]) -> None:
        """Free the place of a worker, and look at the sessions that moved in the meantime."""
        _, turn = self._workers.pop(worker)
        if self._shares.targets[turn.target] >= OF_TARGET:
            # The target had its full share of workers, so other webhooks of this target may wait.
            self._next_poll = 0.0
        self._shares.end(turn)

    async def _work(self, webhook: LeasedWebhook, turn: Turn) -> None:
        """Do the work of a webhook. Its errors do not reach other webhooks."""
        try:
            is_more = await self._maker.make_deliveries(webhook)
            sent = await self._deliver(webhook, turn)
            await self._outbox.release([webhook])
            self._stuck.discard(webhook.id)
            can_be_more = sent == BATCH or turn.is_over or webhook.session is None
            if is_more or (sent and can_be_more):
                self._look_again(webhook)
            if sent and webhook.health is WebhookHealth.FAILING:
                # It works again, and other failing webhooks may work again too.
                self._next_poll = 0.0
        except UnavailableError as error:
            if webhook.id not in self._stuck:
                self._stuck.add(webhook.id)
                _log.warning("webhook_postponed", webhook=str(webhook.id), reason=str(error))
        except Exception as error:  # noqa: BLE001, as above; the message of the error may hold the URL
            self.failures += 1
            _log.error("webhook_failed", webhook=str(webhook.id), error=type(error).__name__)

    def _look_again(self, webhook: LeasedWebhook) -> None:
        if webhook.session is None:
            self._again.add(webhook.id)
        else:
            self._moved.add(webhook.session)

    async def _deliver(self, webhook: LeasedWebhook, turn: Turn) -> int:
        """Send deliveries until none is due, one fails or the turn is over. Return how many were sent."""
        for sent in range(BATCH):
            if (sent and turn.is_over) or not await self._attempt(webhook, turn):
                return sent
        return BATCH

    async def _attempt(self, webhook: LeasedWebhook, turn: Turn) -> bool:
        """Make one attempt at the next delivery. Return whether the webhook can receive more."""
        delivery = await self._outbox.next_delivery(webhook)
        if delivery is None:
            return False
        request = await self._writers[delivery.form].write_request(delivery)
        with tracing.span("deliver", form=delivery.form, type=delivery.type) as span:
            outcome = await self._sender.post(request.url, request.headers, request.body, turn)
            if span:
                span.told(outcome=outcome.name)
        self.attempts[outcome.name] += 1
        self.seconds.observe(outcome.ms / 1_000)
        if not outcome.is_delivered:
            self._failures.failed(webhook, outcome)
        has_lease = await self._outbox.record(webhook, delivery, outcome, request.at)
        return has_lease and outcome.is_delivered
