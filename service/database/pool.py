"""The pool of connections, each acting as the service's own role."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Protocol, TypeVar
from uuid import UUID

import asyncpg
import structlog

from verger.service.database import sql
from verger.service.database.agreement import Compatibility
from verger.service.database.hosts import Hosts
from verger.service.database.outage import (
    AWAY,
    Cause,
    DamagedError,
    UnavailableError,
    unavailable,
)
from verger.service.database.outage_log import OutageLog
from verger.service.database.record import Record

ROLE = "verger_service"

ACQUIRE_SECONDS = 3.0
COMMAND_SECONDS = 10.0
CLOSE_SECONDS = 5.0
CONFIRM_SECONDS = 60.0
"""The maximum time of the query that `Database.confirm` waits for. Its callers give up earlier."""

_log = structlog.get_logger()

Answer = TypeVar("Answer")


class Connection(Protocol):
    """The methods of an asyncpg connection, pooled or not, with rows that are read by name."""

    async def execute(self, statement: str, /, *binds: Any, timeout: float | None = None) -> str:  # noqa: ASYNC109, asyncpg's own
        """Run a statement."""

    async def executemany(self, sql: str, binds: Iterable[Sequence[Any]], /) -> None:
        """Run a statement once for each sequence of values."""

    async def fetch(
        self,
        statement: str,
        /,
        *binds: Any,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> list[Record]:
        """Return the rows of a query."""

    async def fetchrow(
        self,
        statement: str,
        /,
        *binds: Any,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> Record | None:
        """Return the first row of a query, if it has one."""

    async def fetchval(self, statement: str, /, *binds: Any, timeout: float | None = None) -> Any:  # noqa: ASYNC109
        """Return the first column of the first row, or None."""

    def cursor(
        self,
        statement: str,
        /,
        *binds: Any,
        prefetch: int | None = None,
        timeout: float | None = None,
    ) -> Any:
        """Return the rows of a query, some at a time."""

    async def copy_records_to_table(
        self, table: str, /, *, records: Iterable[Sequence[Any]], columns: Sequence[str]
    ) -> str:
        """Insert rows by COPY."""

    def transaction(self, *, isolation: str | None = None, readonly: bool = False) -> Any:
        """Return a transaction, for `async with`."""


BEFORE_ALL, AFTER_ALL = UUID(int=0), UUID(int=2**128 - 1)
"""Ids that no row has. A list begins after the first one. If its order is descending, it begins before the second.

With a parameter that may be null (`$1 IS NULL OR id > $1`), a generic plan would read the whole index for
each page.
"""
LONG_AGO, FAR_AHEAD = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
"""Times that no row has, for the same purpose."""


def options(*, pooled: bool) -> dict[str, Any]:
    """Return the options of a connection.

    If `pooled`, a pooler can give each transaction another connection to the server.
    """
    if pooled:
        # A pooler does not pass on a role, and a prepared statement exists in only one connection to the server.
        return {"statement_cache_size": 0, "server_settings": {"application_name": "verger"}}
    # This role has no right to update or delete events, so not even a bug can do so.
    settings = {"role": ROLE, "application_name": "verger"}
    # In transactions that write events, the trigger of the feed sets another value.
    settings["idle_in_transaction_session_timeout"] = "60s"
    return {"server_settings": settings}


class _Connection(asyncpg.Connection):
    """A connection that can end itself when a statement is given up, instead of asking the server to cancel it."""

    drops = False
    scans = True

    def drop_instead_of_cancel(self, *, drops: bool) -> None:
        """Set whether a statement that takes too long, or is cancelled, ends the connection."""
        self.drops = drops

    async def avoid_scans(self) -> None:
        """From now on, read only the pages that an index names."""
        if self.scans:
            await self.execute(sql.AVOID_SCANS)
            self.scans = False

    def _cancel_current_command(self, *waiters: Any) -> None:
        # asyncpg sends a cancel request only here, when a statement is given up.
        if self.drops:
            asyncio.get_running_loop().call_soon(self.terminate)
        else:
            super()._cancel_current_command(*waiters)  # type: ignore[no-untyped-call]


class Database:
    """Connections to PostgreSQL. Every wait for one has a time limit."""

    def __init__(
        self,
        url: str,
        connections: int,
        *,
        pooled: bool = False,
        cell: int = 0,
        is_durable: bool = False,
    ) -> None:
        self.cell = cell
        """The cell of this database. New ids and tokens begin with it."""
        self._is_durable = is_durable
        """Whether moves are refused while the database can lose confirmed moves (VERGER_DATABASE_DURABILITY)."""
        self._url = url
        self._pooled = pooled
        self._connections = connections
        self._pool: asyncpg.Pool | None = None
        self._server: Record | None = None
        self.agreement = Compatibility()
        self.changed: Callable[[], None] = _nothing_changed
        """Called when a connection leads to another server than before, which may lack newer events."""
        self.generation = 0
        """The number of times that all connections had to be replaced."""
        self._confirming: asyncio.Task[None] | None = None
        self._is_scanning = True
        """Whether a statement may read more pages of a table than an index names."""
        self.outages = OutageLog()

    async def open(self) -> None:
        """Make the pool. It connects at the first use, so the database can be away now."""
        self._pool = await asyncpg.create_pool(
            self._url,
            connect=Hosts(self._url).connect,
            min_size=0,
            max_size=self._connections,
            timeout=ACQUIRE_SECONDS,
            command_timeout=COMMAND_SECONDS,
            max_inactive_connection_lifetime=60.0,
            **options(pooled=self._pooled),
            connection_class=_Connection,
            # The pool would reset each connection on release. No use leaves state behind, so skip that.
            reset=_nothing,
            init=self._recognize,
        )

    async def _recognize(self, connection: Connection) -> None:
        """Check whether a new connection leads to the same server as those before."""
        known, self._server = self._server, await connection.fetchrow(sql.SERVER)
        if known not in (None, self._server) and self._pool is not None:
            # The other connections may still lead to the server that was replaced.
            await self._expire()
            self.changed()
        await self._compare(connection)

    async def _compare(self, connection: Connection) -> None:
        before = self.agreement.forgetful
        await self.agreement.compare(connection)
        off = self.agreement.forgetful
        if not self._is_durable or before == off:
            return
        if off:
            _log.error("database_not_durable", off=list(off))
        else:
            _log.info("database_durable")
        if self._pool is not None:
            # The setting of a role or of a database applies only to connections that are opened later.
            await self._expire()

    async def _expire(self) -> None:
        """Replace every connection after its present use."""
        assert self._pool is not None
        self.generation += 1
        await self._pool.expire_connections()

    @property
    def name(self) -> str:
        """A name that no other database has. It is empty before the first connection."""
        return f"{self._server['system']}/{self._server['database']}" if self._server else ""

    async def agree(self) -> None:
        """Compare the clock, the migrations and the settings with the database now."""
        async with self.connection() as connection:
            await self._compare(connection)

    def require_durable(self) -> None:
        """Raise UnavailableError while the database can lose confirmed moves, unless the settings allow that."""
        if self._is_durable and self.agreement.forgetful:
            words = f"{', '.join(self.agreement.forgetful)} is off"
            raise UnavailableError(words, Cause.FORGETFUL)

    async def close(self) -> None:
        """Close every connection."""
        if self._pool is not None:
            try:
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self._pool.close()
            except TimeoutError:
                self._pool.terminate()

    @property
    def connections(self) -> dict[str, int]:
        """Return the number of connections in use, and the number of open, unused connections."""
        if self._pool is None:
            return {"used": 0, "idle": 0}
        idle = self._pool.get_idle_size()
        return {"used": self._pool.get_size() - idle, "idle": idle}

    @asynccontextmanager
    async def connection(self, *, writes: bool = False) -> AsyncIterator[Connection]:
        """Open a connection for one use.

        Outages of the database raise UnavailableError.

        A connection that `writes` events never asks the server to cancel a statement. Cancelling a
        commit would end its wait for the standbys, and show an event that no standby has. The
        connection is dropped instead, and the outcome is unknown.
        """
        assert self._pool is not None
        try:
            async with self._pool.acquire(timeout=ACQUIRE_SECONDS) as connection:
                if writes:
                    self.require_durable()
                connection.drop_instead_of_cancel(drops=writes)
                if not self._is_scanning:
                    await connection.avoid_scans()
                try:
                    yield connection
                    self.outages.worked(writes=writes)
                except asyncpg.ReadOnlySQLTransactionError:
                    # This connection stays read-only. Others that were opened before the change also do.
                    # A new connection finds the server that accepts writes now.
                    await self._expire()
                    connection.terminate()
                    raise
        except (*AWAY, asyncpg.exceptions.PostgresError) as error:
            outage = unavailable(error)
            if outage is None:
                raise
            self.outages.failed(outage)
            if isinstance(outage, DamagedError):
                _say_damaged(str(outage))
                # From now on, queries read only the pages that an index names, so a damaged page
                # does not stop others. A pooler would give a connection with this setting to other
                # programs.
                self._is_scanning = self._pooled
            raise outage from error

    async def confirm(self) -> None:
        """Return when everything that was visible before this call is on as many standbys as a commit waits for."""
        try:
            async with asyncio.timeout(COMMAND_SECONDS):
                if self._confirming is not None:
                    # This confirmation began earlier, and may not cover the state that the caller saw.
                    await asyncio.wait((self._confirming,))
                if self._confirming is None:
                    self._confirming = asyncio.create_task(self._confirm())
                    self._confirming.add_done_callback(self._confirmed)
                await asyncio.shield(self._confirming)
        except TimeoutError:
            raise UnavailableError("unconfirmed", Cause.NO_ANSWER) from None

    async def _confirm(self) -> None:
        # A commit that writes nothing would not wait for standbys. All callers share this one, because each
        # waiting connection occupies a process of PostgreSQL until the standbys are back.
        async with self.connection(writes=True) as connection:
            await connection.execute(sql.EMIT_MESSAGE, timeout=CONFIRM_SECONDS)

    def _confirmed(self, task: asyncio.Task[None]) -> None:
        self._confirming = None
        # Perhaps no caller waits any more. If nobody takes the error, asyncio logs it.
        _ = task.cancelled() or task.exception()

    async def rows(self, statement: str, *binds: object) -> list[Record]:
        """Return the rows of a query."""
        return await self._asked(lambda connection: connection.fetch(statement, *binds))

    async def row(self, statement: str, *binds: object) -> Record | None:
        """Return the first row of a query, if it has one."""
        return await self._asked(lambda connection: connection.fetchrow(statement, *binds))

    async def only_row(self, statement: str, *binds: object) -> Record:
        """Return the row of a query that always has one."""
        row = await self.row(statement, *binds)
        assert row is not None
        return row

    async def value(self, statement: str, *binds: object) -> Any:
        """Return the first column of the first row of a query, or None."""
        return await self._asked(lambda connection: connection.fetchval(statement, *binds))

    async def _asked(self, ask: Callable[[Connection], Awaitable[Answer]]) -> Answer:
        was_scanning = self._is_scanning
        try:
            async with self.connection() as connection:
                return await ask(connection)
        except DamagedError:
            if self._is_scanning or not was_scanning:
                raise
        # The query may have read a damaged page that it did not need.
        async with self.connection() as connection:
            return await ask(connection)


@lru_cache(maxsize=10_000)
def _say_damaged(reason: str) -> None:
    """Log a page, index or file that cannot be read: only once, and not at each use."""
    _log.error("database_damaged", reason=reason)


def _nothing_changed() -> None:
    pass


async def _nothing(connection: Connection) -> None:
    del connection
