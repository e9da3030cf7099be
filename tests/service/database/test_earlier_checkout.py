"""A database of an earlier checkout is refused in one sentence, and nothing in it changes."""

import os
import subprocess
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from tests.support import forked
from tests.support.postgres import execute, fresh_database, of_database
from verger.service.database import embedded, migrate

SENTENCE = (
    "verger: the database was made by an earlier checkout of Verger and stays with that checkout:"
    " this program cannot read it and has changed nothing in it\n"
)
COMMANDS = (
    ["migrate"],
    ["serve"],
    ["sessions"],
    ["verify", "--all"],
    ["keys"],
    ["keys", "--encrypt"],
    ["apps", "--make", "Club"],
    ["record"],
)
MADE = (
    "CREATE TABLE schema_migrations (version varchar PRIMARY KEY)",
    "INSERT INTO schema_migrations VALUES ('20261122000001'), ('20261128004620')",
    "CREATE TABLE events (session uuid, version bigint, data text)",
    "INSERT INTO events VALUES (gen_random_uuid(), 1, '{}')",
)


@pytest.fixture(scope="module")
def earlier(postgres_url: str) -> Iterator[str]:
    """Yield the URL of a database with migrations that this program no longer has."""
    name = f"earlier_{uuid4().hex}"
    execute(postgres_url, f"CREATE DATABASE {name}")
    url = of_database(postgres_url, name)
    for statement in MADE:
        execute(url, statement)
    yield url
    execute(postgres_url, f"DROP DATABASE {name} WITH (FORCE)")


def contents(url: str) -> str:
    """The schema and the data of a database."""
    command: list[Any] = [embedded.tools() / "pg_dump", "--restrict-key=none", url]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


@pytest.mark.parametrize("pooler", ["none", "transaction"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_refuses_a_database_of_an_earlier_checkout(
    command: list[str], pooler: str, earlier: str
) -> None:
    before = contents(earlier)
    environment = {"DATABASE_URL": earlier, "VERGER_DATABASE_POOLER": pooler}
    done = forked.run(*command, environment={**os.environ, **environment})
    assert (done.returncode, done.stdout, done.stderr) == (2, "", SENTENCE)
    assert contents(earlier) == before


def test_a_database_with_a_later_migration_is_not_of_an_earlier_checkout(
    postgres_url: str,
) -> None:
    with fresh_database(postgres_url) as url:
        execute(url, "INSERT INTO schema_migrations VALUES ('29990101000000')")
        assert migrate.migrate(url) == ()
        migrate.refuse_earlier(url)
