"""News: what of the logs that it covers a webhook was not told of yet, and the deliveries that makes."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from verger.service.annexes.notices.message import Gathered, events_path
from verger.service.database.pool import plain


class Logged(NamedTuple):
    """A webhook's own place in a session's log."""

    session: UUID
    cursor: int
    asked: bytes | None
    """The stored marks of the questions to its seats at the cursor; None if they are not known yet."""
    seats: list[str]
    """Its seats there."""


class Asked(NamedTuple):
    """The questions to a webhook's seats in a session."""

    marks: bytes
    """The marks of the questions as they are stored; empty if there are none."""
    is_new: bool
    """Whether a question is new to its seat and did not come from that seat's own move."""


Asks = Callable[[Logged, int], Awaitable[Asked]]
"""Finds the questions to a webhook's seats at a version or later."""


class News(NamedTuple):
    """An event that a webhook was not told of yet."""

    log: Logged
    version: int
    type: str
    at: datetime
    hash: bytes
    seat: str | None
    """The seat that made the move; None for the server and for an anonymous move."""


class Heap(NamedTuple):
    """What a webhook with a digest was not told of yet in a log."""

    log: Logged
    until: int
    """The newest version."""
    events: int
    """How many events there are of the types that it is told of."""
    at: datetime
    """When the newest event was."""


class Moved(NamedTuple):
    """How far a webhook comes in a log, and what its seats are asked there then."""

    session: UUID
    cursor: int
    until: int
    asked: bytes | None
    is_new: bool
    """Whether the log has a question that is new to its seat and did not come from it."""


class Made(NamedTuple):
    """A delivery that is made."""

    id: UUID
    session: UUID
    version: int
    type: str
    at: datetime


# An app's own seats are those that its keys act for.
SEATS = (
    "CASE WHEN w.session IS NOT NULL THEN ARRAY[w.seat]"
    " ELSE ARRAY(SELECT s.seat FROM token_seats s JOIN tokens t ON t.id = s.token"
    " WHERE s.session = l.session AND (t.id = w.token OR t.app = w.app) AND t.revoked_at IS NULL"
    " AND (t.expires_at IS NULL OR t.expires_at > now())) END"
)


# In the feed's order, and that of its log whichever transaction came first; what was written before
# the database was restored has no place in the feed, and comes first. Binds: the webhook, how many.
NEWS = (
    f"SELECT l.session, l.cursor, l.asked, {SEATS},"  # noqa: S608
    " e.version, e.type, e.at, e.hash, e.seat"
    " FROM webhooks w JOIN webhook_logs l ON l.webhook = w.id CROSS JOIN LATERAL"
    " (SELECT version, type, at, hash, seat FROM events WHERE session = l.session"
    " AND version > l.cursor ORDER BY version LIMIT $2) e"
    " LEFT JOIN feed f ON f.session = l.session AND f.version = e.version"
    " WHERE w.id = $1 AND l.rests_until <= now()"
    " ORDER BY max(f.place) OVER (PARTITION BY l.session ORDER BY e.version) NULLS FIRST,"
    " l.session, e.version LIMIT $2"
)

GATHERED = 100
"""Sessions that one digest tells of; more are another's."""

# In the order of each log's newest event in the feed. Binds: the webhook, how many logs.
HEAPS = (
    f"SELECT l.session, l.cursor, l.asked, {SEATS},"  # noqa: S608
    " max(e.version), count(*) FILTER (WHERE w.types = '{{}}' OR e.type = ANY(w.types)),"
    " max(e.at) FROM webhooks w JOIN webhook_logs l ON l.webhook = w.id"
    " JOIN events e ON e.session = l.session AND e.version > l.cursor"
    " LEFT JOIN feed f ON f.session = e.session AND f.version = e.version"
    " WHERE w.id = $1 AND l.rests_until <= now()"
    " GROUP BY w.id, l.webhook, l.session"
    " ORDER BY max(f.place) NULLS FIRST, l.session LIMIT $2"
)

# Binds: the webhook, seconds. Finds the logs that have new events which cannot be read.
REST = (
    "UPDATE webhook_logs SET rests_until = now() + $2 * interval '1 second' WHERE webhook = $1"
    " AND rests_until <= now() AND readable_head(session, cursor) IS NULL RETURNING session"
)

# Binds: the webhook, its lease.
BEGIN = (
    "UPDATE webhooks SET gathers_until = now() + digest * interval '1 second'"
    " WHERE id = $1 AND lease = $2"
)

# Logs are held in the order of their sessions, as where the feed is read for webhooks.
# $1 webhook, $2 lease; of each log $3 session, $4 cursor it was at, $5 cursor now, $6 asked
_MOVED = (
    " held AS (SELECT session FROM webhook_logs WHERE webhook = $1 AND session = ANY($3)"
    " ORDER BY session FOR NO KEY UPDATE),"
    " moved AS (UPDATE webhook_logs l SET cursor = news.until, asked = news.asked"
    " FROM own, held JOIN unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::bytea[])"
    " AS news (session, cursor, until, asked) USING (session) WHERE l.webhook = own.id"
    " AND l.session = held.session AND l.cursor = news.cursor RETURNING l.session)"
)

# $7 whether there is more, $8 the delivery's id, $9 its type, $10 when, $11 what it tells or null
TELL = (
    "WITH own AS (UPDATE webhooks SET gathers_until = CASE WHEN $7 THEN gathers_until END"  # noqa: S608
    f" WHERE id = $1 AND lease = $2 RETURNING id, session),{_MOVED}"
    " INSERT INTO deliveries (id, webhook, session, type, at, gathered, state, next_at)"
    " SELECT $8, own.id, own.session, $9, $10, $11::jsonb, 'pending', now() FROM own"
    " WHERE $11::text IS NOT NULL AND EXISTS (SELECT FROM moved)"
)

# $7 … deliveries by column
MAKE = (
    "WITH own AS (SELECT id FROM webhooks WHERE id = $1 AND lease = $2 FOR UPDATE),"  # noqa: S608
    f"{_MOVED}"
    " INSERT INTO deliveries (id, webhook, session, version, type, at, state, next_at)"
    " SELECT made.id, own.id, session, version, type, at, 'pending', now()"
    " FROM own, moved JOIN unnest($7::uuid[], $8::uuid[], $9::bigint[], $10::text[],"
    " $11::timestamptz[]) WITH ORDINALITY AS made (id, session, version, type, at, number)"
    " USING (session) ORDER BY number"
)


def news(row: Any) -> News:
    """A row of these."""
    session, cursor, asked, seats, *event = row
    return News(Logged(plain(session), cursor, asked, seats), *event)


def heap(row: Any) -> Heap:
    """A row of what was gathered."""
    session, cursor, asked, seats, *more = row
    return Heap(Logged(plain(session), cursor, asked, seats), *more)


async def gathered(heaps: Sequence[Heap], asks: Asks) -> list[Moved]:
    """How far a webhook comes in each log by a digest, and what is asked there at its end."""
    return [
        Moved(one.log.session, one.log.cursor, one.until, *await asks(one.log, one.until))
        for one in heaps
    ]


def told(heaps: Sequence[Heap], moved: Sequence[Moved], *, awaits_me: bool) -> list[Gathered]:
    """What a digest tells: of sessions that moved, or of those where something new is asked."""
    return [
        Gathered(
            session=heap.log.session,
            events=heap.events,
            version=heap.until,
            awaits_me=bool(now.asked),
            link=events_path(heap.log.session, heap.log.cursor),
        )
        for heap, now in zip(heaps, moved, strict=True)
        if heap.events and (not awaits_me or now.is_new)
    ]


async def moved(news: Sequence[News], asks: Asks | None) -> list[Moved]:
    """How far a webhook comes in each log, and what is asked there, where it wants to know."""
    newest = {one.log.session: one for one in news}
    return [
        Moved(
            *(session, one.log.cursor, one.version),
            *(await asks(one.log, one.version) if asks else (None, False)),
        )
        for session, one in newest.items()
    ]


def asking(news: Sequence[News], moved: Sequence[Moved]) -> list[News]:
    """Return one event for each session with a new question: the last one, if possible from another seat."""
    new = {one.session for one in moved if one.is_new}
    last = {one.log.session: one for one in news}
    last |= {one.log.session: one for one in news if one.seat not in one.log.seats}
    return [one for session, one in last.items() if session in new]


def made(webhook: UUID, told: Sequence[News]) -> list[Made]:
    """The deliveries of events, one each."""
    return [
        Made(delivery_id(webhook, one.version, one.hash), one.log.session, *one[1:4])
        for one in told
    ]


def delivery_id(webhook: UUID, version: int, held: bytes) -> UUID:
    """The id of an event's delivery, the same at every attempt, by which its receiver knows it.

    Where a log went back, another event may come to have a version that was delivered before.
    """
    return uuid5(webhook, f"{version} {held.hex()}")


def columns(rows: Sequence[Moved | Made], count: int) -> list[list[Any]]:
    """Rows as columns, which are empty where there are none."""
    return [[row[place] for row in rows] for place in range(count)]
