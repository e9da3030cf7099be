"""The feed: the events of many sessions in one order that never changes, gap-free.

An event's place is a number that its statement was given. Transactions end in any order, and by
several processes, so each that writes events holds a lock until it ends. The feed is read up to the
first place that may still be on its way. No move waits for it. It does not wait for
transactions that write no events.
"""

import asyncio
import re
from collections.abc import Iterable
from typing import NamedTuple, Self
from uuid import UUID

from verger.service.database.outage import Cause, UnavailableError
from verger.service.database.pool import Database
from verger.service.database.record import Record
from verger.service.log import sql

LOOKED_THROUGH = 5_000
"""Events that one read looks through at most for those that are wanted."""

NOBODYS = UUID(int=0)


class Whose(NamedTuple):
    """Whose sessions are followed: a token's, and its app's."""

    token: UUID
    app: UUID | None


class FeedPosition(NamedTuple):
    """A place between two events: everything up to this one has been read."""

    history: str
    """The server's history that it is of; in another one it means nothing."""
    at: int
    session: UUID = NOBODYS
    version: int = 0

    def __str__(self) -> str:
        """The place as clients keep it; nothing but this module reads it."""
        return f"{self.history}.{self.at}.{self.session.hex}.{self.version}"

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The place that a client has kept, if it is one."""
        found = _KEPT.fullmatch(text)
        return cls(found[1], int(found[2]), UUID(found[3]), int(found[4])) if found else None


_KEPT = re.compile(r"([0-9a-f]{8})\.([0-9]{1,18})\.([0-9a-f]{32})\.([0-9]{1,16})")


class Entry(NamedTuple):
    """An event in the feed."""

    place: FeedPosition
    session: UUID
    version: int
    type: str


class Stretch(NamedTuple):
    """What follows a place: entries, and the place after all that was looked through."""

    entries: tuple[Entry, ...]
    after: FeedPosition
    is_all: bool
    """Whether there is nothing more for now."""


class _Reach(NamedTuple):
    """How far the feed is complete; a standby does not know."""

    history: str | None
    given: int | None
    """The newest place that was given out."""
    until: int | None
    """The first place that may be incomplete: everything before it is there."""


class Feed:
    """The feed of all sessions, read for whoever may see some of them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._moved: asyncio.Event | None = None
        self._asking: asyncio.Task[_Reach] | None = None
        self._asked: asyncio.Task[_Reach] | None = None
        """How far the feed is: an answer that is on its way, and the one after it."""

    def moved(self) -> None:
        """Note that a session has moved; this is all that a move pays for who follows."""
        if self._moved is not None:
            self._moved.set()
            self._moved = None

    async def wait(self, seconds: float) -> None:
        """Wait until something has moved somewhere, or for so long."""
        if self._moved is None:
            self._moved = asyncio.Event()
        try:
            async with asyncio.timeout(seconds):
                await self._moved.wait()
        except TimeoutError:
            pass

    async def now(self) -> FeedPosition:
        """The place after everything that is there."""
        async with self._database.connection() as connection:
            history = await connection.fetchval(sql.FEED_HISTORY)
            until = await connection.fetchval(sql.FEED_UNTIL)
        if until is None:
            raise UnavailableError("a standby has no newest place", Cause.NO_WRITES)
        return FeedPosition(history, until)

    async def beginning(self) -> FeedPosition:
        """The place before everything that is there."""
        return (await self.now())._replace(at=0)

    async def after(self, place: FeedPosition, whose: Whose, limit: int) -> Stretch | None:
        """What follows a place; None where the place is of another history, or of the future."""
        reach = await self._reach()
        if reach.history not in (place.history, None) or place.at > (reach.given or place.at) + 1:
            return None
        since, until = place[1:], reach.until or 0
        async with self._database.connection() as connection:
            last = await connection.fetchrow(sql.FEED_END, *since, until, LOOKED_THROUGH - 1)
            end = (
                place._replace(at=until, session=NOBODYS, version=0) if until > place.at else place
            )
            if last:
                end = FeedPosition(place.history, **last)
            rows = await connection.fetch(sql.FEED_ENTRIES, *since, *end[1:], *whose, limit)
        entries = _entries(place.history, rows)
        if len(entries) == limit:
            return Stretch(entries, entries[-1].place, is_all=False)
        return Stretch(entries, end, is_all=last is None)

    async def _reach(self) -> _Reach:
        """How far the feed is complete now. Callers that ask while a query runs share the answer of the next."""
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
    # The callers that waited may be gone.
    _ = task.cancelled() or task.exception()


def _entries(history: str, rows: Iterable[Record]) -> tuple[Entry, ...]:
    # A session's id is made once: it has many events in a stretch, and to make one is slow.
    known: dict[str, UUID] = {}
    found: list[Entry] = []
    for row in rows:
        text, version = row["session"], row["version"]
        session = known.get(text) or known.setdefault(text, UUID(text))
        place = FeedPosition(history, row["place"], session, version)
        found.append(Entry(place, session, version, row["type"]))
    return tuple(found)
