"""Check that a server can use its database, before anything is started or written."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import asyncpg

from verger.service.database import sql
from verger.service.database.hosts import (
    WRITABLE,
    AwayDatabaseError,
    Hosts,
    UnusableDatabaseError,
    each,
    kind_of,
)
from verger.service.database.outage import AWAY, Cause, said, unavailable
from verger.service.database.pool import ACQUIRE_SECONDS, ROLE, options

OLDEST = 140_000
"""The oldest PostgreSQL that can be used, as `server_version_num` writes it."""

_PASSING = (Cause.AWAY, Cause.NO_ANSWER, Cause.NO_WRITES, Cause.LIMITED)
"""Causes that may be gone at the next try."""

_CREATE = "createdb --encoding=UTF8 --template=template0"
_MISSING = (
    "the server has no database {name!r}: correct the name in DATABASE_URL, or create the database:"
    f" {_CREATE} {{word}}"
)
_WRONG_ENCODING = (
    "the database has the encoding {}, but Verger needs UTF8: create another database for Verger:"
    f" {_CREATE}"
)


async def server_of(url: str, *, reading: bool = False) -> str:
    """Return the address of the host that takes writes.

    Raises UnusableDatabaseError if there is none. For a task that is only `reading`, any host is enough.
    """
    hosts = each(url)
    if kind_of(url) not in (WRITABLE if len(hosts) > 1 else (*WRITABLE, "any")):
        raise UnusableDatabaseError(
            f"DATABASE_URL: target_session_attrs must be {' or '.join(WRITABLE)}, because Verger"
            " writes moves"
        )
    reached = await _reached(hosts)
    taking = [host for host, server in reached.items() if not server["refuses"]]
    if not taking and not reading:
        is_standby = any(server["follows"] for server in reached.values())
        why = "is a standby" if is_standby else "is read-only (default_transaction_read_only)"
        raise AwayDatabaseError(
            f"no server in DATABASE_URL accepts writes: the server that answers {why}"
        )
    return (taking or list(reached))[0]


async def _reached(hosts: Sequence[str]) -> dict[str, Any]:
    """Return the settings of each server that answers.

    Raises UnusableDatabaseError if none answers, or if Verger cannot use the database.
    """
    reached: dict[str, Any] = {}
    lacking: dict[str, Any] = {}
    away: Exception | None = None
    for host in hosts:
        try:
            server, is_there = await _server(host)
        except (*AWAY, asyncpg.exceptions.PostgresError) as error:
            _refuse_statement_pooling(error)
            away = error
        else:
            (reached if is_there else lacking)[host] = server
    if not reached and not lacking:
        raise _out_of_reach(away)
    if len({server["system"] for server in (reached | lacking).values()}) > 1:
        raise UnusableDatabaseError(
            "DATABASE_URL names servers with different data: all of them must be copies of one"
        )
    if not reached:
        name = _database(hosts[0])
        raise UnusableDatabaseError(_MISSING.format(name=name, word=shlex.quote(name)))
    for server in reached.values():
        if server["version"] < OLDEST:
            raise UnusableDatabaseError(
                f"the server is PostgreSQL {server['version'] // 10_000}, but Verger needs"
                f" {OLDEST // 10_000} or newer"
            )
    if encodings := {server["encoding"] for server in reached.values()} - {"UTF8"}:
        raise UnusableDatabaseError(_WRONG_ENCODING.format(*encodings))
    return reached


async def _server(host: str) -> tuple[Any, bool]:
    """Return the settings of a server, and whether it has the database."""
    try:
        return await _asked(host, sql.FITNESS), True
    except asyncpg.InvalidCatalogNameError:
        # A standby can lag behind the primary, where the database is new.
        return await _asked(host, sql.FITNESS, database="postgres"), False


def _database(url: str) -> str:
    """Return the name of the database. By default, it is the name of the user."""
    parts = urlsplit(url)
    return unquote(parts.path[1:] or parts.username or "")


async def _asked(host: str, statement: str, database: str | None = None) -> Any:
    connection = await asyncpg.connect(
        host, database=database, timeout=ACQUIRE_SECONDS, statement_cache_size=0
    )
    try:
        # A pooler in the wrong mode refuses a transaction.
        async with connection.transaction():
            return await connection.fetchrow(statement, timeout=ACQUIRE_SECONDS)
    finally:
        connection.terminate()


def _refuse_statement_pooling(error: Exception) -> None:
    if "statement pooling" in str(error):
        raise UnusableDatabaseError(
            "the pooler at DATABASE_URL pools statements, but moves need transactions: set the"
            " pool_mode of the pooler to transaction, and set VERGER_DATABASE_POOLER=transaction"
        )


async def check(url: str, cell: int, *, pooled: bool, reading: bool = False) -> bool:
    """Return whether the database is a restored copy that nobody has taken into use.

    Raises UnusableDatabaseError if connections do not act as the service's role, or if the database belongs to another
    cell. If the database has no cell yet, it gets this one, except for a task that is only `reading`.
    """
    try:
        connection = await Hosts(url).connect(
            url, timeout=ACQUIRE_SECONDS, **options(pooled=pooled)
        )
    except asyncpg.ProtocolViolationError:
        raise UnusableDatabaseError(
            "the pooler at DATABASE_URL does not accept a role at the start of a connection: set"
            " VERGER_DATABASE_POOLER=transaction"
        ) from None
    except asyncpg.exceptions.PostgresError as error:
        raise UnusableDatabaseError(
            f"the user of DATABASE_URL cannot act as {ROLE}: {said(error)}; run GRANT {ROLE} TO"
            " this user"
        ) from None
    except AWAY as error:
        raise _out_of_reach(error) from None
    try:
        await _check_role(connection)
        await _check_cell(connection, cell, reading=reading)
        is_restored: bool = await connection.fetchval(sql.IS_RESTORED)
        return is_restored
    finally:
        connection.terminate()


async def _check_role(connection: Any) -> None:
    row = await connection.fetchrow(sql.ROLES)
    role, user = row["role"], row["login"]
    if role != ROLE:
        raise UnusableDatabaseError(
            f"connections act as {role} and not as {ROLE}: run these statements on the database"
            f' server itself: GRANT {ROLE} TO "{user}"; ALTER ROLE "{user}" SET role = {ROLE}'
        )


async def _check_cell(connection: Any, cell: int, *, reading: bool) -> None:
    if not reading:
        await connection.execute(sql.INSERT_CELL, cell)
    found = await connection.fetchval(sql.CELL)
    if found not in (None, cell):
        raise UnusableDatabaseError(
            f"the database is cell {found}, but VERGER_CELL is {cell}: its ids and tokens"
            f" contain the number of its cell, so set VERGER_CELL={found}"
        )


def _out_of_reach(error: Exception | None) -> UnusableDatabaseError:
    if isinstance(error, PermissionError) and error.filename:
        is_at_home = Path(error.filename).is_relative_to(Path.home())
        what_to_do = ": set HOME to the user's own folder" if is_at_home else ""
        return UnusableDatabaseError(f"this user cannot read {error.filename}{what_to_do}")
    outage = unavailable(error) if error else None
    kind = (
        AwayDatabaseError if outage is None or outage.cause in _PASSING else UnusableDatabaseError
    )
    return kind(f"the database cannot be reached: {said(error)}")
