"""Read the log: the events of a session in order, and facts about them."""

import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import datetime
from functools import wraps
from operator import itemgetter
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar
from uuid import UUID

from verger.service.database.outage import DamagedError
from verger.service.database.pool import Connection, Database
from verger.service.database.record import Record
from verger.service.log import lineage, sql
from verger.service.log.lineage import ENDLESS, Lineage, LineagePart, Lineages
from verger.service.log.row import Row
from verger.service.log.sql import PageStatements

WHOLE_SECONDS = 30.0
"""If a part of the database is damaged, logs are checked. For these seconds, a log that was read to its end passes."""
WHOLE_LIMIT = 1_000
"""The maximum number of such logs that are remembered."""
STEP = 500
"""The number of events that such a check reads at once."""


class EventText(NamedTuple):
    """An event's text without its other columns, for code that reads a whole log."""

    version: int
    data: str
    format: int


_text_columns = itemgetter(*EventText._fields)

Query = Callable[..., Awaitable[list[Record]]]
"""Returns the rows of a statement."""
Given = TypeVar("Given")
Asked = ParamSpec("Asked")


def _named(
    method: Callable[Concatenate["Reading", UUID, Asked], Awaitable[Given]],
) -> Callable[Concatenate["Reading", UUID, Asked], Coroutine[Any, Any, Given]]:
    """Wrap a method that reads: if a page is damaged, its error names the session and the first unreadable event."""

    @wraps(method)
    async def reading(
        self: "Reading", session: UUID, *asked: Asked.args, **named: Asked.kwargs
    ) -> Given:
        try:
            return await method(self, session, *asked, **named)
        except DamagedError:
            await self.require_readable(session)
        # The first try may have met a damaged page that it did not need. Since then, queries read only needed pages.
        try:
            return await method(self, session, *asked, **named)
        except DamagedError as error:
            raise self.damaged(session, 1) from error

    return reading  # type: ignore[return-value]  # a method's first argument has no name


class Reading:
    """Reads the log of every session."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lineages = Lineages(database)
        self._whole: dict[UUID, float] = {}
        """Sessions whose log was read to its end, each with the time when it must be checked again."""
        self.damaged: Callable[[UUID, int], Exception] = _unreadable
        """Makes the error for a session and its first unreadable version."""

    async def lineage(self, session: UUID) -> Lineage:
        """Return the lineage of a session. It is read from the database only once."""
        return await self._lineages.of(session)

    def known_lineage(self, session: UUID) -> Lineage | None:
        """Return the lineage of a session, if it was read before."""
        return self._lineages.known(session)

    def forget(self, session: UUID) -> None:
        """Read a session's lineage again before its next use."""
        self._lineages.forget(session)

    async def read(self, session: UUID, after: int, limit: int) -> list[Row]:
        """Return the events after a version, in order, also those that a fork inherits from its parent."""
        return [Row.of(row) for row in await self._after(sql.EVENTS, session, after, limit)]

    async def texts(self, session: UUID, after: int, limit: int) -> list[EventText]:
        """Return the same events as `read`, but only their texts."""
        rows = await self._after(sql.TEXTS, session, after, limit)
        return [EventText._make(_text_columns(row)) for row in rows]

    async def _after(
        self, page: PageStatements, session: UUID, after: int, limit: int
    ) -> list[Record]:
        try:
            return await self._through(self._database.rows, page, session, after, limit)
        except DamagedError:
            return await self._by_steps(page, session, after, limit)

    async def _by_steps(
        self, page: PageStatements, session: UUID, after: int, limit: int
    ) -> list[Record]:
        """Return the events after a version, in smaller and smaller steps. Raises an error at the first unreadable one."""
        found: list[Record] = []
        at, step = after, limit
        while len(found) < limit:
            wanted = min(step, limit - len(found))
            try:
                rows = await self._through(self._by_index, page, session, at, wanted)
            except DamagedError as error:
                if wanted == 1:
                    raise self.damaged(session, at + 1) from error
                step = wanted // 2
                continue
            found += rows
            if len(rows) < wanted:
                break
            at = found[-1]["version"]
        return found

    async def _by_index(self, statement: str, *binds: object) -> list[Record]:
        """Return the rows of a query, and read only pages that an index names."""
        async with self._database.connection() as connection, connection.transaction():
            await connection.execute(sql.READ_BY_INDEX)
            return await connection.fetch(statement, *binds)

    async def require_readable(self, session: UUID, after: int = 0) -> None:
        """Raise an error that names the first unreadable event after a version, if there is one."""
        after = max(0, after)
        while rows := await self._by_steps(sql.EVENTS, session, after, STEP):
            after = rows[-1]["version"]

    async def require_whole(self, session: UUID) -> None:
        """Raise an error that names the first unreadable event of a log, unless it was just read to its end."""
        now = time.monotonic()
        if self._whole.get(session, now) > now:
            return
        await self.require_readable(session)
        if len(self._whole) >= WHOLE_LIMIT:
            self._whole.clear()
        self._whole[session] = now + WHOLE_SECONDS

    async def _through(
        self, query: Query, page: PageStatements, session: UUID, after: int, limit: int
    ) -> list[Record]:
        found: list[Record] = []
        parts = (await self.lineage(session)).overlapping(after, ENDLESS)
        while parts and len(found) < limit:
            # If no event is missing, the first `count` parts have all wanted events. So one statement is nearly
            # always enough.
            until = parts[0].after + limit - len(found)
            count = sum(part.after < until for part in parts)
            found += await _of(query, page, parts[:count], limit - len(found))
            del parts[:count]
        return found

    @_named
    async def at(self, session: UUID, versions: Sequence[int]) -> list[Row]:
        """Return the events of these versions, in order."""
        lineage = await self.lineage(session)
        held = {version: lineage.holder(version) for version in versions}
        rows = await self._database.rows(sql.EVENTS_AT, list(held.values()), list(held))
        return [Row.of(row) for row in rows]

    @_named
    async def head(self, session: UUID) -> int:
        """Return the session's newest version, or 0 if there is no such session."""
        return await self._database.value(sql.HEAD, session) or 0

    @_named
    async def rewritten(self, session: UUID) -> int:
        """Return the version of a log's newest event that rewrote others, or 0 if there is none."""
        held = await self.lineage(session)
        async with self._database.connection() as connection:
            return await lineage.newest_rewrite(connection, held)

    async def forks_from(self, session: UUID, version: int, limit: int) -> list[tuple[UUID, int]]:
        """Return the forks of a session that were made at a version or later, each with its version."""
        async with self._database.connection() as connection:
            return await forks_from(connection, session, version, limit)

    @_named
    async def version_at(self, session: UUID, head: int, time: datetime) -> int:
        """Return the version that was the newest at a time, or 0 before the session's first event.

        Time never goes back in a log, so this is a binary search.
        """
        lineage = await self.lineage(session)
        low, high = 0, head
        while low < high:
            middle = (low + high + 1) // 2
            (part,) = lineage.overlapping(middle - 1, middle)
            at = await self._database.value(sql.TIME_AT, part.session, middle)
            is_before = at is not None and at <= time
            low, high = (middle, high) if is_before else (low, middle - 1)
        return low

    @_named
    async def held_since(self, session: UUID, seat: str) -> int:
        """Return the version of the event that gave a seat to its holder; 0 for the first holder."""
        newest = await self._database.rows(sql.SEAT_TAKEN_AT, session, seat)
        return newest[0]["version"] if len(newest) > 1 else 0

    @_named
    async def hides_keys(self, session: UUID) -> bool:
        """Return whether an anonymous event of the session has a request key."""
        return bool(await self._database.value(sql.HIDES_KEYS, session))

    @_named
    async def by_request(self, session: UUID, request_key: bytes) -> Row | None:
        """Return the event with this request key. Inherited events are not searched."""
        row = await self._database.row(sql.EVENT_BY_REQUEST, session, request_key)
        return Row.of(row) if row else None


async def _of(
    query: Query, page: PageStatements, parts: Sequence[LineagePart], limit: int
) -> list[Record]:
    """Return the first events of these parts, at most `limit`."""
    if len(parts) == 1:
        return await query(page.of_part, *parts[0], limit)
    return await query(page.of_parts, *zip(*parts, strict=True), limit)


def _unreadable(session: UUID, version: int) -> Exception:
    return DamagedError(f"session {session}, version {version}")


async def forks_from(
    connection: Connection, session: UUID, version: int, limit: int
) -> list[tuple[UUID, int]]:
    """Return the forks of a session that were made at a version or later, each with its version."""
    rows = await connection.fetch(sql.FORKS_FROM, session, version, limit)
    return [(row["session"], row["version"]) for row in rows]
