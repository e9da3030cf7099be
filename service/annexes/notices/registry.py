"""Webhooks as whoever they belong to knows them: registered, changed, looked up, and their deliveries."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple
from uuid import UUID, uuid4

import msgspec
from msgspec import Meta

from verger.domain.core.identifier import SeatId
from verger.service.annexes.notices import signing_secret
from verger.service.annexes.notices.message import ASKED, PING
from verger.service.annexes.notices.notice import Form
from verger.service.annexes.notices.outbox import BACKLOG, Attempt
from verger.service.annexes.notices.push import Subscription
from verger.service.annexes.notices.sender import Fault
from verger.service.annexes.notices.signing_secret import PAUSED
from verger.service.database.pool import AFTER_ALL, Connection, Database, plain
from verger.service.keyring import Keyring
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

LIMIT = 10
"""Webhooks of a seat, a token or an app."""
OVERLAP_HOURS = 24
"""How long the old secret still signs beside a new one."""

Digest = Annotated[int, Meta(ge=0, le=86_400)]
State = Literal["pending", "delivered", "failed"]
Because = Literal["paused", "failing", "gone"]


class Owner(NamedTuple):
    """Whose webhooks are meant: seats' of a session, or a token's or an app's, which cover many."""

    session: UUID | None = None
    seats: Sequence[str] = ()
    token: UUID | None = None
    app: UUID | None = None

    @property
    def binds(self) -> tuple[object, ...]:
        """As a statement takes it."""
        return self.session, list(self.seats), self.token, self.app

    @property
    def name(self) -> str:
        """One owner, as locks and requests name it."""
        return " ".join(
            str(part) for part in (self.session, *self.seats, self.token, self.app) if part
        )


class DisabledView(msgspec.Struct, frozen=True):
    """Since when and why nothing is sent."""

    at: datetime
    because: Because
    """`paused` by its seat, `gone` (its receiver answered 410), or `failing`: no attempt of a whole
    schedule was accepted."""


class WebhookView(msgspec.Struct, frozen=True):
    """A webhook."""

    id: UUID
    seat: SeatId | None
    """Whose it is; nothing where it covers many sessions, and is an app's or a token's."""
    url: str
    description: str
    types: tuple[str, ...]
    form: Form
    awaits_me: bool
    digest: Digest
    version: int | None
    """How far it has come; nothing where it covers many sessions."""
    made_at: datetime
    delivered_at: datetime | None
    """When a delivery was last accepted."""
    pending: int
    """Deliveries that wait or are tried again."""
    disabled: DisabledView | None
    """Nothing while it is enabled."""


class AttemptView(msgspec.Struct, frozen=True):
    """One attempt at a delivery."""

    at: datetime
    ms: int
    """How long it took."""
    status: int | None
    """The status of the receiver's answer, where there was one."""
    error: Fault | None
    """Why there was none: `timeout`, `unreachable`, `unresolved` (no address is known for the
    host), `private_address`, `tls`, or `broken` (what came was no answer)."""


class DeliveryView(msgspec.Struct, frozen=True):
    """An event that a webhook is told of, or a ping."""

    id: UUID
    """What is sent as `webhook-id`."""
    version: int | None
    """The event's; a ping has none."""
    type: str
    """The event's type, or `webhook.ping`."""
    state: State
    """`pending` while it waits or is tried again, then `delivered`, or `failed` for good."""
    made_at: datetime
    next_at: datetime | None
    """When it is sent next, unless that is over or the webhook is disabled."""
    attempts: tuple[AttemptView, ...]
    """The newest 20, the oldest of them first."""
    session: UUID | None = None
    """The event's; a ping has none."""


class WebhookUpdate(NamedTuple):
    """A change of a webhook; a field that is None stays as it is."""

    url: str | None = None
    types: Sequence[str] | None = None
    description: str | None = None
    form: Form | None = None
    awaits_me: bool | None = None
    digest: int | None = None
    enabled: bool | None = None
    keys: Subscription | None = None
    """Only of a new one: for another browser there is another webhook."""


_OWN = "((session = $1 AND seat = ANY($2)) OR token = $3 OR app = $4)"
_WEBHOOK = (
    "SELECT id, seat, url, description, types, form, awaits_me, digest,"  # noqa: S608
    " (SELECT cursor FROM webhook_logs l WHERE l.webhook = w.id AND l.session = w.session),"
    " made_at, delivered_at, (SELECT count(*) FROM deliveries d"
    " WHERE d.webhook = w.id AND d.next_at IS NOT NULL), disabled_at, disabled_because"
    f" FROM webhooks w WHERE {_OWN}"
)
# A webhook that rests after a failure is sent nothing sooner.
_DELIVERY = (
    "SELECT d.id, d.version, d.type, d.state, d.made_at, CASE WHEN w.disabled_at IS NULL"
    " THEN greatest(d.next_at, CASE WHEN d.next_at IS NOT NULL THEN w.rests_until END) END,"
    " d.attempts, d.session FROM deliveries d JOIN webhooks w ON w.id = d.webhook WHERE d.webhook = $1"
)
_HEAD = "(SELECT coalesce(max(version), 0) FROM events e WHERE e.session = l.session)"
_attempts = msgspec.json.Decoder(tuple[Attempt, ...])


class Registry:
    """The webhooks of every session."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, owner: Owner) -> list[WebhookView]:
        """An owner's webhooks, the oldest first."""
        rows = await self._database.rows(f"{_WEBHOOK} ORDER BY made_at, id", *owner.binds)
        return [_webhook(row) for row in rows]

    async def one(self, owner: Owner, id: UUID | None) -> WebhookView:
        """One of an owner's webhooks."""
        row = await self._database.row(f"{_WEBHOOK} AND id = $5", *owner.binds, id)
        if row is None:
            raise ProblemError(ProblemCode.NO_SUCH_WEBHOOK)
        return _webhook(row)

    async def change(self, id: UUID, change: WebhookUpdate, ends_at: datetime | None) -> None:
        """Change a webhook. If it is enabled again, it resumes at its cursors, within the backlog.

        `ends_at` is the fixed end of the token that asks. With a new URL, the webhook ends then.
        """
        because = None if change.enabled is None else "" if change.enabled else PAUSED
        # $1 webhook, $2 URL, $3 types, $4 description, $5 reason to disable ('' enables it, null changes
        # nothing), $6 form (not that of a browser), $7 whether only questions to its seats are delivered,
        # $8 how many versions it can go back, $9 digest, $10 the fixed end of the token that asks
        sql = (
            "WITH back AS (UPDATE webhook_logs l SET"  # noqa: S608
            f" cursor = greatest(l.cursor, {_HEAD} - $8) FROM webhooks w WHERE $5 = ''"
            " AND w.id = $1 AND w.disabled_at IS NOT NULL AND l.webhook = w.id)"
            " UPDATE webhooks SET url = coalesce($2, url),"
            " ends_at = CASE WHEN $2 IS NULL THEN ends_at ELSE $10 END, types = coalesce($3, types),"
            " description = coalesce($4, description), form = coalesce($6, form),"
            " p256dh = CASE WHEN $6 IS NULL THEN p256dh END, auth = CASE WHEN $6 IS NULL THEN auth END,"
            " awaits_me = coalesce($7, awaits_me), digest = coalesce($9, digest),"
            " gathers_until = CASE WHEN $9 IS NULL THEN gathers_until END,"
            " disabled_because = CASE WHEN $5 = '' THEN NULL"
            " ELSE coalesce(disabled_because, $5) END,"
            " disabled_at = CASE WHEN $5 = '' THEN NULL"
            " ELSE coalesce(disabled_at, CASE WHEN $5 IS NOT NULL THEN now() END) END,"
            " rests_until = CASE WHEN $5 = '' THEN now() ELSE rests_until END WHERE id = $1"
        )
        types = None if change.types is None else list(change.types)
        told = (change.url, types, change.description, because)
        wanted = (*told, change.form, change.awaits_me)
        await self._database.row(sql, id, *wanted, BACKLOG, change.digest, ends_at)

    async def delete(self, owner: Owner, id: UUID | None) -> None:
        """Delete one of an owner's webhooks, with all that is kept of it."""
        sql = f"DELETE FROM webhooks WHERE {_OWN} AND id = $5 RETURNING id"  # noqa: S608
        if await self._database.row(sql, *owner.binds, id) is None:
            raise ProblemError(ProblemCode.NO_SUCH_WEBHOOK)

    async def deliveries(self, webhook: UUID, after: UUID | None, limit: int) -> list[DeliveryView]:
        """A webhook's deliveries after one of them, the newest first."""
        sql = (
            f"{_DELIVERY} AND d.number < (SELECT number FROM deliveries WHERE id = $2 AND webhook = $1"  # noqa: S608
            " UNION ALL SELECT $4::bigint WHERE $2 = $5) ORDER BY d.number DESC LIMIT $3"
        )
        place = (after or AFTER_ALL, limit, 2**63 - 1, AFTER_ALL)
        return [_delivery(row) for row in await self._database.rows(sql, webhook, *place)]

    async def delivery(self, webhook: UUID, id: UUID | None) -> DeliveryView:
        """One delivery of a webhook."""
        row = await self._database.row(f"{_DELIVERY} AND d.id = $2", webhook, id)
        if row is None:
            raise ProblemError(ProblemCode.NO_SUCH_DELIVERY)
        return _delivery(row)


async def register(
    connection: Connection,
    owner: Owner,
    id: UUID,
    asked: WebhookUpdate,
    ends_at: datetime | None = None,
) -> WebhookView:
    """Register a webhook for events from now on. `ends_at` is the fixed end of the token that asks."""
    # Concurrent registrations of the same owner wait for each other, so that they are counted.
    lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
    await connection.execute(lock, f"webhooks {owner.name}")
    # What the owner gets meanwhile waits, and finds the webhook.
    await connection.execute("SELECT FROM tokens WHERE id = $1 FOR UPDATE", owner.token)
    await connection.execute("SELECT FROM apps WHERE id = $1 FOR UPDATE", owner.app)
    sql = f"SELECT count(*) FROM webhooks WHERE {_OWN}"  # noqa: S608
    if await connection.fetchval(sql, *owner.binds) >= LIMIT:
        raise ProblemError(ProblemCode.TOO_MANY_WEBHOOKS, limit=LIMIT)
    sql = (
        "INSERT INTO webhooks"
        " (id, session, seat, token, app, url, types, description, form, awaits_me, digest, p256dh,"
        " auth, ends_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"
    )
    whose = (owner.session, next(iter(owner.seats), None), owner.token, owner.app)
    told = (asked.url, list(asked.types or ()), asked.description)
    wanted = (asked.form or "standard", asked.awaits_me or False, asked.digest or 0)
    keys = (asked.keys.p256dh, asked.keys.auth) if asked.keys else (None, None)
    await connection.execute(sql, id, *whose, *told, *wanted, *keys, ends_at)
    await connection.execute(_COVER, id)
    return _webhook(await connection.fetchrow(f"{_WEBHOOK} AND id = $5", *owner.binds, id))


# A webhook is told of what happens from now on in every log that it covers.
_COVER = (
    "INSERT INTO webhook_logs (webhook, session, cursor)"  # noqa: S608
    f" SELECT $1, l.session, {_HEAD} FROM (SELECT session FROM webhook_cover WHERE webhook = $1"
    " UNION SELECT session FROM webhooks WHERE id = $1 AND session IS NOT NULL) l"
)


async def rotate(
    connection: Connection, keyring: Keyring, webhook: UUID, secret: bytes
) -> datetime | None:
    """Sign with another secret from now on; gives until when the one before signs too."""
    # First of all, as encrypting anew does: they wait for each other.
    key = await keyring.in_use(connection)
    # One after another: they wait for the lock on the webhook's row.
    lock = "SELECT id FROM webhooks WHERE id = $1 FOR UPDATE"
    if await connection.fetchrow(lock, webhook) is None:
        raise ProblemError(ProblemCode.NO_SUCH_WEBHOOK)
    sql = "DELETE FROM webhook_secrets WHERE webhook = $1 AND until IS NOT NULL"
    await connection.execute(sql, webhook)
    sql = (
        "UPDATE webhook_secrets SET until = now() + $2 * interval '1 hour'"
        " WHERE webhook = $1 RETURNING until"
    )
    until: datetime | None = await connection.fetchval(sql, webhook, OVERLAP_HOURS)
    await signing_secret.keep(connection, keyring, key, webhook, secret)
    return until


async def ping(connection: Connection, webhook: UUID) -> DeliveryView:
    """Queue a ping; gives the pending one, where there is one."""
    await connection.execute("SELECT FROM webhooks WHERE id = $1 FOR UPDATE", webhook)
    waiting = f"{_DELIVERY} AND d.type = '{PING}' AND d.next_at IS NOT NULL"
    row = await connection.fetchrow(waiting, webhook)
    if row is None:
        sql = (
            "INSERT INTO deliveries (id, webhook, type, at, state, next_at)"
            " SELECT $2, id, $3, now(), 'pending', now() FROM webhooks WHERE id = $1"
        )
        await connection.execute(sql, webhook, uuid4(), PING)
        row = await connection.fetchrow(waiting, webhook)
    return _delivery(row)


async def tell_of_ask(connection: Connection, session: UUID, hosts: Sequence[SeatId]) -> None:
    """Queue that somebody asks for a seat, for the seats and the app that hand these out.

    Those that want certain types of events are told of nothing else.
    """
    sql = (
        "INSERT INTO deliveries (id, webhook, session, type, at, state, next_at)"
        " SELECT gen_random_uuid(), w.id, $1, $3, now(), 'pending', now()"
        " FROM webhooks w JOIN webhook_logs l ON l.webhook = w.id AND l.session = $1"
        " WHERE w.disabled_at IS NULL AND w.types = '{}' AND (w.seat = ANY($2) OR w.app IS NOT NULL"
        " OR EXISTS (SELECT FROM token_seats s"
        " WHERE s.token = w.token AND s.session = $1 AND s.seat = ANY($2)))"
    )
    await connection.execute(sql, session, list(hosts), ASKED)


async def redeliver(connection: Connection, webhook: UUID, id: UUID) -> DeliveryView:
    """Start a delivery's schedule anew, now."""
    sql = (
        "UPDATE deliveries SET state = 'pending', tries = 0, since = now(), next_at = now()"
        " WHERE webhook = $1 AND id = $2"
    )
    await connection.execute(sql, webhook, id)
    return _delivery(await connection.fetchrow(f"{_DELIVERY} AND d.id = $2", webhook, id))


def _webhook(row: Any) -> WebhookView:
    id, seat, url, description, types, *rest, at, because = row
    disabled = DisabledView(at, because) if at else None
    shown = [plain(id), seat, url, description, tuple(types), *rest, disabled]
    return WebhookView(*shown)


def _delivery(row: Any) -> DeliveryView:
    if row is None:
        raise ProblemError(ProblemCode.NO_SUCH_DELIVERY)
    id, *rest, attempts, session = row
    made = (
        AttemptView(one.at, one.ms, one.status, one.error) for one in _attempts.decode(attempts)
    )
    shown = [plain(id), *rest, tuple(made), session and plain(session)]
    return DeliveryView(*shown)
