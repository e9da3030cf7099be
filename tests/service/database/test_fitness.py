"""If the database is not usable, the start ends with one sentence and status 2, and nothing is written."""

import asyncio
import os
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock
from urllib.parse import parse_qs, quote, urlsplit
from uuid import uuid4

import asyncpg
import pytest

from tests.support import forked
from tests.support.client import played, started
from tests.support.log import archived, evening, rows
from tests.support.postgres import execute, fresh_database, of_database, reachable_folder
from tests.support.server import serving
from tests.support.standby import Standby, standby_of
from verger.service.cli import main
from verger.service.cli.command import TRY_AGAIN
from verger.service.database import embedded, fitness, migrate
from verger.service.database.fitness import server_of
from verger.service.database.hosts import UnusableDatabaseError
from verger.service.database.pool import ROLE

Refused = Callable[..., str]


@pytest.fixture(scope="module")
def standby(postgres_url: str) -> Iterator[Standby]:
    with standby_of(postgres_url) as standby:
        yield standby


@pytest.fixture(scope="module")
def other_system() -> Iterator[str]:
    with reachable_folder() as folder, embedded.running(folder / "other") as url:
        yield url


@pytest.fixture
def empty_url(postgres_url: str) -> Iterator[str]:
    """Yield the URL of a database without a schema. The test must not create one."""
    template = of_database(postgres_url, "template1")
    with fresh_database(postgres_url, template) as url:
        yield url
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        assert execute(url, tables) == "0", "something was written"


@pytest.fixture
def refused() -> Refused:
    """Return a function that runs a command and returns its refusal of a database that does not fit."""

    def refused(url: str, *command: str, status: int = 2) -> str:
        done = forked.run(*(command or ["serve"]), environment={**os.environ, "DATABASE_URL": url})
        said = done.stderr
        assert done.returncode == status
        assert (said.count("\n"), said[:8]) == (1, "verger: "), said
        assert "Traceback" not in said
        return said

    return refused


def with_hosts(url: str, *others: str) -> str:
    """The address of a database, with the hosts of other servers before its own."""
    hosts = [parse_qs(urlsplit(one).query)["host"][0] for one in (*others, url)]
    listed = ",".join(quote(host, safe="") for host in hosts)
    return urlsplit(url)._replace(netloc=f"postgres@{listed}", query="").geturl()


def test_of_several_hosts_the_one_that_takes_writes_is_migrated_and_played_on(
    postgres_url: str, standby: Standby, monkeypatch: pytest.MonkeyPatch
) -> None:
    with fresh_database(postgres_url, of_database(postgres_url, "template1")) as empty:
        url = with_hosts(empty, standby.url)
        monkeypatch.setenv("DATABASE_URL", url)
        assert main(["migrate"]) == 0
        with serving(url) as server:
            assert played(server.http, "Ann", "Bo")["Ann"].draws_a_line("Spiders.")["version"]


def test_a_standby_that_does_not_have_a_new_database_yet_is_no_other_system(
    postgres_url: str, standby: Standby
) -> None:
    execute(standby.url, "SELECT pg_wal_replay_pause()")
    try:
        with fresh_database(postgres_url) as new:
            found = asyncio.run(server_of(with_hosts(new, standby.url)))
    finally:
        execute(standby.url, "SELECT pg_wal_replay_resume()")
    assert parse_qs(urlsplit(found).query)["host"] == parse_qs(urlsplit(postgres_url).query)["host"]


def test_a_host_that_is_silent_keeps_no_other_from_being_found(database_url: str) -> None:
    (sockets,) = parse_qs(urlsplit(database_url).query)["host"]
    with socket.create_server(("127.0.0.1", 0)) as silent:
        query = f"host=127.0.0.1,{sockets}&port={silent.getsockname()[1]},5432"
        with serving(urlsplit(database_url)._replace(query=query).geturl()) as server:
            assert played(server.http, "Ann", "Bo")["Ann"].head


def test_a_standby_without_a_primary_is_refused(
    empty_url: str, standby: Standby, refused: Refused
) -> None:
    name = urlsplit(empty_url).path[1:]
    said = refused(of_database(standby.url, name), status=TRY_AGAIN)
    assert "accepts writes: the server that answers is a standby" in said


@pytest.mark.parametrize("command", [["verify", "--all"], ["sessions"]])
def test_reading_commands_work_on_a_standby(
    standby: Standby, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", of_database(standby.url, "migrated"))
    assert main(command) == 0


def test_a_read_only_database_is_refused(empty_url: str, refused: Refused) -> None:
    name = urlsplit(empty_url).path[1:]
    execute(empty_url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    said = refused(empty_url, status=TRY_AGAIN)
    assert "default_transaction_read_only" in said


def test_a_database_keeps_the_cell_that_it_was_begun_as(
    database_url: str, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(database_url, verger_cell=3) as server:
        assert started(server.http, "Ann")["Ann"].session.startswith("03")
    for command in ("serve", "sessions"):
        said = refused(database_url, command)
        assert "is cell 3, but VERGER_CELL is 0" in said
    monkeypatch.setenv("VERGER_CELL", "3")
    monkeypatch.setenv("DATABASE_URL", database_url)
    assert main(["sessions"]) == 0


def test_servers_of_different_systems_are_refused(
    empty_url: str, other_system: str, refused: Refused
) -> None:
    assert "different data" in refused(with_hosts(empty_url, other_system))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("postgresql://ann:hush@[::1/verger", "cannot be read"),
        ("postgresql://ann:hush@127.0.0.1:none/verger", "cannot be read"),
        ("postgresql://ann:hush@127.0.0.1:1/verger", "cannot be reached"),
        ("postgresql://ann:hush@nowhere.invalid/verger", "cannot be reached"),
        ("postgresql://ann:hush@one,two/verger?target_session_attrs=standby", "read-write or"),
    ],
)
def test_an_address_that_names_no_server_is_refused(
    address: str, said: str, refused: Refused
) -> None:
    sentence = refused(address, status=TRY_AGAIN if "reached" in said else 2)
    assert said in sentence
    assert "hush" not in sentence


def test_a_database_that_does_not_exist_is_never_created(
    postgres_url: str, refused: Refused
) -> None:
    for command in ("serve", "migrate", "sessions"):
        said = refused(of_database(postgres_url, "ver%20gr"), command)
        assert "no database 'ver gr'" in said
        assert "createdb --encoding=UTF8 --template=template0 'ver gr'" in said
    assert execute(postgres_url, "SELECT count(*) FROM pg_database WHERE datname = 'ver gr'") == "0"


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_database_with_another_encoding_is_refused(
    postgres_url: str, encoding: str, refused: Refused
) -> None:
    name = f"test_{uuid4().hex}"
    made = f"CREATE DATABASE {name} TEMPLATE template0 LOCALE 'C' ENCODING '{encoding}'"
    execute(postgres_url, made)
    url = of_database(postgres_url, name)
    for command in ("serve", "migrate"):
        assert f"the encoding {encoding}" in refused(url, command)
    assert execute(url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == "0"
    execute(postgres_url, f"DROP DATABASE {name}")


@pytest.mark.parametrize("command", ["sessions", "verify --all", "rebuild", "keys", "record"])
def test_a_command_next_to_a_server_migrates_nothing(
    empty_url: str, refused: Refused, command: str
) -> None:
    assert "has no schema of Verger" in (said := refused(empty_url, *command.split()))
    assert said.endswith("run verger migrate\n")


def test_a_database_of_an_older_release_is_named_with_the_schema_that_is_needed(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "newest", lambda: "20990101000000")
    with pytest.raises(UnusableDatabaseError, match="needs 20990101000000: run verger migrate"):
        migrate.require_newest(database_url)


def test_an_older_postgresql_is_refused(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitness, "OLDEST", 990_000)
    with pytest.raises(UnusableDatabaseError, match="but Verger needs 99 or newer"):
        asyncio.run(server_of(empty_url))


def test_a_user_that_cannot_migrate_learns_which_user_can(
    empty_url: str, user: str, refused: Refused
) -> None:
    said = refused(empty_url.replace("postgres@", f"{user}@"))
    assert "run verger migrate with the database's owner as the user in DATABASE_URL" in said


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (
            "/home/bo/.postgresql/postgresql.key",
            "postgresql.key: set HOME to the user's own folder",
        ),
        ("/etc/verger/root.crt", "cannot read /etc/verger/root.crt"),
    ],
)
def test_a_file_that_the_user_cannot_read_is_named(
    monkeypatch: pytest.MonkeyPatch, file: str, said: str
) -> None:
    monkeypatch.setenv("HOME", "/home/bo")
    denied = PermissionError(13, "Permission denied", file)
    monkeypatch.setattr(asyncpg, "connect", mock.AsyncMock(side_effect=denied))
    with pytest.raises(UnusableDatabaseError, match=f"{re.escape(said)}$"):
        asyncio.run(server_of("postgresql://ann@127.0.0.1/verger"))


def test_the_database_of_an_address_without_a_name_is_the_users(
    postgres_url: str, refused: Refused
) -> None:
    name = f"user_{uuid4().hex}"
    execute(postgres_url, f"CREATE ROLE {name} LOGIN")
    url = urlsplit(postgres_url)._replace(path="").geturl().replace("postgres@", f"{name}@")
    assert f"no database '{name}'" in refused(url, "migrate")
    execute(postgres_url, f"DROP ROLE {name}")


@pytest.fixture
def user(postgres_url: str) -> Iterator[str]:
    """Create a role without rights, and yield its name."""
    name = f"user_{uuid4().hex}"
    execute(postgres_url, f"CREATE ROLE {name} LOGIN")
    yield name
    execute(postgres_url, f"DROP ROLE {name}")


@pytest.mark.parametrize(
    "command",
    [
        "serve",
        "migrate",
        "sessions",
        "verify --all",
        "rebuild",
        "keys",
        "keys --rotate",
        "import {archive}",
        "export {id} {file}",
        "redact {id} --versions 1 --reason because",
    ],
)
def test_every_command_shows_the_missing_rights_of_a_role(
    postgres_url: str, user: str, tmp_path: Path, refused: Refused, command: str
) -> None:
    (tmp_path / "archive").write_bytes(b"".join(archived(rows(evening("losses")))))
    known = {"archive": tmp_path / "archive", "file": tmp_path / "out", "id": uuid4()}
    url = of_database(postgres_url, "migrated").replace("postgres@", f"{user}@")
    assert "permission denied" in refused(url, *command.format(**known).split())
    assert not (tmp_path / "out").exists()


def test_a_user_that_may_not_connect_sees_the_reason(
    empty_url: str, user: str, refused: Refused
) -> None:
    execute(empty_url, f"REVOKE ALL ON DATABASE {urlsplit(empty_url).path[1:]} FROM PUBLIC")
    assert "permission denied" in refused(empty_url.replace("postgres@", f"{user}@"))


def test_a_user_that_reads_and_is_no_member_sees_the_command_to_run(
    postgres_url: str, user: str, refused: Refused
) -> None:
    execute(postgres_url, f"GRANT pg_read_all_data TO {user}")
    url = of_database(postgres_url, "migrated").replace("postgres@", f"{user}@")
    assert f"GRANT {ROLE}" in refused(url)


def test_lost_rights_of_the_services_role_are_reported(database_url: str, refused: Refused) -> None:
    execute(database_url, f"REVOKE ALL ON events FROM {ROLE}")
    assert "permission denied for table events" in refused(database_url, "sessions")
