"""The outbox: which webhooks have work, which process is at it, and what came of each attempt.

Everything is in the database and by its clock. A lease is one process's time with one webhook:
while it holds, nobody else makes deliveries of it or sends them; it runs out if the process dies.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid5

import msgspec

from service.database.pool import Database
from service.keyring import Keyring
from service.webhook import schedule, signing_secret
from service.webhook.message import PING
from service.webhook.notice import Form
from service.webhook.sender import Fault, Outcome

LEASE_SECONDS = 60.0
"""Three times as long as an attempt may take; also how long a dead process holds up a webhook."""
BATCH = 20
"""Deliveries sent before another webhook has its turn."""
PAGE = 500
"""Events looked at before another webhook has its turn."""
BACKLOG = 1_000
"""Deliveries that a webhook may have pending; what comes later waits in the log."""
KEPT_ATTEMPTS = 20
"""Attempts that a delivery remembers."""
KEPT_DAYS = 14
"""How long a finished delivery is kept."""
KEPT_DELIVERIES = 10_000
"""How far a webhook's kept deliveries reach back in the log."""
FAILING, GONE = "failing", "gone"
"""Why a webhook was disabled: nothing has arrived over a whole schedule; its receiver said so."""


class LeasedWebhook(NamedTuple):
    """A webhook that this process has leased."""

    id: UUID
    session: UUID
    types: list[str]
    cursor: int
    lease: UUID
    seat: str
    form: Form
    awaits_me: bool
    """Whether it is told only when its seat is asked for something."""
    asked: bytes
    """What that was when it was told last."""


Asks = Callable[[LeasedWebhook, int], Awaitable[bytes]]
"""Tells what a webhook's seat is asked at a version or later, as a digest; empty if nothing is."""


class DueDelivery(NamedTuple):
    """A delivery that is to be sent now, and its webhook as that is now."""

    id: UUID
    version: int | None
    type: str
    at: datetime
    tries: int
    has_failed: bool
    """Whether nothing has arrived at the webhook since the delivery's schedule began."""
    url: str
    secrets: list[bytes]


class DueTotal(NamedTuple):
    """The deliveries that are due and not sent yet, of webhooks that may be sent something now."""

    deliveries: int
    seconds: float
    """How long the oldest has waited."""


NOTHING = DueTotal(0, 0.0)
DUE_LIMIT = 10_000
"""Deliveries that are counted; beyond it the number says nothing new."""


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One attempt at a delivery, as it is kept and shown."""

    at: datetime
    ms: int
    status: int | None = None
    error: Fault | None = None


# Each webhook's own look at the log is one probe of the events' primary key.
_HAS_WORK = (
    "(coalesce((SELECT max(version) FROM events e WHERE e.session = w.session), 0) > w.cursor"
    " OR EXISTS (SELECT FROM deliveries d WHERE d.webhook = w.id AND d.next_at <= now()))"
)


class Outbox:
    """The deliveries of every webhook."""

    def __init__(self, database: Database, keyring: Keyring) -> None:
        self._database = database
        self._keyring = keyring

    async def watched(self, limit: int) -> set[UUID]:
        """Sessions whose moves webhooks are told of."""
        sql = "SELECT DISTINCT session FROM webhooks WHERE disabled_at IS NULL LIMIT $1"
        return {UUID(int=row[0].int) for row in await self._database.rows(sql, limit)}

    async def claim(self, limit: int, sessions: Collection[UUID] | None) -> list[LeasedWebhook]:
        """Take webhooks that have work on lease, of these sessions or of any."""
        # $1 seconds, $2 limit, $3 sessions or null; materialized, or it might be run for each row
        sql = (
            "WITH found AS MATERIALIZED (SELECT w.id FROM webhooks w"  # noqa: S608
            " WHERE w.disabled_at IS NULL AND w.leased_until <= now() AND w.rests_until <= now()"
            f" AND ($3::uuid[] IS NULL OR w.session = ANY($3)) AND {_HAS_WORK}"
            " ORDER BY w.leased_until LIMIT $2 FOR UPDATE OF w SKIP LOCKED)"
            " UPDATE webhooks SET lease = gen_random_uuid(),"
            " leased_until = now() + $1 * interval '1 second'"
            " WHERE id IN (SELECT id FROM found) RETURNING id, session, types, cursor, lease,"
            " seat, form, awaits_me, coalesce(asked, '')"
        )
        wanted = None if sessions is None else list(sessions)
        rows = await self._database.rows(sql, LEASE_SECONDS, limit, wanted)
        return [_claimed(row) for row in rows]

    async def all_due(self) -> DueTotal:
        """How many deliveries of all webhooks are due, and for how long."""
        sql = (
            "SELECT count(*), coalesce(extract(epoch FROM max(now() - since)), 0)::float8 FROM"
            " (SELECT greatest(d.next_at, w.rests_until) AS since FROM deliveries d"
            " JOIN webhooks w ON w.id = d.webhook WHERE d.next_at <= now()"
            " AND w.disabled_at IS NULL AND w.rests_until <= now() LIMIT $1) AS due"
        )
        return DueTotal(*await self._database.row(sql, DUE_LIMIT))

    async def spread(self, claimed: LeasedWebhook, asks: Asks) -> bool:
        """Make deliveries of the log's new events; tells whether there may be more."""
        pending = "SELECT count(*) FROM deliveries WHERE webhook = $1 AND next_at IS NOT NULL"
        room: int = BACKLOG - (await self._database.row(pending, claimed.id))[0]
        sql = (
            "SELECT version, type, at, hash FROM events WHERE session = $1 AND version > $2"
            " ORDER BY version LIMIT $3"
        )
        limit = min(PAGE, room)
        if limit <= 0:
            return False
        found = await self._database.rows(sql, claimed.session, claimed.cursor, limit)
        if found:
            asked = await asks(claimed, found[-1][0]) if claimed.awaits_me else b""
            await self._make(claimed, found, asked)
        return len(found) == limit

    async def _make(self, claimed: LeasedWebhook, events: Sequence[Any], asked: bytes) -> None:
        told = [row for row in events if not claimed.types or row[1] in claimed.types]
        if claimed.awaits_me:
            # However many moves led there: one question is one delivery.
            told = told[-1:] if asked not in (b"", claimed.asked) else []
        ids = [delivery_id(claimed.id, row[0], row[3]) for row in told]
        versions, types, times = ([row[place] for row in told] for place in range(3))
        # $1 webhook, $2 lease, $3 cursor it was at, $4 cursor now, $5 … deliveries by column, $9 asked
        sql = (
            "WITH own AS (UPDATE webhooks SET cursor = $4, asked = $9"
            " WHERE id = $1 AND lease = $2 AND cursor = $3 RETURNING id)"
            " INSERT INTO deliveries (id, webhook, version, type, at, state, next_at)"
            " SELECT made.id, own.id, version, type, at, 'pending', now()"
            " FROM own, unnest($5::uuid[], $6::bigint[], $7::text[], $8::timestamptz[])"
            " AS made (id, version, type, at) ORDER BY version"
        )
        last = events[-1][0]
        own = (claimed.id, claimed.lease, claimed.cursor, last)
        await self._database.row(sql, *own, ids, versions, types, times, asked)

    async def due(self, claimed: LeasedWebhook) -> DueDelivery | None:
        """The webhook's next delivery that is to be sent now, the oldest first."""
        sql = (
            "SELECT d.id, d.version, d.type, d.at, d.tries,"
            " w.delivered_at IS NULL OR w.delivered_at < d.since, w.url"
            " FROM webhooks w JOIN deliveries d ON d.webhook = w.id"
            " WHERE w.id = $1 AND w.lease = $2 AND w.disabled_at IS NULL AND d.next_at <= now()"
            " ORDER BY d.number LIMIT 1"
        )
        row = await self._database.row(sql, claimed.id, claimed.lease)
        if row is None:
            return None
        secrets = await signing_secret.good(self._database, self._keyring, claimed.id)
        return DueDelivery._make((UUID(int=row[0].int), *row[1:], secrets))

    async def record(
        self, claimed: LeasedWebhook, due: DueDelivery, outcome: Outcome, at: datetime
    ) -> bool:
        """Record the outcome of an attempt; tells whether the lease was still held."""
        attempt = Attempt(at, outcome.ms, outcome.status, outcome.error)
        tries = due.tries + 1
        delay = None if outcome.is_delivered or due.type == PING else schedule.delay(tries)
        state = "delivered" if outcome.is_delivered else "failed" if delay is None else "pending"
        rest = 0.0 if outcome.is_delivered else schedule.rest(outcome.status, outcome.headers, at)
        disabled = _disabled(due, outcome, is_over=delay is None)
        # $1 webhook, $2 lease, $3 its seconds, $4 delivered?, $5 rest, $6 why disabled or null,
        # $7 delivery, $8 state, $9 tries, $10 attempt, $11 attempts kept, $12 delay or null
        sql = (
            "WITH own AS (UPDATE webhooks SET leased_until = now() + $3 * interval '1 second',"
            " delivered_at = CASE WHEN $4 THEN now() ELSE delivered_at END,"
            " rests_until = now() + $5 * interval '1 second',"
            " disabled_because = coalesce(disabled_because, $6),"
            " disabled_at = coalesce(disabled_at, CASE WHEN $6 IS NOT NULL THEN now() END)"
            " WHERE id = $1 AND lease = $2 RETURNING id)"
            " UPDATE deliveries SET state = $8, tries = $9,"
            " attempts = (CASE WHEN jsonb_array_length(attempts) >= $11 THEN attempts - 0"
            " ELSE attempts END) || $10::jsonb, next_at = now() + $12 * interval '1 second'"
            " FROM own WHERE deliveries.id = $7 RETURNING deliveries.id"
        )
        found = await self._database.row(
            sql,
            *(claimed.id, claimed.lease, LEASE_SECONDS, outcome.is_delivered, rest, disabled),
            *(due.id, state, tries, msgspec.json.encode(attempt).decode(), KEPT_ATTEMPTS, delay),
        )
        return found is not None

    async def release(self, leases: Sequence[UUID]) -> None:
        """End these leases, so that others may have the webhooks."""
        sql = "UPDATE webhooks SET lease = NULL, leased_until = now() WHERE lease = ANY($1)"
        await self._database.row(sql, leases)

    async def clean(self) -> None:
        """Delete old finished deliveries, and expired secrets."""
        sql = (
            "DELETE FROM deliveries d USING webhooks w WHERE w.id = d.webhook AND d.next_at IS NULL"
            " AND (d.made_at < now() - $1 * interval '1 day' OR d.version <= w.cursor - $2)"
        )
        await self._database.row(sql, KEPT_DAYS, KEPT_DELIVERIES)
        await self._database.row("DELETE FROM webhook_secrets WHERE until < now()")


def delivery_id(webhook: UUID, version: int, held: bytes) -> UUID:
    """The id of an event's delivery, the same at every attempt, by which its receiver knows it.

    Where a log went back, another event may come to have a version that was delivered before.
    """
    return uuid5(webhook, f"{version} {held.hex()}")


def _claimed(row: Any) -> LeasedWebhook:
    id, session, lease = (UUID(int=row[place].int) for place in (0, 1, 4))
    return LeasedWebhook(id, session, row[2], row[3], lease, *row[5:])


def _disabled(due: DueDelivery, outcome: Outcome, *, is_over: bool) -> str | None:
    """Why the webhook is disabled after an attempt, if it is."""
    if outcome.is_gone:
        return GONE
    fails = is_over and due.has_failed and not outcome.is_delivered and due.type != PING
    return FAILING if fails else None
