"""The outbox: the webhooks that have work, their leases, and the outcome of each attempt.

All data are in the database, and all times are by its clock. A lease gives one process a webhook for a while. Only this
process then makes and sends the webhook's deliveries. If the process dies, the lease runs out.
"""

import random
import time
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import msgspec
import structlog

from verger.service.annexes.notices import schedule, sql
from verger.service.annexes.notices.delivery import DueDelivery, due_delivery
from verger.service.annexes.notices.question import OwnMove
from verger.service.annexes.notices.sender import Fault, Outcome
from verger.service.annexes.notices.share import OF_TARGET, Shares, WebhookHealth
from verger.service.cleaning import delete_old
from verger.service.database.outage import DamagedError
from verger.service.database.pool import Database
from verger.service.database.record import Record
from verger.service.masking import masked

LEASE_SECONDS = 60.0
"""The length of a lease: three times the limit of an attempt. A dead process delays its webhooks for so long."""
DAMAGE_SECONDS = 60.0
"""How long the result of a search for damaged webhooks is used."""
DAMAGE_LIMIT = 1_000
"""The maximum number of webhooks that a poll looks at while others are damaged."""
OWN_MOVES = 100
"""The maximum number of own moves that are read to find out whose move led to a question."""
KEPT_ATTEMPTS = 20
"""The number of attempts that a delivery keeps."""
KEPT_DAYS = 14
"""How long a finished delivery is kept."""
KEPT_DELIVERIES = 10_000
"""How far back in a log the finished deliveries are kept, in versions."""
FAILING, GONE = "failing", "gone"
"""The reasons to disable a webhook: no attempt of a whole schedule arrived, or its receiver is gone."""
DUE_LIMIT = 10_000
"""The maximum number of due deliveries that are counted."""
FAILING_LIMIT = 1_000
"""The maximum number of webhooks that are looked at to count those that fail."""
NAMED_HOSTS = 20
"""The number of hosts that have their own count. All other hosts share one."""
OTHER_HOSTS = "other"
READ_AHEAD = 100_000
"""The maximum number of new events to read from the feed. If there are more, the server looks at every log."""

_log = structlog.get_logger()


class LeasedWebhook(NamedTuple):
    """A webhook that this process has leased."""

    id: UUID
    lease: UUID
    session: UUID | None
    """The session that it covers; None if it covers all sessions of an app or a token."""
    types: list[str]
    awaits_me: bool
    """Whether it only receives events with a new question to its seats."""
    digest: int
    """The seconds that it gathers events; 0 if every event has its own delivery."""
    has_gathered: bool
    """Whether it gathers events, and the time for that is over."""
    owner: str
    """The seat, token or app that it belongs to."""
    target: str
    """The host and the port of its address."""
    health: WebhookHealth

    def wants(self, event_type: str) -> bool:
        """Return whether it receives events of a type."""
        return not self.types or event_type in self.types


class DueTotal(NamedTuple):
    """The deliveries that are due and not sent yet, of webhooks that can receive something now."""

    deliveries: int
    seconds: float
    """How long the oldest has waited."""


NOTHING = DueTotal(0, 0.0)


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One attempt at a delivery, as it is stored and shown."""

    at: datetime
    ms: int
    status: int | None = None
    error: Fault | None = None


class Outbox:
    """The deliveries of every webhook."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._readable: list[UUID] = []
        """The webhooks whose rows could all be read when some rows were damaged."""
        self._damaged: set[UUID] = set()
        self._next_search = 0.0

    async def covered(self, sessions: Collection[UUID]) -> set[UUID]:
        """Return the sessions of these that at least one webhook covers."""
        try:
            rows = await self._database.rows(sql.COVERED, list(sessions))
        except DamagedError:
            return {*sessions}
        return {row["session"] for row in rows}

    async def poll(self, shares: Shares) -> list[LeasedWebhook]:
        """Lease webhooks that have work, also if no move woke the dispatcher."""
        if time.monotonic() >= self._next_search:
            try:
                await self._database.row(sql.READ_FEED, READ_AHEAD)
                return await self._lease(sql.LEASE_POLLED, shares)
            except DamagedError:
                # One damaged page must not stop the webhooks with rows on other pages.
                await self._find_readable()
        some = random.sample(self._readable, min(len(self._readable), DAMAGE_LIMIT))
        return await self._lease(sql.LEASE_WOKEN, shares, [], some)

    async def claim(
        self, shares: Shares, sessions: Collection[UUID], webhooks: Collection[UUID] = ()
    ) -> list[LeasedWebhook]:
        """Lease webhooks that have work, among the webhooks of these sessions and these webhooks."""
        try:
            return await self._lease(sql.LEASE_WOKEN, shares, list(sessions), list(webhooks))
        except DamagedError:
            # The head of a log may be unreadable. A poll asks the feed instead of the logs.
            return await self.poll(shares)

    async def _lease(self, statement: str, shares: Shares, *more: object) -> list[LeasedWebhook]:
        """Lease as many webhooks as there are free places. Their owners take turns.

        Webhooks whose last attempt failed come last.
        """
        owners, targets = shares.owners, shares.targets
        rows = await self._database.rows(
            statement,
            *(LEASE_SECONDS, shares.free, shares.free_for_failing, OF_TARGET),
            *(list(owners), list(owners.values()), list(targets), list(targets.values())),
            *more,
        )
        return [_leased(row) for row in rows]

    async def _find_readable(self) -> None:
        """Find the webhooks whose rows can be read, and log the others."""
        try:
            rows = await self._database.rows(sql.WEBHOOK_IDS)
        except DamagedError:
            rows = await self._database.rows(sql.WORKING_IDS)
        webhooks = [row["id"] for row in rows]
        self._readable = await self._without_damaged(webhooks)
        damaged = {*webhooks} - {*self._readable}
        for webhook in damaged - self._damaged:
            _log.error("webhook_damaged", webhook=str(webhook))
        self._damaged, self._next_search = damaged, time.monotonic() + DAMAGE_SECONDS

    async def _without_damaged(self, webhooks: list[UUID]) -> list[UUID]:
        """Return the webhooks of these whose rows can be read. If a read fails, each half is read separately."""
        try:
            await self._database.row(sql.READ_ROWS, webhooks)
        except DamagedError:
            if len(webhooks) < 2:
                return []
            half = len(webhooks) // 2
            first, second = webhooks[:half], webhooks[half:]
            return await self._without_damaged(first) + await self._without_damaged(second)
        return webhooks

    async def count_due(self) -> DueTotal:
        """Count the deliveries of all webhooks that are due."""
        return DueTotal(**await self._database.only_row(sql.COUNT_DUE, DUE_LIMIT))

    async def failing_hosts(self) -> dict[str, int]:
        """Return the number of failing webhooks by host: the hosts with the most, and all others together."""
        rows = await self._database.rows(sql.FAILING_HOSTS, FAILING_LIMIT)
        counts: Counter[str] = Counter()
        for place, row in enumerate(rows):
            host = masked(row["host"]) if place < NAMED_HOSTS else OTHER_HOSTS
            counts[host] += row["webhooks"]
        return counts

    async def next_delivery(self, webhook: LeasedWebhook) -> DueDelivery | None:
        """Return the oldest delivery of a webhook that is due."""
        row = await self._database.row(sql.NEXT_DELIVERY, webhook.id, webhook.lease)
        return due_delivery(row) if row else None

    async def own_moves(
        self, session: UUID, seats: Sequence[str], *, after: int, until: int
    ) -> list[OwnMove]:
        """Return the newest moves of these seats between two versions, the newest first."""
        rows = await self._database.rows(
            sql.OWN_MOVES, session, list(seats), after, until, OWN_MOVES
        )
        return [OwnMove(**row) for row in rows]

    async def record(
        self, webhook: LeasedWebhook, delivery: DueDelivery, outcome: Outcome, at: datetime
    ) -> bool:
        """Record the outcome of an attempt. Return whether this process still had the lease."""
        attempt = Attempt(at, outcome.ms, outcome.status, outcome.error)
        tries = delivery.tries + 1
        is_last = outcome.is_delivered or not delivery.is_retried
        delay = None if is_last else schedule.delay(tries)
        state = "delivered" if outcome.is_delivered else "failed" if delay is None else "pending"
        rest = 0.0 if outcome.is_delivered else schedule.rest(outcome.status, outcome.headers, at)
        disabled = _disabled(delivery, outcome, is_over=delay is None)
        row = await self._database.row(
            sql.RECORD,
            *(webhook.id, webhook.lease, LEASE_SECONDS, outcome.is_delivered, rest, disabled),
            *(delivery.id, state, tries, msgspec.json.encode(attempt).decode()),
            *(KEPT_ATTEMPTS, delay),
        )
        return row is not None

    async def release(self, webhooks: Collection[LeasedWebhook]) -> None:
        """End these leases, so that other processes can have the webhooks."""
        leases = [webhook.lease for webhook in webhooks]
        await self._database.row(sql.RELEASE, [webhook.id for webhook in webhooks], leases)

    async def clean(self) -> None:
        """Delete old finished deliveries, expired secrets, and webhooks whose owner has ended."""
        await delete_old(self._database, "deliveries", "id", sql.IS_OLD, KEPT_DAYS)
        await delete_old(self._database, "deliveries", "id", sql.IS_FAR_BACK, KEPT_DELIVERIES)
        for statement in sql.DELETE_ENDED:
            await self._database.row(statement)


def _leased(row: Record) -> LeasedWebhook:
    return LeasedWebhook(**{**row, "health": WebhookHealth(row["health"])})


def _disabled(delivery: DueDelivery, outcome: Outcome, *, is_over: bool) -> str | None:
    """Return why the webhook is disabled after an attempt, or None."""
    # A push service can also answer 404 if a subscription has ended (RFC 8030, 7.3).
    if outcome.is_gone or (delivery.browser and outcome.status == 404):
        return GONE
    fails = is_over and delivery.has_failed and not outcome.is_delivered and delivery.is_retried
    return FAILING if fails else None
