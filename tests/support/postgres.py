"""A real PostgreSQL for one test run, and a fresh database of it for each test that wants one."""

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest import mock
from urllib.parse import urlsplit
from uuid import uuid4

from tests.support.patience import AGAIN_SECONDS, PATIENCE_SECONDS
from verger.service.database import embedded, migrate
from verger.service.database.pool import Connection

MIGRATED = "migrated"


@contextmanager
def reachable_folder() -> Iterator[Path]:
    """Yield a temporary folder that PostgreSQL's own user can enter when the tests run as root.

    pytest's own temporary folders are closed to other users.
    """
    with tempfile.TemporaryDirectory(prefix="verger-test-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        try:
            yield folder
        finally:
            _remove_targets(folder)


def owned(folder: Path) -> Path:
    """Make PostgreSQL's user the owner of a folder and its content. Make the folder if there is none."""
    folder.mkdir(mode=0o700, exist_ok=True)
    if os.geteuid() == 0:
        embedded.ensure_system_user()
        for path in (folder, *folder.rglob("*")):
            shutil.chown(path, embedded.SYSTEM_USER, embedded.SYSTEM_USER)
    return folder


def _remove_targets(folder: Path) -> None:
    for link in folder.rglob("*"):
        if link.is_symlink() and link.resolve().parent == embedded.SYSTEM_FOLDER:
            shutil.rmtree(link.resolve())


@contextmanager
def migrated_server() -> Iterator[str]:
    """Start a server that waits for no disk, and yield its URL. Tests kill processes, not machines.

    If it waited, each database that is made or dropped would wait for a checkpoint, for up to two seconds. After each checkpoint, whole
    pages would be written to the log.
    """
    with reachable_folder() as folder, ExitStack() as stack:
        quick = {"fsync": "off", "full_page_writes": "off", "max_prepared_transactions": "5"}
        with mock.patch.dict(embedded.SETTINGS, quick):
            url = stack.enter_context(embedded.running(folder / "postgres"))
        execute(url, f"CREATE DATABASE {MIGRATED}")
        migrate.migrate(of_database(url, MIGRATED))
        yield url


@contextmanager
def fresh_database(url: str, copied: str = "", *, durable: bool = True) -> Iterator[str]:
    """Yield the URL of a new database at the newest schema, or of a copy of a database that has no connections.

    A database that is not `durable` does not wait for the disk. It is for tests without crashes.
    """
    name, template = f"test_{uuid4().hex}", urlsplit(copied).path[1:] or MIGRATED
    # The default strategy also writes each page to the log, which takes twice as long.
    execute(url, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    if not durable:
        execute(url, f"ALTER DATABASE {name} SET synchronous_commit = off")
    try:
        yield of_database(url, name)
    finally:
        execute(url, f"DROP DATABASE {name} WITH (FORCE)")


def of_database(url: str, name: str) -> str:
    return urlsplit(url)._replace(path=f"/{name}").geturl()


def lose(url: str, session: object, after: int) -> None:
    """Delete the events after a version, as if an older backup were restored."""
    gone = f"DELETE FROM events WHERE session = '{session}' AND version > {after}"  # noqa: S608
    switched = "ALTER TABLE events {} TRIGGER ALL"
    execute(url, "; ".join((switched.format("DISABLE"), gone, switched.format("ENABLE"))))


async def somebody_waits(connection: Connection, count: int = 1) -> None:
    """Wait until this number of connections wait for a lock of a transaction. No other test uses this server."""
    waiting = "SELECT FROM pg_locks WHERE NOT granted"
    async with asyncio.timeout(PATIENCE_SECONDS):
        while len(await connection.fetch(waiting)) < count:  # noqa: ASYNC110  # no signal
            await asyncio.sleep(AGAIN_SECONDS)


def execute(url: str, statement: str) -> str:
    """Run SQL with psql, outside any event loop, and return the rows as lines."""
    psql = embedded.tools() / "psql"
    arguments = [str(psql), "--no-psqlrc", "-qAt", "--set=ON_ERROR_STOP=1", "-c", statement, url]
    return subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
