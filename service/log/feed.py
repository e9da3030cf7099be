"""The feed: the events of many sessions in one order that never changes, gap-free.

An event's place is the id of the transaction that wrote it. Transactions end in any order, and by
several processes; below the oldest that is under way everything is there for good, so that is how
far the feed is read. Nobody has to take a number, and no move waits for it.
"""

import asyncio
import re
from typing import NamedTuple, Self
from uuid import UUID

from service.database.pool import Database

LOOKED_THROUGH = 5_000
"""Events that one read looks through at most for those that are wanted."""

NOBODYS = UUID(int=0)


class Whose(NamedTuple):
    """Whose sessions are followed: a token's, and its app's."""

    token: UUID
    app: UUID | None


class Place(NamedTuple):
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

    place: Place
    session: UUID
    version: int
    type: str


class Stretch(NamedTuple):
    """What follows a place: entries, and the place after all that was looked through."""

    entries: tuple[Entry, ...]
    after: Place
    is_all: bool
    """Whether there is nothing more for now."""


class Feed:
    """The feed of all sessions, read for whoever may see some of them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._moved: asyncio.Event | None = None

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

    async def now(self) -> Place:
        """The place after everything that is there."""
        async with self._database.connection() as connection:
            history, until = await connection.fetchrow(_NOW)
        return Place(history, until)

    async def beginning(self) -> Place:
        """The place before everything that is there."""
        return (await self.now())._replace(at=0)

    async def after(self, place: Place, whose: Whose, limit: int) -> Stretch | None:
        """What follows a place; None where the place is of another history, or of the future."""
        async with self._database.connection() as connection:
            history, until = await connection.fetchrow(_NOW)
            if place.history != history or place.at > until:
                return None
            since = place[1:]
            last = await connection.fetchrow(_LAST, *since, until, LOOKED_THROUGH - 1)
            end = Place(history, *last) if last else Place(history, until)
            rows = await connection.fetch(_AFTER, *since, *end[1:], *whose, limit)
        entries = tuple(_entry(history, *row) for row in rows)
        if len(entries) == limit:
            return Stretch(entries, entries[-1].place, is_all=False)
        return Stretch(entries, end, is_all=last is None)


def _entry(history: str, at: int, session: UUID, version: int, type: str) -> Entry:  # noqa: A002
    # The standard library's UUID in place of the driver's own subclass.
    plain = UUID(int=session.int)
    return Entry(Place(history, at, plain, version), plain, version, type)


_NOW = "SELECT history_of_feed(), pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
"""The history, and the oldest transaction under way: what comes before it is there."""

# Binds: the place, the transaction before which to end, and how many entries to pass over.
_LAST = (
    "SELECT place, session, version FROM feed"
    " WHERE (place, session, version) > ($1, $2, $3) AND place < $4"
    " ORDER BY place, session, version OFFSET $5 LIMIT 1"
)

# Binds: the place, the place up to which to look, the token, its app, and how many at most.
_AFTER = (
    "SELECT f.place, f.session, f.version, e.type"
    " FROM feed f JOIN events e USING (session, version)"
    " WHERE (f.place, f.session, f.version) > ($1, $2, $3)"
    " AND (f.place, f.session, f.version) <= ($4, $5, $6) AND f.session IN"
    " (SELECT session FROM token_seats WHERE token = $7"
    " UNION ALL SELECT session FROM readers WHERE token = $7"
    " UNION ALL SELECT session FROM app_sessions WHERE app = $8)"
    " ORDER BY f.place, f.session, f.version LIMIT $9"
)
