"""The outbox: which webhooks have work, which process is at it, and what came of each attempt.

Everything is in the database and by its clock. A lease is one process's time with one webhook:
while it holds, nobody else makes deliveries of it or sends them; it runs out if the process dies.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import msgspec

from verger.service.annexes.notices import claim, news, schedule, signing_secret
from verger.service.annexes.notices.message import DIGEST, PING, Gathered
from verger.service.annexes.notices.news import Asks, News, columns
from verger.service.annexes.notices.notice import Form
from verger.service.annexes.notices.push import Subscription
from verger.service.annexes.notices.question import OwnMove
from verger.service.annexes.notices.sender import Fault, Outcome
from verger.service.annexes.notices.share import OF_TARGET, Shares, WebhookHealth
from verger.service.cleaning import delete_old
from verger.service.database.outage import DamagedError
from verger.service.database.pool import Database, plain
from verger.service.keyring import Keyring

LEASE_SECONDS = 60.0
"""Three times as long as an attempt may take; also how long a dead process holds up a webhook."""
LOG_REST_SECONDS = 60.0
"""The time for which a webhook skips a log after it found events that cannot be read."""
BATCH = 20
"""Deliveries sent before another webhook has its turn."""
PAGE = 500
"""Events looked at before another webhook has its turn."""
OWN_MOVES = 100
"""The maximum number of own moves that are read to find out whose move led to a question."""
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


_IS_MADE = "n.data::json -> 'repeats' IS NULL"
"""Whether an event is a move that its seat made itself, and not one that the server made again."""


class LeasedWebhook(NamedTuple):
    """A webhook that this process has leased."""

    id: UUID
    lease: UUID
    session: UUID | None
    """The one that it is told of; nothing where it covers all of an app's or a token's."""
    types: list[str]
    form: Form
    awaits_me: bool
    """Whether it is told only when its seats are asked for something."""
    digest: int
    """For how many seconds it gathers; 0: not at all."""
    has_gathered: bool
    """Whether it has done so."""
    owner: str
    """The seat, token or app that it belongs to."""
    target: str
    """The host and the port of its address."""
    standing: WebhookHealth

    def is_told_of(self, event: str) -> bool:
        """Whether it is told of a type of events."""
        return not self.types or event in self.types


class DueDelivery(NamedTuple):
    """A delivery that is to be sent now, and its webhook as that is now."""

    id: UUID
    session: UUID | None
    version: int | None
    type: str
    at: datetime
    tries: int
    has_failed: bool
    """Whether nothing has arrived at the webhook since the delivery's schedule began."""
    url: str
    gathered: tuple[Gathered, ...]
    """What a digest tells; nothing else has any."""
    browser: Subscription | None
    """The browser that it is for, where it is for one."""
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


READ_AHEAD = 100_000
"""Events that the feed is read on by; where there are more, every log is looked at instead."""


_gathered = msgspec.json.Decoder(tuple[Gathered, ...])


class Outbox:
    """The deliveries of every webhook."""

    def __init__(self, database: Database, keyring: Keyring) -> None:
        self._database = database
        self._keyring = keyring

    async def watched(self, sessions: Collection[UUID]) -> set[UUID]:
        """Those of these sessions whose moves webhooks are told of."""
        sql = "SELECT DISTINCT session FROM webhook_logs WHERE session = ANY($1)"
        return {plain(row[0]) for row in await self._database.rows(sql, list(sessions))}

    async def poll(self, shares: Shares) -> list[LeasedWebhook]:
        """Take webhooks on lease that have work, whether anybody told of it or not."""
        await self._database.row("SELECT read_for_webhooks($1)", READ_AHEAD)
        return await self._claim(f"{claim.PENDING},", claim.POLLED, shares)

    async def claim(
        self, shares: Shares, sessions: Collection[UUID], webhooks: Collection[UUID] = ()
    ) -> list[LeasedWebhook]:
        """Take webhooks on lease that have work: of these sessions, and these."""
        try:
            return await self._claim("", claim.WOKEN, shares, list(sessions), list(webhooks))
        except DamagedError:
            # The head of one of these logs may be unreadable. A poll asks the feed, and not the logs.
            return await self.poll(shares)

    async def _claim(
        self, also: str, has_work: str, shares: Shares, *wanted: object
    ) -> list[LeasedWebhook]:
        """Take as many as there are places, in the order of the turns of their owners.

        Webhooks whose last attempt failed come last.
        """
        owners, targets = shares.owners, shares.targets
        rows = await self._database.rows(
            f"WITH {also} {claim.DUE.format(has_work)}, {claim.CLAIM}",
            *(LEASE_SECONDS, shares.free, shares.free_for_failing, OF_TARGET),
            *(list(owners), list(owners.values()), list(targets), list(targets.values())),
            *wanted,
        )
        return [_claimed(row) for row in rows]

    async def all_due(self) -> DueTotal:
        """How many deliveries of all webhooks are due, and for how long."""
        sql = (
            f"WITH {claim.PENDING} SELECT count(*),"  # noqa: S608
            " coalesce(extract(epoch FROM max(now() - since)), 0)::float8 FROM"
            " (SELECT greatest(d.next_at, w.rests_until) AS since FROM webhooks w CROSS JOIN LATERAL"
            " (SELECT next_at FROM deliveries WHERE webhook = w.id AND next_at <= now()"
            " ORDER BY next_at LIMIT $1) d"
            " WHERE w.id = ANY(ARRAY(SELECT webhook FROM pending WHERE next_at <= now()))"
            " AND w.disabled_at IS NULL AND w.rests_until <= now() LIMIT $1) AS due"
        )
        return DueTotal(*await self._database.row(sql, DUE_LIMIT))

    async def spread(self, claimed: LeasedWebhook, asks: Asks) -> bool:
        """Make deliveries of the log's new events; tells whether there may be more."""
        pending = "SELECT count(*) FROM deliveries WHERE webhook = $1 AND next_at IS NOT NULL"
        room: int = BACKLOG - (await self._database.row(pending, claimed.id))[0]
        limit = min(PAGE, room)
        if limit <= 0:
            return False
        if claimed.digest and claimed.has_gathered:
            return await self._tell(claimed, asks)
        rows = await self._database.rows(news.NEWS, claimed.id, limit)
        found = [news.news(row) for row in rows]
        if claimed.digest and any(claimed.is_told_of(one.type) for one in found):
            await self._database.row(news.BEGIN, claimed.id, claimed.lease)
            return False
        if found:
            await self._make(claimed, found, asks)
        return len(rows) == limit

    async def rest(self, claimed: LeasedWebhook) -> list[UUID]:
        """Leave alone for a while those of a webhook's logs whose new events cannot be read; gives them."""
        rows = await self._database.rows(news.REST, claimed.id, LOG_REST_SECONDS)
        return [plain(row[0]) for row in rows]

    async def _tell(self, claimed: LeasedWebhook, asks: Asks) -> bool:
        """Make one delivery of what was gathered; tells whether there is more."""
        rows = await self._database.rows(news.HEAPS, claimed.id, news.GATHERED)
        heaps = [news.heap(row) for row in rows]
        moved = await news.gathered(heaps, asks)
        told = news.told(heaps, moved, awaits_me=claimed.awaits_me)
        text = msgspec.json.encode(told).decode() if told else None
        at = max((one.at for one in heaps), default=None)
        own, is_full = (claimed.id, claimed.lease), len(rows) == news.GATHERED
        await self._database.row(
            news.TELL, *own, *columns(moved, 4), is_full, uuid4(), DIGEST, at, text
        )
        return is_full

    async def _make(self, claimed: LeasedWebhook, found: Sequence[News], asks: Asks) -> None:
        moved = await news.moved(found, asks if claimed.awaits_me else None)
        told = [one for one in found if claimed.is_told_of(one.type)]
        if claimed.awaits_me:
            told = news.asking(told, moved)
        made = news.made(claimed.id, told)
        own = (claimed.id, claimed.lease)
        await self._database.row(news.MAKE, *own, *columns(moved, 4), *columns(made, 5))

    async def due(self, claimed: LeasedWebhook) -> DueDelivery | None:
        """The webhook's next delivery that is to be sent now, the oldest first."""
        sql = (
            "SELECT d.id, d.session, d.version, d.type, d.at, d.tries,"  # noqa: S608
            " w.delivered_at IS NULL OR w.delivered_at < d.since, w.url, d.gathered, w.p256dh, w.auth"
            " FROM webhooks w JOIN deliveries d ON d.webhook = w.id"
            " WHERE w.id = $1 AND w.lease = $2 AND w.disabled_at IS NULL AND d.next_at <= now()"
            f" AND {claim.HAS_OWNER} ORDER BY d.number LIMIT 1"
        )
        row = await self._database.row(sql, claimed.id, claimed.lease)
        if row is None:
            return None
        secrets = await signing_secret.good(self._database, self._keyring, claimed.id)
        id, session, *rest, gathered, p256dh, auth = row
        told = _gathered.decode(gathered) if gathered else ()
        browser = Subscription(p256dh, auth) if p256dh else None
        own = (plain(id), session and plain(session), *rest, told, browser, secrets)
        return DueDelivery._make(own)

    async def seats(self, claimed: LeasedWebhook, session: UUID) -> list[str] | None:
        """A webhook's seats in a session; None where it does not cover that any more."""
        sql = (
            f"SELECT {news.SEATS} FROM webhooks w JOIN webhook_logs l ON l.webhook = w.id"  # noqa: S608
            " WHERE w.id = $1 AND l.session = $2"
        )
        found = await self._database.row(sql, claimed.id, session)
        return found[0] if found else None

    async def own_moves(
        self, session: UUID, seats: Sequence[str], *, after: int, until: int
    ) -> list[OwnMove]:
        """Return the newest moves of these seats between two versions, the newest first."""
        sql = (
            "SELECT e.version, coalesce((SELECT min(n.version) - 1 FROM events n"  # noqa: S608
            f" WHERE n.session = $1 AND n.version BETWEEN e.version + 1 AND $4 AND {_IS_MADE}), $4),"
            " e.seat FROM (SELECT version, seat FROM events n WHERE session = $1"
            f" AND seat = ANY($2) AND version > $3 AND version <= $4 AND {_IS_MADE}"
            " ORDER BY version DESC LIMIT $5) e ORDER BY e.version DESC"
        )
        rows = await self._database.rows(sql, session, list(seats), after, until, OWN_MOVES)
        return [OwnMove(*row) for row in rows]

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

    async def release(self, claimed: Collection[LeasedWebhook]) -> None:
        """End these leases, so that others may have the webhooks."""
        sql = (
            "UPDATE webhooks SET lease = NULL, leased_until = now()"
            " WHERE id = ANY($1) AND lease = ANY($2)"
        )
        held = [one.id for one in claimed], [one.lease for one in claimed]
        await self._database.row(sql, *held)

    async def clean(self) -> None:
        """Delete old finished deliveries, expired secrets, and webhooks whose owner has ended."""
        old = "next_at IS NULL AND made_at < now() - $1 * interval '1 day'"
        await delete_old(self._database, "deliveries", "id", old, KEPT_DAYS)
        far = (
            "id IN (SELECT d.id FROM webhook_logs l JOIN deliveries d"
            " ON d.webhook = l.webhook AND d.session = l.session WHERE l.cursor > $1::bigint"
            " AND d.next_at IS NULL AND d.version <= l.cursor - $1::bigint)"
        )
        await delete_old(self._database, "deliveries", "id", far, KEPT_DELIVERIES)
        await self._database.row("DELETE FROM webhook_secrets WHERE until < now()")
        await self._database.row("DELETE FROM webhooks WHERE ends_at < now()")
        ownerless = f"session IS NULL AND NOT {claim.HAS_OWNER}"
        await self._database.row(f"DELETE FROM webhooks w WHERE {ownerless}")  # noqa: S608


def _claimed(row: Any) -> LeasedWebhook:
    id, lease, session, *rest, standing = row
    session = session and plain(session)
    return LeasedWebhook._make((plain(id), plain(lease), session, *rest, WebhookHealth(standing)))


def _disabled(due: DueDelivery, outcome: Outcome, *, is_over: bool) -> str | None:
    """Why the webhook is disabled after an attempt, if it is."""
    # A push service answers 404 as well where a subscription has ended (RFC 8030, 7.3).
    if outcome.is_gone or (due.browser and outcome.status == 404):
        return GONE
    fails = is_over and due.has_failed and not outcome.is_delivered and due.type != PING
    return FAILING if fails else None
