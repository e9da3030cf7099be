"""Reading the log: a session's events in order, and questions about them."""

import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar
from uuid import UUID

from verger.service.database.outage import DamagedError
from verger.service.database.pool import Connection, Database
from verger.service.log import lineage
from verger.service.log.lineage import ENDLESS, Lineage, LineagePart, Lineages
from verger.service.log.row import Row

_BY_INDEX = (
    "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off;"
    # A connection may have kept a plan that scans.
    " SET LOCAL plan_cache_mode = force_custom_plan"
)
WHOLE_SECONDS = 30.0
"""For how long a log that was read to its end counts as readable, while another part of the database is damaged."""
WHOLE_LIMIT = 1_000
"""The most such logs that are remembered."""
STEP = 500
"""Events that are read at once to check each of them."""

_COLUMNS = ", ".join(Row._fields)
_READ = f"SELECT {_COLUMNS} FROM events WHERE session = $1"  # noqa: S608


class EventText(NamedTuple):
    """An event's text alone, for those who read a whole log."""

    version: int
    data: str
    format: int


_TEXT = ", ".join(EventText._fields)
_VERSION = {_COLUMNS: Row._fields.index("version"), _TEXT: EventText._fields.index("version")}
"""The position of the version in a row."""

Query = Callable[..., Awaitable[list[Any]]]
"""Gives the rows of a statement."""
Given = TypeVar("Given")
Asked = ParamSpec("Asked")


def _named(
    method: Callable[Concatenate["Reading", UUID, Asked], Awaitable[Given]],
) -> Callable[Concatenate["Reading", UUID, Asked], Coroutine[Any, Any, Given]]:
    """If a page is damaged, name the session and its first event that cannot be read."""

    @wraps(method)
    async def reading(
        self: "Reading", session: UUID, *asked: Asked.args, **named: Asked.kwargs
    ) -> Given:
        try:
            return await method(self, session, *asked, **named)
        except DamagedError:
            await self.require_readable(session)
        # The first try may have read a page that it did not need; after it, the database reads fewer.
        try:
            return await method(self, session, *asked, **named)
        except DamagedError as error:
            raise self.damaged(session, 1) from error

    return reading  # type: ignore[return-value]  # a method's first argument has no name


class Reading:
    """The log of every session, to be read."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lineages = Lineages(database)
        self._whole: dict[UUID, float] = {}
        """Logs that were read to their end, and until when that counts."""
        self.damaged: Callable[[UUID, int], Exception] = _unreadable
        """Makes the error with the first version of a session that cannot be read."""

    async def lineage(self, session: UUID) -> Lineage:
        """Whose rows hold which versions of a session; asked of the database once."""
        return await self._lineages.of(session)

    def forget(self, session: UUID) -> None:
        """Ask for a session's lineage again before it is used."""
        self._lineages.forget(session)

    async def read(self, session: UUID, after: int, limit: int) -> list[Row]:
        """Events after a version, in order; a fork's from before it are its parent's rows."""
        return [Row(*row) for row in await self._after(_COLUMNS, session, after, limit)]

    async def texts(self, session: UUID, after: int, limit: int) -> list[EventText]:
        """The texts alone of the same events."""
        return [EventText(*row) for row in await self._after(_TEXT, session, after, limit)]

    async def _after(self, columns: str, session: UUID, after: int, limit: int) -> list[Any]:
        try:
            return await self._through(self._database.rows, columns, session, after, limit)
        except DamagedError:
            return await self._by_steps(columns, session, after, limit)

    async def _by_steps(self, columns: str, session: UUID, after: int, limit: int) -> list[Any]:
        """Read fewer and fewer events, up to the first that cannot be read."""
        found: list[Any] = []
        at, step = after, limit
        while len(found) < limit:
            wanted = min(step, limit - len(found))
            try:
                rows = await self._through(self._by_index, columns, session, at, wanted)
            except DamagedError as error:
                if wanted == 1:
                    raise self.damaged(session, at + 1) from error
                step = wanted // 2
                continue
            found += rows
            if len(rows) < wanted:
                break
            at = found[-1][_VERSION[columns]]
        return found

    async def _by_index(self, sql: str, *binds: object) -> list[Any]:
        """The rows of a query that looks at no page but those that an index names."""
        async with self._database.connection() as connection, connection.transaction():
            await connection.execute(_BY_INDEX)
            found: list[Any] = await connection.fetch(sql, *binds)
            return found

    async def require_readable(self, session: UUID, after: int = 0) -> None:
        """Raise an error that names the first unreadable event after a version, if there is one."""
        after = max(0, after)
        while rows := await self._by_steps(_COLUMNS, session, after, STEP):
            after = rows[-1][_VERSION[_COLUMNS]]

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
        self, query: Query, columns: str, session: UUID, after: int, limit: int
    ) -> list[Any]:
        found: list[Any] = []
        parts = (await self.lineage(session)).overlapping(after, ENDLESS)
        while parts and len(found) < limit:
            # As many as hold what is wanted where nothing is missing: one statement, nearly always.
            until = parts[0].after + limit - len(found)
            count = sum(part.after < until for part in parts)
            found += await self._of(query, columns, parts[:count], limit - len(found))
            del parts[:count]
        return found

    async def _of(
        self, query: Query, columns: str, parts: Sequence[LineagePart], limit: int
    ) -> list[Any]:
        """The first events of these parts. Of one alone a plain statement is three times as fast."""
        if len(parts) == 1:
            sql = (
                f"SELECT {columns} FROM events WHERE session = $1"  # noqa: S608
                " AND version > $2 AND version <= $3 ORDER BY version LIMIT $4"
            )
            return await query(sql, *parts[0], limit)
        sql = (
            "SELECT own.* FROM unnest($1::uuid[], $2::bigint[], $3::bigint[])"  # noqa: S608
            f" AS part (holder, after, until) CROSS JOIN LATERAL (SELECT {columns} FROM events"
            " WHERE session = holder AND version > after AND version <= until"
            " ORDER BY version LIMIT $4) AS own ORDER BY version LIMIT $4"
        )
        return await query(sql, *zip(*parts, strict=True), limit)

    @_named
    async def at(self, session: UUID, versions: Sequence[int]) -> list[Row]:
        """The events of these versions, in order."""
        sql = (
            f"SELECT {_COLUMNS} FROM unnest($1::uuid[], $2::bigint[]) AS own (session, version)"  # noqa: S608
            " JOIN events USING (session, version) ORDER BY version"
        )
        lineage = await self.lineage(session)
        held = {version: lineage.holder(version) for version in versions}
        rows = await self._database.rows(sql, list(held.values()), list(held))
        return [Row(*row) for row in rows]

    @_named
    async def head(self, session: UUID) -> int:
        """The session's newest version; 0 where there is no such session."""
        # A fork has an event of its own from the start.
        sql = "SELECT max(version) FROM events WHERE session = $1"
        found = await self._database.row(sql, session)
        return found[0] or 0

    @_named
    async def rewritten(self, session: UUID) -> int:
        """The version of a log's newest event that rewrote others; 0 where there is none."""
        held = await self.lineage(session)
        async with self._database.connection() as connection:
            return await lineage.newest_rewrite(connection, held)

    async def forks_from(self, session: UUID, version: int, limit: int) -> list[tuple[UUID, int]]:
        """The forks of a session that were made at a version or later, each with that version."""
        async with self._database.connection() as connection:
            return await forks_from(connection, session, version, limit)

    @_named
    async def version_at(self, session: UUID, head: int, time: datetime) -> int:
        """The newest version at a time; 0 before the session's first event.

        Time never goes back in a log, so this is a binary search.
        """
        sql = (
            "SELECT at FROM events WHERE session = $1 AND version <= $2"
            " ORDER BY version DESC LIMIT 1"
        )
        lineage = await self.lineage(session)
        low, high = 0, head
        while low < high:
            middle = (low + high + 1) // 2
            (part,) = lineage.overlapping(middle - 1, middle)
            found = await self._database.row(sql, part.session, middle)
            is_before = found is not None and found[0] <= time
            low, high = (middle, high) if is_before else (low, middle - 1)
        return low

    @_named
    async def held_since(self, session: UUID, seat: str) -> int:
        """Return the version of the event that gave a seat to its holder; 0 for the first holder."""
        sql = (
            "SELECT version FROM events WHERE session = $1 AND seat = $2"
            " AND type IN ('start_session', 'fork_session', 'take_seat')"
            " ORDER BY version DESC LIMIT 2"
        )
        found = await self._database.rows(sql, session, seat)
        return found[0][0] if len(found) > 1 else 0

    @_named
    async def hides_keys(self, session: UUID) -> bool:
        """Return whether any event of the session has a request key and hides its seat."""
        sql = (
            "SELECT EXISTS (SELECT FROM events"
            " WHERE session = $1 AND seat IS NULL AND request_key IS NOT NULL)"
        )
        found = await self._database.row(sql, session)
        return found is not None and found[0]

    @_named
    async def by_request(self, session: UUID, request_key: bytes) -> Row | None:
        """The session's own event that was recorded with this request key."""
        sql = f"{_READ} AND request_key = $2"
        found = await self._database.row(sql, session, request_key)
        return Row(*found) if found else None


def _unreadable(session: UUID, version: int) -> Exception:
    return DamagedError(f"session {session}, version {version}")


async def forks_from(
    connection: Connection, session: UUID, version: int, limit: int
) -> list[tuple[UUID, int]]:
    """The forks of a session that were made at a version or later, each with that version."""
    sql = (
        "SELECT session, version FROM forks WHERE parent = $1 AND version >= $2"
        " ORDER BY at, session LIMIT $3"
    )
    found = await connection.fetch(sql, session, version, limit)
    return [(UUID(int=row[0].int), row[1]) for row in found]
