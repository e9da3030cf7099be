"""Fixtures: a database with a session, a backup of it, and databases without tables."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import pytest

from tests.service.cli.test_command_line import said, verger
from tests.support.client import Player, played
from tests.support.postgres import execute, fresh_database, of_database
from tests.support.server import SECRET_KEY, serving

KEY = {"VERGER_SECRET_KEYS": SECRET_KEY}


class Original(NamedTuple):
    """The URL of a served database, and a player of its session."""

    url: str
    ann: Player


@pytest.fixture(scope="module")
def original(postgres_url: str) -> Iterator[Original]:
    with fresh_database(postgres_url) as url, serving(url) as server:
        ann = played(server.http, "Ann", "Bo")["Ann"]
        said(verger("keys", environment={"DATABASE_URL": url, **KEY}))
        yield Original(url, ann)


@pytest.fixture(scope="module")
def backup(original: Original, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a backup while the server runs, and return its folder."""
    folder = tmp_path_factory.mktemp("backups") / "newest"
    told = said(verger("backup", folder, environment={"DATABASE_URL": original.url}))
    assert told.startswith(f"{folder}: 1 sessions, ")
    return folder


@pytest.fixture
def empty(postgres_url: str) -> Iterator[str]:
    with empty_database(postgres_url) as url:
        yield url


@contextmanager
def empty_database(server: str) -> Iterator[str]:
    """Create a database without tables, and yield its URL."""
    name = f"empty_{uuid4().hex}"
    execute(server, f"CREATE DATABASE {name}")
    try:
        yield of_database(server, name)
    finally:
        execute(server, f"DROP DATABASE {name} WITH (FORCE)")


def refused(*words: object, url: str = "", status: int = 2, **settings: str) -> str:
    """Run a command that must fail, and return its error message."""
    given = {f"VERGER_{name.upper()}": value for name, value in settings.items()}
    told = verger(*words, environment={"DATABASE_URL": url, **given})
    assert (told.returncode, told.stdout) == (status, ""), told.stdout + told.stderr
    (sentence,) = told.stderr.splitlines()
    return sentence.removeprefix("verger: ")


def restored(backup: Path, url: str) -> str:
    """Restore a backup into a database, and return the output of the command."""
    return said(verger("restore", backup, environment={"DATABASE_URL": url, **KEY}))


def tables(url: str) -> str:
    """Return the number of tables in a database."""
    return execute(url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
