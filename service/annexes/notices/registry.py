"""The webhooks of an owner, and their deliveries."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal, NamedTuple
from uuid import UUID, uuid4

import msgspec
from msgspec import Meta

from verger.domain.core.identifier import SeatId
from verger.service.annexes.notices import signing_secret, sql
from verger.service.annexes.notices.maker import BACKLOG
from verger.service.annexes.notices.message import ASKED, PING
from verger.service.annexes.notices.notice import Form
from verger.service.annexes.notices.outbox import Attempt
from verger.service.annexes.notices.push import Subscription
from verger.service.annexes.notices.sender import Fault
from verger.service.annexes.notices.signing_secret import PAUSED
from verger.service.database.pool import AFTER_ALL, Connection, Database
from verger.service.database.record import Record
from verger.service.keyring import Keyring
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

LIMIT = 10
"""The maximum number of webhooks of a seat, a token or an app."""
OVERLAP_HOURS = 24
"""How long messages are signed with the old secret too, in hours."""

Digest = Annotated[int, Meta(ge=0, le=86_400)]
State = Literal["pending", "delivered", "failed"]
DisabledReason = Literal["paused", "failing", "gone"]


class Owner(NamedTuple):
    """The owner of webhooks: seats of a session, or a token or an app, which cover many sessions."""

    session: UUID | None = None
    seats: Sequence[str] = ()
    token: UUID | None = None
    app: UUID | None = None

    @property
    def binds(self) -> tuple[object, ...]:
        """The parameters $1 to $4 of statements."""
        return self.session, list(self.seats), self.token, self.app

    @property
    def name(self) -> str:
        """The name of an owner with one seat at most, for locks and requests."""
        return " ".join(
            str(part) for part in (self.session, *self.seats, self.token, self.app) if part
        )


class DisabledView(msgspec.Struct, frozen=True):
    """The time when a webhook was disabled, and the reason."""

    at: datetime
    """The time when it was disabled."""
    reason: DisabledReason
    """`paused` by its owner, `gone` (its receiver answered 410), or `failing` (no attempt of a
    whole schedule was accepted)."""


class WebhookView(msgspec.Struct, frozen=True):
    """A webhook."""

    id: UUID
    """The id of the webhook."""
    seat: SeatId | None
    """The seat that the webhook belongs to; null if an app or a token has it."""
    url: str
    """The address that receives deliveries."""
    description: str
    """The purpose of the webhook."""
    types: tuple[str, ...]
    """The types of events that it receives. Empty for all types."""
    form: Form
    """The form of deliveries: messages for programs, or notices for a chat or a browser."""
    awaits_me: bool
    """Whether it only receives events with a new question to the seat."""
    digest: Digest
    """Events are gathered in one message for this number of seconds. With 0, each event has its own
    message."""
    version: int | None
    """The newest version that it has processed; null if it covers many sessions."""
    made_at: datetime
    """The time when it was registered."""
    delivered_at: datetime | None
    """The time when the last delivery was accepted; null if there was none."""
    pending: int
    """The number of deliveries that wait for their first or next attempt."""
    disabled: DisabledView | None
    """The time when the webhook was disabled, and the reason; null if it is enabled."""


class AttemptView(msgspec.Struct, frozen=True):
    """One attempt at a delivery."""

    at: datetime
    """The time of the attempt."""
    ms: int
    """The duration of the attempt, in milliseconds."""
    status: int | None
    """The status of the receiver's answer; null if there was none."""
    error: Fault | None
    """The reason why there was no answer: `timeout`, `unreachable`, `unresolved` (no address is
    known for the host), `private_address`, `tls`, or `broken` (not an HTTP answer)."""


class DeliveryView(msgspec.Struct, frozen=True):
    """The delivery of an event or another message to a webhook."""

    id: UUID
    """The `webhook-id` of the message."""
    version: int | None
    """The version of the event; null for other messages."""
    type: str
    """The type of the event, or of another message such as `webhook.ping`."""
    state: State
    """`pending` while it waits or is tried again, then `delivered` or `failed`."""
    made_at: datetime
    """The time when it was made."""
    next_at: datetime | None
    """The time of the next attempt; null if there is none or the webhook is disabled."""
    attempts: tuple[AttemptView, ...]
    """The last 20 attempts, the oldest first."""
    session: UUID | None = None
    """The session of the delivery, if there is only one."""


class WebhookUpdate(NamedTuple):
    """A change of a webhook. Fields that are None do not change."""

    url: str | None = None
    types: Sequence[str] | None = None
    description: str | None = None
    form: Form | None = None
    awaits_me: bool | None = None
    digest: int | None = None
    enabled: bool | None = None
    keys: Subscription | None = None
    """The keys of the browser. They do not change later, because every browser has its own webhook."""


_attempts = msgspec.json.Decoder(tuple[Attempt, ...])


class Registry:
    """The webhooks of every session."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, owner: Owner) -> list[WebhookView]:
        """Return an owner's webhooks, the oldest first."""
        rows = await self._database.rows(sql.WEBHOOKS, *owner.binds)
        return [_webhook(row) for row in rows]

    async def one(self, owner: Owner, id: UUID | None) -> WebhookView:
        """Return one of an owner's webhooks."""
        row = await self._database.row(sql.WEBHOOK, *owner.binds, id)
        if row is None:
            raise ProblemError(ProblemCode.NO_SUCH_WEBHOOK)
        return _webhook(row)

    async def change(self, id: UUID, change: WebhookUpdate, ends_at: datetime | None) -> None:
        """Change a webhook. If it is enabled again, it continues at its cursors, but at most the backlog before the heads.

        `ends_at` is the expiry of the requesting token, if that is fixed. A webhook with a new URL ends then.
        """
        because = None if change.enabled is None else "" if change.enabled else PAUSED
        types = None if change.types is None else list(change.types)
        await self._database.row(
            sql.CHANGE_WEBHOOK,
            *(id, change.url, types, change.description, because, change.form),
            *(change.awaits_me, BACKLOG, change.digest, ends_at),
        )

    async def delete(self, owner: Owner, id: UUID | None) -> None:
        """Delete one of an owner's webhooks, with its deliveries."""
        if await self._database.row(sql.DELETE_WEBHOOK, *owner.binds, id) is None:
            raise ProblemError(ProblemCode.NO_SUCH_WEBHOOK)

    async def deliveries(self, webhook: UUID, after: UUID | None, limit: int) -> list[DeliveryView]:
        """Return a webhook's deliveries after one of them, the newest first."""
        place = (after or AFTER_ALL, limit, 2**63 - 1, AFTER_ALL)
        return [
            _delivery(row) for row in await self._database.rows(sql.DELIVERIES, webhook, *place)
        ]

    async def delivery(self, webhook: UUID, id: UUID | None) -> DeliveryView:
        """Return one delivery of a webhook."""
        return _delivery(await self._database.row(sql.DELIVERY, webhook, id))


async def register(
    connection: Connection,
    owner: Owner,
    id: UUID,
    wanted: WebhookUpdate,
    ends_at: datetime | None = None,
) -> WebhookView:
    """Register a webhook for later events. `ends_at` is the expiry of the requesting token, if that is fixed."""
    # Concurrent registrations of the same owner wait for each other, so that all are counted.
    await connection.execute(sql.LOCK_OWNER, f"webhooks {owner.name}")
    # If the owner gets another session now, that transaction waits, and then covers it with this webhook.
    await connection.execute(sql.LOCK_TOKEN, owner.token)
    await connection.execute(sql.LOCK_APP, owner.app)
    if await connection.fetchval(sql.COUNT_WEBHOOKS, *owner.binds) >= LIMIT:
        raise ProblemError(ProblemCode.TOO_MANY_WEBHOOKS, webhooks_allowed=LIMIT)
    keys = (wanted.keys.p256dh, wanted.keys.auth) if wanted.keys else (None, None)
    await connection.execute(
        sql.ADD_WEBHOOK,
        *(id, owner.session, next(iter(owner.seats), None), owner.token, owner.app),
        *(wanted.url, list(wanted.types or ()), wanted.description),
        *(wanted.form or "standard", wanted.awaits_me or False, wanted.digest or 0),
        *(*keys, ends_at),
    )
    await connection.execute(sql.COVER_LOGS, id)
    return _webhook(await connection.fetchrow(sql.WEBHOOK, *owner.binds, id))


async def rotate(
    connection: Connection, keyring: Keyring, webhook: UUID, secret: bytes
) -> datetime | None:
    """Sign with another secret from now on. Return the end of the time when the old secret signs too."""
    # The key comes first, as in the command that encrypts again. So both wait for each other.
    key = await keyring.in_use(connection)
    # Concurrent rotations wait for the lock on the webhook's row.
    if await connection.fetchrow(sql.LOCK_WEBHOOK, webhook) is None:
        raise ProblemError(ProblemCode.NO_SUCH_WEBHOOK)
    await connection.execute(sql.DELETE_OLD, webhook)
    until: datetime | None = await connection.fetchval(sql.LIMIT_OLD, webhook, OVERLAP_HOURS)
    await signing_secret.add(connection, keyring, key, webhook, secret)
    return until


async def ping(connection: Connection, webhook: UUID) -> DeliveryView:
    """Queue a ping, and return it. If a ping is pending already, return that."""
    await connection.execute(sql.LOCK_WEBHOOK, webhook)
    row = await connection.fetchrow(sql.PENDING_OF_TYPE, webhook, PING)
    if row is None:
        await connection.execute(sql.ADD_PING, webhook, uuid4(), PING)
        row = await connection.fetchrow(sql.PENDING_OF_TYPE, webhook, PING)
    return _delivery(row)


async def add_asked(connection: Connection, session: UUID, hosts: Sequence[SeatId]) -> None:
    """Queue a message about a request for a seat, to the webhooks of everybody who can give out seats."""
    await connection.execute(sql.ADD_ASKED, session, list(hosts), ASKED)


async def redeliver(connection: Connection, webhook: UUID, id: UUID) -> DeliveryView:
    """Queue a delivery again, with a new schedule that begins now."""
    await connection.execute(sql.REDELIVER, webhook, id)
    return _delivery(await connection.fetchrow(sql.DELIVERY, webhook, id))


def _webhook(row: Record | None) -> WebhookView:
    assert row is not None
    columns = {**row}
    at, because = columns.pop("disabled_at"), columns.pop("disabled_because")
    columns["types"] = tuple(columns["types"])
    return WebhookView(**columns, disabled=DisabledView(at, because) if at else None)


def _delivery(row: Record | None) -> DeliveryView:
    if row is None:
        raise ProblemError(ProblemCode.NO_SUCH_DELIVERY)
    attempts = tuple(
        AttemptView(one.at, one.ms, one.status, one.error)
        for one in _attempts.decode(row["attempts"])
    )
    return DeliveryView(**{**row, "attempts": attempts})
