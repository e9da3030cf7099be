"""The feed: the events of many sessions in one order that never changes and has no gaps.

The place of an event is a number in its row. Transactions of several processes end in any order, so
an earlier place can be filled after a later one. Therefore each transaction that writes events holds
a lock until it ends, and the feed ends before the first place that an open transaction can still
fill. No move waits for the feed. The feed does not wait for transactions that write no events.
"""

import asyncio
import re
from collections.abc import Iterable
from typing import NamedTuple, Self
from uuid import UUID

from verger.service.database.outage import Cause, DamagedError, UnavailableError
from verger.service.database.pool import Database
from verger.service.database.record import Record
from verger.service.log import sql

LOOKED_THROUGH = 5_000
"""The maximum number of events that are searched by one read of the feed."""


class Whose(NamedTuple):
    """The reader of a feed: a token, and the app whose key it is. The feed has the sessions of both."""

    token: UUID
    app: UUID | None


class FeedPosition(NamedTuple):
    """A position in the feed. A reader continues after it."""

    history: str
    """The history of the server that the place belongs to. A restored or replaced database has another history."""
    at: int

    def __str__(self) -> str:
        """Return the position as clients store it. Only this module interprets this text."""
        return f"{self.history}.{self.at}"

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the position in a text from a client, or None if the text is invalid."""
        found = _KEPT.fullmatch(text)
        return cls(found[1], int(found[2])) if found else None


_KEPT = re.compile(r"([0-9a-f]{8})\.([0-9]{1,18})")


class Entry(NamedTuple):
    """An event in the feed."""

    place: FeedPosition
    session: UUID
    version: int
    type: str


class Stretch(NamedTuple):
    """A part of the feed: the events after a position, and the last position that was searched."""

    entries: tuple[Entry, ...]
    after: FeedPosition
    is_all: bool
    """True if no more events follow for now."""


class _Reach(NamedTuple):
    """How far the feed is complete: no event can still appear before that place. A standby does not know it."""

    history: str | None
    given: int | None
    """The newest place that was given to an event."""
    until: int | None
    """The last place of the complete part."""


class Feed:
    """The feed of all sessions, for readers that can see some of them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._moved: asyncio.Event | None = None
        self._asking: asyncio.Task[_Reach] | None = None
        self._asked: asyncio.Task[_Reach] | None = None
        """Queries for the complete part. `_asking` is running, and `_asked` begins after it."""

    def moved(self) -> None:
        """Wake the readers of the feed, because a session has a new event. This costs the move nearly nothing."""
        if self._moved is not None:
            self._moved.set()
            self._moved = None

    async def wait(self, seconds: float) -> None:
        """Wait until any session has a new event, or until the time is over."""
        if self._moved is None:
            self._moved = asyncio.Event()
        try:
            async with asyncio.timeout(seconds):
                await self._moved.wait()
        except TimeoutError:
            pass

    async def now(self) -> FeedPosition:
        """Return the position after all present events."""
        _, now = await self._ends()
        return now

    async def beginning(self) -> FeedPosition:
        """Return the position before all events of the feed."""
        beginning, _ = await self._ends()
        return beginning

    async def _ends(self) -> tuple[FeedPosition, FeedPosition]:
        async with self._database.connection() as connection:
            history = await connection.fetchval(sql.FEED_HISTORY)
            row = await connection.fetchrow(sql.FEED_ENDS)
        assert row is not None
        since, until = row["since"], row["until"]
        if until is None:
            raise UnavailableError("a standby has no newest place", Cause.NO_WRITES)
        return FeedPosition(history, since), FeedPosition(history, max(since, until))

    async def after(self, place: FeedPosition, whose: Whose, limit: int) -> Stretch | None:
        """Return the events after a position. None if it belongs to another history, or no event has it yet."""
        reach = await self._reach()
        if reach.history not in (place.history, None) or place.at > (reach.given or place.at):
            return None
        until = max(reach.until or 0, place.at)
        try:
            async with self._database.connection() as connection:
                last = await connection.fetchval(sql.FEED_END, place.at, until, LOOKED_THROUGH - 1)
                end = last or until
                rows = await connection.fetch(sql.FEED_ENTRIES, place.at, end, *whose, limit)
        except DamagedError:
            end = min(until, place.at + LOOKED_THROUGH)
            rows = await self._database.rows(
                sql.READABLE_FEED_ENTRIES, place.at, end, *whose, limit
            )
        entries = _entries(place.history, rows)
        if len(entries) == limit:
            return Stretch(entries, entries[-1].place, is_all=False)
        return Stretch(entries, place._replace(at=end), is_all=end == until)

    async def _reach(self) -> _Reach:
        """Return how far the feed is complete. Callers that come while a query runs share the next query."""
        if self._asked is None:
            self._asked = asyncio.create_task(self._ask(self._asking))
            self._asked.add_done_callback(_retrieved)
        return await asyncio.shield(self._asked)

    async def _ask(self, before: asyncio.Task[_Reach] | None) -> _Reach:
        if before is not None:
            await asyncio.wait([before])
        self._asking, self._asked = self._asked, None
        return _Reach(**await self._database.only_row(sql.FEED_REACH))


def _retrieved(task: asyncio.Task[_Reach]) -> None:
    # Perhaps no caller waits any more. If nobody takes the error, asyncio logs it.
    _ = task.cancelled() or task.exception()


def _entries(history: str, rows: Iterable[Record]) -> tuple[Entry, ...]:
    # To make a UUID is slow, and many events belong to the same session. So make each UUID only once.
    known: dict[str, UUID] = {}
    found: list[Entry] = []
    for row in rows:
        text, version = row["session"], row["version"]
        session = known.get(text) or known.setdefault(text, UUID(text))
        place = FeedPosition(history, row["place"])
        found.append(Entry(place, session, version, row["type"]))
    return tuple(found)
