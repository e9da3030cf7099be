"""Apps: sites, clubs and bots that start many sessions. The operator makes them.

An app's key is a token without a seat. It can start sessions. It can read the sessions that its app
has started, as an observer can. Like any other token, it can act only for seats that were added to it.
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
"""An app's earlier keys stay valid for this time after a new one is made."""


class App(NamedTuple):
    """An app, and its use of its quota."""

    id: UUID
    name: str
    session_limit: int
    sessions: int
    """The number of sessions that it started and that have not ended."""
    keys: int
    """The number of its valid keys."""
    ended_at: datetime | None


async def apps(database: Database) -> list[App]:
    """Return all apps, by name."""
    return [App(**row) for row in await database.rows(sql.APPS)]


async def app(database: Database, id: UUID) -> App:
    """Return an app by its id. The app must exist."""
    return App(**await database.only_row(sql.APP, id))


async def has_started(database: Database, app: UUID, session: UUID) -> bool:
    """Return whether an app has started a session."""
    return await database.row(sql.HAS_STARTED, session, app) is not None


async def named(connection: Connection, name: str) -> UUID | None:
    """Return the app with this name, if it has not ended. Nobody else can end it until the transaction ends."""
    app: UUID | None = await connection.fetchval(sql.LOCK_NAMED_APP, name)
    return app


async def known(database: Database, name: str) -> UUID | None:
    """Return the app with this name, even if it has ended."""
    row = await database.row(sql.NAMED_APP, name)
    return row["id"] if row else None


async def sessions(database: Database, app: UUID) -> list[UUID]:
    """Return the sessions that an app has started, by id."""
    return [row["session"] for row in await database.rows(sql.APP_SESSIONS, app)]


async def make(connection: Connection, name: str, session_limit: int) -> UUID | None:
    """Make an app. Return None if the name is already in use."""
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

    After the overlap, the earlier keys end, and also the tokens that they handed out. If the
    overlap is zero, their unused claim codes become void, too.
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
    """The maximum number of an app's sessions, and its current number."""

    limit: int
    sessions: int


async def start(connection: Connection, app: UUID, session: UUID) -> Quota | None:
    """Record a session as an app's.

    If the quota is used up, record nothing and return the quota.
    """
    if full := await used_up(connection, app):
        return full
    await connection.execute(sql.INSERT_APP_SESSION, session, app)
    return None


async def used_up(connection: Connection, app: UUID) -> Quota | None:
    """Return an app's quota if it has no room for a session, locked until the transaction ends."""
    # The lock makes transactions wait for each other, so that two cannot both take the last free place.
    limit = await connection.fetchval(sql.LOCK_SESSION_LIMIT, app)
    held = await connection.fetchval(sql.COUNT_APP_SESSIONS, app)
    return Quota(limit, held) if held >= limit else None
