"""The feed: the events of many sessions in one order that never changes, gap-free.

An event's place is the id of the transaction that wrote it. Transactions end in any order, and by
several processes; below the oldest that is under way everything is there for good, so that is how
far the feed is read. Nobody has to take a number, and no move waits for it.
"""

import asyncio
import re
from collections.abc import Iterable
from typing import Any, NamedTuple, Self
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
        return Place(*await self._database.row(_NOW))

    async def beginning(self) -> Place:
        """The place before everything that is there."""
        return (await self.now())._replace(at=0)

    async def after(self, place: Place, whose: Whose, limit: int) -> Stretch | None:
        """What follows a place; None where the place is of another history, or of the future."""
        since = place[1:]
        async with self._database.connection() as connection:
            asked = (*since, LOOKED_THROUGH - 1, place.history)
            history, until, *last = await connection.fetchrow(_FAR, *asked)
            if place.history != history or place.at > until:
                return None
            is_all = last[0] is None
            end = Place(history, until) if is_all else Place(history, *last)
            rows = await connection.fetch(_AFTER, *since, *end[1:], *whose, limit)
        entries = _entries(history, rows)
        if len(entries) == limit:
            return Stretch(entries, entries[-1].place, is_all=False)
        return Stretch(entries, end, is_all)


def _entries(history: str, rows: Iterable[Any]) -> tuple[Entry, ...]:
    # A session's id is made once: it has many events in a stretch, and to make one is slow.
    known: dict[str, UUID] = {}
    found: list[Entry] = []
    for at, text, version, type in rows:  # noqa: A001
        session = known.get(text) or known.setdefault(text, UUID(text))
        found.append(Entry(Place(history, at, session, version), session, version, type))
    return tuple(found)


_UNTIL = "pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS until"

_NOW = f"SELECT history_of_feed() AS history, {_UNTIL}"
"""The history, and the oldest transaction under way: what comes before it is there."""

# Besides, the entry up to which to look, where that is not the last one. The history is only looked
# at: what begins it anew empties the feed, which no statement may that reads it.
# Binds: the place, how many entries to pass over, and the place's history.
_FAR = (
    "SELECT now.*, last.* FROM (SELECT CASE WHEN pg_is_in_recovery() THEN $5"  # noqa: S608
    f" ELSE present_history() END AS history, {_UNTIL}) AS now LEFT JOIN LATERAL"
    " (SELECT place, session, version FROM feed"
    " WHERE (place, session, version) > ($1, $2, $3) AND place < now.until"
    " ORDER BY place, session, version OFFSET $4 LIMIT 1) AS last ON true"
)

# It costs by what has happened, not by how many sessions an app has: each event is asked whether it
# is of one.
# Binds: the place, the place up to which to look, the token, its app, and how many at most.
_AFTER = (
    "SELECT place, session::text, version, type FROM feed"
    " WHERE (place, session, version) > ($1, $2, $3)"
    " AND (place, session, version) <= ($4, $5, $6) AND (session IN"
    " (SELECT session FROM token_seats WHERE token = $7"
    " UNION ALL SELECT session FROM readers WHERE token = $7)"
    " OR (SELECT true FROM app_sessions a WHERE a.session = feed.session AND a.app = $8))"
    # By the column, and not by the text that is given of it.
    " ORDER BY place, feed.session, version LIMIT $9"
)
