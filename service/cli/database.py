"""The database, and the parts of the server that use it, for commands that need them."""

import asyncio
import os
import pwd
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import structlog
import uvloop
from msgspec.structs import replace
from structlog.typing import EventDict

from verger.service.annexes.wiring import complete
from verger.service.cli.command import CommandError
from verger.service.database import embedded, fitness, keeping, migrate
from verger.service.settings import Settings, in_drill
from verger.service.wiring import Parts

FOLDER = embedded.FOLDER


def migrated(settings: Settings) -> tuple[str, ...]:
    """Bring the database of the settings to the newest schema. Return the applied migrations."""
    url = asyncio.run(fitness.server_of(settings.database_url))
    if settings.database_pooler == "none":
        return migrate.migrate(url)
    # A migration holds a lock as long as its connection lasts, but a pooler gives this connection to others.
    if migrate.is_newest(url):
        return ()
    migrate.refuse_earlier(url)
    raise CommandError(
        "the database does not have the newest schema, and Verger does not migrate through a"
        " pooler: run verger migrate without VERGER_DATABASE_POOLER, and with the address of the"
        " database server in DATABASE_URL"
    )


@contextmanager
def at_database(
    settings: Settings, *, shared: bool = False, reading: bool = False
) -> Iterator[Settings]:
    """Return the settings with a database: the named one, or the embedded one, migrated.

    With `shared`, a running server may be using the database. Then the embedded database must
    already exist, and a named database is not migrated. With `reading`, a standby is enough.
    """
    if shared:
        _log_to_errors()
    if settings.database_url:
        if shared:
            # A command of this kind migrates nothing: the address may name another program's database.
            url = asyncio.run(fitness.server_of(settings.database_url, reading=reading))
            migrate.require_newest(url)
        else:
            migrated(settings)
        yield _checked(settings, reading=reading)
        return
    if shared:
        _require_folder()
    _require_name()
    with (embedded.shared if shared else keeping.kept)(FOLDER) as url:
        migrate.migrate(url)
        # There is no pooler before the embedded database.
        ready = replace(settings, database_url=url, database_pooler="none")
        yield _checked(ready, reading=reading)


@contextmanager
def at_server(settings: Settings, *, creating: bool = False) -> Iterator[str]:
    """Return the address of the database server, and migrate nothing.

    The embedded database has to exist already, unless the command is `creating` it.
    """
    _log_to_errors()
    if settings.is_pooled:
        raise CommandError(
            "backups do not go through a pooler: run this command without VERGER_DATABASE_POOLER, and"
            " with the address of the database server in DATABASE_URL"
        )
    with embedded.signals_as_exits():
        if settings.database_url:
            yield asyncio.run(fitness.server_of(settings.database_url))
            return
        if not creating:
            _require_folder()
        _require_name()
        with embedded.shared(FOLDER) as url:
            yield url


def _require_folder() -> None:
    if not FOLDER.exists():
        # A new database would be empty, so the command would wrongly report a good result.
        raise CommandError(f"DATABASE_URL is not set, and this folder has no {FOLDER}")


def _require_name() -> None:
    """Refuse a user without a name, because the embedded PostgreSQL would refuse it halfway."""
    try:
        pwd.getpwuid(os.geteuid())
    except KeyError:
        raise CommandError(
            f"the embedded database needs a user with a name, and user {os.geteuid()} has none: name the"
            " user (on Debian, libnss-systemd names the user of a unit with DynamicUser), or set"
            " DATABASE_URL"
        ) from None


def _log_to_errors() -> None:
    """Keep the log of a command out of its output, which may be an archive."""
    structlog.configure(
        processors=[_without_outages, *structlog.get_config()["processors"]],
        logger_factory=lambda *_: structlog.WriteLogger(sys.stderr),
    )


def _without_outages(_: object, __: str, event: EventDict) -> EventDict:
    """Leave out the line about an outage, because the command ends with the same sentence."""
    if event["event"] == "database_unavailable":
        raise structlog.DropEvent
    return event


def _checked(settings: Settings, *, reading: bool) -> Settings:
    """Return the settings. If the database is a restored copy, they turn the drill on.

    Raises UnusableDatabaseError if the database cannot be used with these settings.
    """
    url, pooled = settings.database_url, settings.is_pooled
    is_copy = asyncio.run(fitness.check(url, settings.cell, pooled=pooled, reading=reading))
    return in_drill(settings) if is_copy else settings


@asynccontextmanager
async def at_work(settings: Settings) -> AsyncIterator[Parts]:
    """Open the parts that read and write the database, without the parts that only a server needs."""
    parts = complete(settings)
    await parts.database.open()
    try:
        yield parts
    finally:
        await parts.archives.stop()
        await parts.database.close()


def with_parts(
    settings: Settings,
    work: Callable[[Parts], Coroutine[Any, Any, int]],
    *,
    reading: bool = False,
) -> int:
    """Run work on the database, while servers may be using it."""

    async def run(ready: Settings) -> int:
        async with at_work(ready) as parts:
            return await work(parts)

    with at_database(settings, shared=True, reading=reading) as ready:
        return uvloop.run(run(ready))
