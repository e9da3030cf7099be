"""The feed: the events of many sessions in one order that never changes and has no gaps.

An event's place is a number in its row. Transactions of several processes end in any order, so each
transaction that writes events holds a lock until it ends. The feed is read up to the last place
that no transaction can still fill. No move waits for the feed. The feed does not wait for
transactions that write no events.
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
"""The maximum number of events that one read searches for wanted events."""


class Whose(NamedTuple):
    """The reader of a feed: a token, and its app. The feed contains the sessions of both."""

    token: UUID
    app: UUID | None


class FeedPosition(NamedTuple):
    """A place between two events. Its reader has read everything up to it."""

    history: str
    """The server's history that the place belongs to. In another history, the place means nothing."""
    at: int

    def __str__(self) -> str:
        """Return the place as clients store it. Only this module reads this text."""
        return f"{self.history}.{self.at}"

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the place that a client has stored, or None if the text is no place."""
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
    """The entries after a place, and the last place that was searched."""

    entries: tuple[Entry, ...]
    after: FeedPosition
    is_all: bool
    """True if no more events follow for now."""


class _Reach(NamedTuple):
    """The part of the feed that is complete. On a standby, the end of this part is unknown."""

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
        """Queries for the complete part: `_asking` runs, and `_asked` is the one after it."""

    def moved(self) -> None:
        """Note that a session has moved. A move spends no more time than this on readers of the feed."""
        if self._moved is not None:
            self._moved.set()
            self._moved = None

    async def wait(self, seconds: float) -> None:
        """Wait until any session has moved, or until the time is over."""
        if self._moved is None:
            self._moved = asyncio.Event()
        try:
            async with asyncio.timeout(seconds):
                await self._moved.wait()
        except TimeoutError:
            pass

    async def now(self) -> FeedPosition:
        """Return the place after all present events."""
        _, now = await self._ends()
        return now

    async def beginning(self) -> FeedPosition:
        """Return the place before all present events."""
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
        """Return the events after a place. Returns None if the place is of another history, or in the future."""
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
        """Return the complete part of the feed. Callers that ask while a query runs share the answer of the next."""
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
    # The callers that waited may be gone. If nobody takes the error, asyncio logs it.
    _ = task.cancelled() or task.exception()


def _entries(history: str, rows: Iterable[Record]) -> tuple[Entry, ...]:
    # Making an id is slow, and a session has many events in a stretch: make each id once.
    known: dict[str, UUID] = {}
    found: list[Entry] = []
    for row in rows:
        text, version = row["session"], row["version"]
        session = known.get(text) or known.setdefault(text, UUID(text))
        place = FeedPosition(history, row["place"])
        found.append(Entry(place, session, version, row["type"]))
    return tuple(found)
