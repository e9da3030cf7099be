"""The maker of deliveries. It reads the new events in the logs that a webhook covers."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid4, uuid5

import msgspec

from verger.service.annexes.notices import sql
from verger.service.annexes.notices.message import DIGEST, Gathered, events_path
from verger.service.annexes.notices.outbox import LeasedWebhook
from verger.service.annexes.notices.question import UNKNOWN, LogCursor, OpenQuestions, StateAt
from verger.service.database.outage import DamagedError
from verger.service.database.pool import Database
from verger.service.database.record import Record

SKIP_SECONDS = 60.0
"""The time that a webhook skips a log after it found events that cannot be read."""
PAGE = 500
"""The maximum number of events that are read before another webhook has its turn."""
BACKLOG = 1_000
"""The maximum number of pending deliveries of a webhook. Later events wait in the log."""
DIGEST_SESSIONS = 100
"""The maximum number of sessions in a digest. The next digest has the others."""

FindQuestions = Callable[[LogCursor, int], Awaitable[OpenQuestions]]
"""Finds the questions to the seats of a webhook at a version or later."""


class NewEvent(NamedTuple):
    """An event after the cursor of a webhook."""

    log: LogCursor
    version: int
    type: str
    at: datetime
    hash: bytes
    seat: str | None
    """The seat that made the move; None for the server and for an anonymous move."""


class CursorMove(NamedTuple):
    """The move of a webhook's cursor in a log, with the questions to its seats at the new place."""

    log: LogCursor
    head: int
    questions: OpenQuestions


class DeliveryMaker:
    """Makes the deliveries of new events, and moves the cursors of the webhook."""

    def __init__(self, database: Database, find_questions: FindQuestions, now: StateAt) -> None:
        self._database = database
        self._find_questions = find_questions
        self._now = now

    async def make_deliveries(self, webhook: LeasedWebhook) -> bool:
        """Make the deliveries of new events. Return whether there can be more of them.

        If the events of a log cannot be read, the webhook skips this log for a while.
        """
        try:
            return await self._make(webhook)
        except DamagedError:
            if not await self._skip_unreadable(webhook):
                raise
        return await self._make(webhook)

    async def _skip_unreadable(self, webhook: LeasedWebhook) -> bool:
        skipped = await self._database.rows(sql.SKIP_UNREADABLE, webhook.id, SKIP_SECONDS)
        for row in skipped:
            # This read logs that the session cannot be read.
            await self._now(row["session"], 0)
        return bool(skipped)

    async def _make(self, webhook: LeasedWebhook) -> bool:
        pending: int = await self._database.value(sql.COUNT_PENDING, webhook.id)
        limit = min(PAGE, BACKLOG - pending)
        if limit <= 0:
            return False
        if webhook.digest and webhook.has_gathered:
            return await self._make_digest(webhook)
        rows = await self._database.rows(sql.NEW_EVENTS, webhook.id, limit)
        events = [_event(row) for row in rows]
        if webhook.digest and any(webhook.wants(event.type) for event in events):
            await self._database.row(sql.BEGIN_DIGEST, webhook.id, webhook.lease)
            return False
        if events:
            await self._make_of_events(webhook, events)
        return len(events) == limit

    async def _make_digest(self, webhook: LeasedWebhook) -> bool:
        """Make one delivery of all events that the webhook gathered. Return whether there are more.

        It names the sessions with events of the webhook's types, or only sessions with a new question.
        """
        rows = await self._database.rows(sql.MOVED_LOGS, webhook.id, DIGEST_SESSIONS)
        moves, parts = list[CursorMove](), list[Gathered]()
        for row in rows:
            log, head = _log(row), row["head"]
            questions = await self._find_questions(log, head)
            moves.append(CursorMove(log, head, questions))
            if row["events"] and (questions.is_new or not webhook.awaits_me):
                link, awaits_me = events_path(log.session, log.cursor), bool(questions.marks)
                parts.append(
                    Gathered(log.session, row["events"], head, awaits_me=awaits_me, link=link)
                )
        await self._database.row(
            sql.MAKE_DIGEST,
            *(webhook.id, webhook.lease, *_columns(moves), len(rows) == DIGEST_SESSIONS),
            *(uuid4(), DIGEST, max((row["at"] for row in rows), default=None)),
            msgspec.json.encode(parts).decode() if parts else None,
        )
        return len(rows) == DIGEST_SESSIONS

    async def _make_of_events(self, webhook: LeasedWebhook, events: Sequence[NewEvent]) -> None:
        """Make a delivery for each event that the webhook wants."""
        moves = list[CursorMove]()
        for event in {event.log.session: event for event in events}.values():
            place = (event.log, event.version)
            questions = await self._find_questions(*place) if webhook.awaits_me else UNKNOWN
            moves.append(CursorMove(*place, questions))
        wanted = [event for event in events if webhook.wants(event.type)]
        if webhook.awaits_me:
            wanted = _asking(wanted, moves)
        await self._database.row(
            sql.MAKE_DELIVERIES,
            *(webhook.id, webhook.lease, *_columns(moves)),
            [delivery_id(webhook.id, event.version, event.hash) for event in wanted],
            [event.log.session for event in wanted],
            [event.version for event in wanted],
            [event.type for event in wanted],
            [event.at for event in wanted],
        )


def _log(row: Record) -> LogCursor:
    return LogCursor(row["session"], row["cursor"], row["asked"], row["seats"])


def _event(row: Record) -> NewEvent:
    event = {name: row[name] for name in ("version", "type", "at", "hash", "seat")}
    return NewEvent(log=_log(row), **event)


def _asking(events: Sequence[NewEvent], moves: Sequence[CursorMove]) -> list[NewEvent]:
    """Return one event for each session with a new question: the last one that another seat made, or the last one."""
    new = {move.log.session for move in moves if move.questions.is_new}
    last = {event.log.session: event for event in events}
    last |= {event.log.session: event for event in events if event.seat not in event.log.seats}
    return [event for session, event in last.items() if session in new]


def delivery_id(webhook: UUID, version: int, hash: bytes) -> UUID:  # noqa: A002, an event's hash
    """Return the id of the delivery of an event, which is the same at every attempt.

    The id depends on the hash, because a log that lost events can use a delivered version again.
    """
    return uuid5(webhook, f"{version} {hash.hex()}")


def _columns(moves: Sequence[CursorMove]) -> list[list[Any]]:
    """Return four columns of the moves: the session, the old cursor, the new cursor, and the question marks."""
    return [
        [move.log.session for move in moves],
        [move.log.cursor for move in moves],
        [move.head for move in moves],
        [move.questions.marks for move in moves],
    ]
