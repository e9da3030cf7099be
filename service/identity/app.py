"""Apps: sites, clubs and bots that run many tables, each made by the operator.

An app's key is a token of no seat. It starts sessions, and reads those that its app has started as
an observer does; it acts only for seats that it was given like any other token.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID, uuid4

from verger.service.database.pool import Connection, Database
from verger.service.identity import claim_code, sql
from verger.service.identity.grant import SCOPES, Grant, Scope, ends_after
from verger.service.identity.identity import issue
from verger.service.identity.secret import Secrets

KEY_OVERLAP = timedelta(days=1)
"""How long an app's earlier keys work on beside a new one."""


class App(NamedTuple):
    """An app, and how much it uses of what it may."""

    id: UUID
    name: str
    session_limit: int
    sessions: int
    """Those that it has started and that have not been ended."""
    keys: int
    """Its keys that are valid."""
    ended_at: datetime | None


async def apps(database: Database) -> list[App]:
    """Every app, by its name."""
    return [App(**row) for row in await database.rows(sql.APPS)]


async def app(database: Database, id: UUID) -> App:
    """One app, which is there."""
    return App(**await database.only_row(sql.APP, id))


async def has_started(database: Database, app: UUID, session: UUID) -> bool:
    """Whether it is an app's own session."""
    return await database.row(sql.HAS_STARTED, session, app) is not None


async def named(connection: Connection, name: str) -> UUID | None:
    """The app that has this name, if it has not ended; until the transaction ends nobody else ends it."""
    found: UUID | None = await connection.fetchval(sql.LOCK_NAMED_APP, name)
    return found


async def make(connection: Connection, name: str, session_limit: int) -> UUID | None:
    """Make an app; None where there is one of this name."""
    made: UUID | None = await connection.fetchval(sql.INSERT_APP, uuid4(), name, session_limit)
    return made


async def give_key(
    connection: Connection,
    app: UUID,
    name: str,
    scopes: Sequence[Scope] = SCOPES,
    *,
    cell: int = 0,
    overlap: timedelta = KEY_OVERLAP,
) -> str:
    """Give an app a new key. The events of moves with this key name the app.

    After the overlap, the earlier keys end, and so do the tokens that they handed out. If the overlap is
    zero, their unused claim codes become void too.
    """
    await connection.execute(sql.END_KEYS_LATER, app, ends_after(overlap))
    if not overlap:
        await _end_keys(connection, app)
    key, grant = Secrets(None, cell=cell).token(), Grant(tuple(scopes), name)
    await issue(connection, uuid4(), key, f"key of {name}", grant, app=app)
    return key


async def end(connection: Connection, app: UUID) -> None:
    """End an app, its keys, and the tokens and codes that they handed out. Its sessions continue."""
    await connection.execute(sql.END_APP, app)
    await _end_keys(connection, app)


async def _end_keys(connection: Connection, app: UUID) -> None:
    """Revoke the keys of an app and the tokens that they issued, and void the unused codes of both."""
    ended = [row["id"] for row in await connection.fetch(sql.REVOKE_KEYS, app)]
    await claim_code.void_of(connection, ended)


class Quota(NamedTuple):
    """How many sessions an app may have at a time, and how many it has."""

    limit: int
    sessions: int


async def start(connection: Connection, app: UUID, session: UUID) -> Quota | None:
    """Put a session down as an app's; gives the quota where that is used up, and does nothing."""
    if full := await used_up(connection, app):
        return full
    await connection.execute(sql.INSERT_APP_SESSION, session, app)
    return None


async def used_up(connection: Connection, app: UUID) -> Quota | None:
    """An app's quota where there is no room for one more session; until the transaction ends."""
    # One after the other, or two at once would both find room for one.
    limit = await connection.fetchval(sql.LOCK_SESSION_LIMIT, app)
    held = await connection.fetchval(sql.COUNT_APP_SESSIONS, app)
    return Quota(limit, held) if held >= limit else None
