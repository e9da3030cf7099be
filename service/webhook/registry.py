"""Webhooks as their seats know them: registered, changed, looked up, and their deliveries."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple
from uuid import UUID, uuid4

import msgspec

from domain.core.identifier import SeatId
from service.database.pool import Connection, Database
from service.keyring import Keyring
from service.problem.code import ProblemCode
from service.problem.problem import ProblemError
from service.webhook import signing_secret
from service.webhook.message import PING
from service.webhook.notice import Form
from service.webhook.outbox import BACKLOG, Attempt
from service.webhook.signing_secret import PAUSED

LIMIT = 10
"""Webhooks of a seat."""
OVERLAP_HOURS = 24
"""How long the old secret still signs beside a new one."""

State = Literal["pending", "delivered", "failed"]
Because = Literal["paused", "failing", "gone"]


class Webhook(NamedTuple):
    """A webhook, but for its secret."""

    id: UUID
    seat: str
    url: str
    types: list[str]
    description: str
    form: Form
    awaits_me: bool
    cursor: int
    made_at: datetime
    delivered_at: datetime | None
    disabled_at: datetime | None
    disabled_because: Because | None
    pending: int


class Delivery(NamedTuple):
    """A delivery, and the attempts that were made."""

    id: UUID
    version: int | None
    type: str
    at: datetime
    state: State
    made_at: datetime
    next_at: datetime | None
    attempts: tuple[Attempt, ...]


class Change(NamedTuple):
    """A change of a webhook; a field that is None stays as it is."""

    url: str | None
    types: Sequence[str] | None = None
    description: str | None = None
    form: Form | None = None
    awaits_me: bool | None = None
    enabled: bool | None = None


_WEBHOOK = (
    "SELECT id, seat, url, types, description, form, awaits_me, cursor, made_at, delivered_at,"
    " disabled_at, disabled_because, (SELECT count(*) FROM deliveries d"
    " WHERE d.webhook = w.id AND d.next_at IS NOT NULL) FROM webhooks w"
    " WHERE session = $1 AND seat = ANY($2)"
)
# A webhook that rests after a failure is sent nothing sooner.
_DELIVERY = (
    "SELECT d.id, d.version, d.type, d.at, d.state, d.made_at, CASE WHEN w.disabled_at IS NULL"
    " THEN greatest(d.next_at, CASE WHEN d.next_at IS NOT NULL THEN w.rests_until END) END,"
    " d.attempts FROM deliveries d JOIN webhooks w ON w.id = d.webhook WHERE d.webhook = $1"
)
_HEAD = "(SELECT coalesce(max(version), 0) FROM events e WHERE e.session = $1)"
_attempts = msgspec.json.Decoder(tuple[Attempt, ...])


class Registry:
    """The webhooks of every session."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, session: UUID, seats: Sequence[SeatId]) -> list[Webhook]:
        """The webhooks of these seats, the oldest first."""
        rows = await self._database.rows(f"{_WEBHOOK} ORDER BY made_at, id", session, list(seats))
        return [_webhook(row) for row in rows]

    async def one(self, session: UUID, seats: Sequence[SeatId], id: UUID | None) -> Webhook:
        """A webhook of one of these seats."""
        row = await self._database.row(f"{_WEBHOOK} AND id = $3", session, list(seats), id)
        if row is None:
            raise ProblemError(ProblemCode.NO_SUCH_WEBHOOK)
        return _webhook(row)

    async def change(self, session: UUID, id: UUID, change: Change) -> None:
        """Change a webhook; re-enabled, it resumes at its cursor, within the backlog."""
        because = None if change.enabled is None else "" if change.enabled else PAUSED
        # $1 session, $2 webhook, $3 URL, $4 types, $5 description, $6 why disabled: '' is not at
        # all, and null as it was; $7 how far it may go back; $8 form, $9 whether it awaits its seat
        sql = (
            "UPDATE webhooks SET url = coalesce($3, url), types = coalesce($4, types),"  # noqa: S608
            " description = coalesce($5, description), form = coalesce($8, form),"
            " awaits_me = coalesce($9, awaits_me),"
            " disabled_because = CASE WHEN $6 = '' THEN NULL"
            " ELSE coalesce(disabled_because, $6) END,"
            " disabled_at = CASE WHEN $6 = '' THEN NULL"
            " ELSE coalesce(disabled_at, CASE WHEN $6 IS NOT NULL THEN now() END) END,"
            " rests_until = CASE WHEN $6 = '' THEN now() ELSE rests_until END,"
            " cursor = CASE WHEN $6 = '' AND disabled_at IS NOT NULL"
            f" THEN greatest(cursor, {_HEAD} - $7) ELSE cursor END"
            " WHERE session = $1 AND id = $2"
        )
        types = None if change.types is None else list(change.types)
        told = (change.url, types, change.description, because, BACKLOG)
        wanted = (*told, change.form, change.awaits_me)
        await self._database.row(sql, session, id, *wanted)

    async def delete(self, session: UUID, seats: Sequence[SeatId], id: UUID | None) -> None:
        """Delete a webhook of one of these seats, with all that is kept of it."""
        sql = "DELETE FROM webhooks WHERE session = $1 AND seat = ANY($2) AND id = $3 RETURNING id"
        if await self._database.row(sql, session, list(seats), id) is None:
            raise ProblemError(ProblemCode.NO_SUCH_WEBHOOK)

    async def deliveries(self, webhook: UUID, after: UUID | None, limit: int) -> list[Delivery]:
        """A webhook's deliveries after one of them, the newest first."""
        sql = (
            f"{_DELIVERY} AND ($2::uuid IS NULL OR d.number <"  # noqa: S608
            " (SELECT last.number FROM deliveries last WHERE last.id = $2 AND last.webhook = $1))"
            " ORDER BY d.number DESC LIMIT $3"
        )
        return [_delivery(row) for row in await self._database.rows(sql, webhook, after, limit)]

    async def delivery(self, webhook: UUID, id: UUID | None) -> Delivery:
        """One delivery of a webhook."""
        row = await self._database.row(f"{_DELIVERY} AND d.id = $2", webhook, id)
        if row is None:
            raise ProblemError(ProblemCode.NO_SUCH_DELIVERY)
        return _delivery(row)


async def register(
    connection: Connection, session: UUID, id: UUID, seat: SeatId, asked: Change
) -> tuple[datetime, int]:
    """Register a webhook from here on; gives when that was, and the session's version."""
    # Concurrent registrations for the same seat wait for each other, so that they are counted.
    await connection.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", f"webhooks {session} {seat}"
    )
    sql = "SELECT count(*) FROM webhooks WHERE session = $1 AND seat = $2"
    if await connection.fetchval(sql, session, seat) >= LIMIT:
        raise ProblemError(ProblemCode.TOO_MANY_WEBHOOKS, limit=LIMIT)
    sql = (
        "INSERT INTO webhooks"  # noqa: S608
        " (session, id, seat, url, types, description, form, awaits_me, cursor)"
        f" VALUES ($1, $2, $3, $4, $5, $6, $7, $8, {_HEAD}) RETURNING made_at, cursor"
    )
    told = (asked.url, list(asked.types or ()), asked.description)
    values = (*told, asked.form or "standard", asked.awaits_me or False)
    made_at, cursor = await connection.fetchrow(sql, session, id, seat, *values)
    return made_at, cursor


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


async def ping(connection: Connection, webhook: UUID) -> Delivery:
    """Queue a ping; gives the pending one, where there is one."""
    await connection.execute("SELECT FROM webhooks WHERE id = $1 FOR UPDATE", webhook)
    waiting = f"{_DELIVERY} AND d.version IS NULL AND d.next_at IS NOT NULL"
    row = await connection.fetchrow(waiting, webhook)
    if row is None:
        sql = (
            "INSERT INTO deliveries (id, webhook, type, at, state, next_at)"
            " SELECT $2, id, $3, now(), 'pending', now() FROM webhooks WHERE id = $1"
        )
        await connection.execute(sql, webhook, uuid4(), PING)
        row = await connection.fetchrow(waiting, webhook)
    return _delivery(row)


async def redeliver(connection: Connection, webhook: UUID, id: UUID) -> Delivery:
    """Start a delivery's schedule anew, now."""
    sql = (
        "UPDATE deliveries SET state = 'pending', tries = 0, since = now(), next_at = now()"
        " WHERE webhook = $1 AND id = $2"
    )
    await connection.execute(sql, webhook, id)
    return _delivery(await connection.fetchrow(f"{_DELIVERY} AND d.id = $2", webhook, id))


async def dismiss(connection: Connection, session: UUID, seat: SeatId) -> None:
    """Delete the webhooks of a seat that changes hands: its new holder did not make them."""
    sql = "DELETE FROM webhooks WHERE session = $1 AND seat = $2"
    await connection.execute(sql, session, seat)


def _webhook(row: Any) -> Webhook:
    return Webhook(UUID(int=row[0].int), *row[1:])


def _delivery(row: Any) -> Delivery:
    if row is None:
        raise ProblemError(ProblemCode.NO_SUCH_DELIVERY)
    id, *rest, attempts = row
    return Delivery._make((UUID(int=id.int), *rest, _attempts.decode(attempts)))
