"""Migrations can run twice or at the same time, and report errors with PostgreSQL's words."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.postgres import execute, fresh_database, of_database
from verger.service.database.migrate import MigrationError, migrate

FIRST = "20260101000001_first.sql"
SECOND = "20260101000002_second.sql"


@pytest.fixture
def empty_url(postgres_url: str) -> Iterator[str]:
    """Yield the URL of a database without a schema."""
    with fresh_database(postgres_url, of_database(postgres_url, "template1")) as url:
        yield url


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / FIRST, "CREATE TABLE deed (word text); SELECT pg_sleep(0.2)")
    write(tmp_path / SECOND, "INSERT INTO deed VALUES ('done')")
    return tmp_path


def write(file: Path, statement: str) -> None:
    file.write_text(f"-- migrate:up\n{statement};\n-- migrate:down\n")


def test_pending_migrations_are_applied_in_order_and_named(empty_url: str, folder: Path) -> None:
    assert migrate(empty_url, folder) == (FIRST, SECOND)
    assert execute(empty_url, "SELECT word FROM deed") == "done"


def test_migrating_again_does_nothing(empty_url: str, folder: Path) -> None:
    migrate(empty_url, folder)
    assert migrate(empty_url, folder) == ()


def test_no_schema_file_is_written(empty_url: str, folder: Path) -> None:
    migrate(empty_url, folder)
    assert {file.name for file in folder.iterdir()} == {FIRST, SECOND}


def test_of_many_migrating_at_once_each_file_is_applied_by_one(
    empty_url: str, folder: Path
) -> None:
    with ThreadPoolExecutor(4) as pool:
        applied = list(pool.map(lambda _: migrate(empty_url, folder), range(4)))
    assert sorted(name for names in applied for name in names) == [FIRST, SECOND]
    assert execute(empty_url, "SELECT word FROM deed") == "done"


def test_a_faulty_file_is_named_with_the_servers_words(empty_url: str, folder: Path) -> None:
    write(folder / SECOND, "INSRT INTO deed VALUES ('done')")
    with pytest.raises(MigrationError, match=f"{SECOND}.*syntax error"):
        migrate(empty_url, folder)
    assert execute(empty_url, "SELECT count(*) FROM deed") == "0"


def test_a_missing_folder_of_migrations_is_reported(empty_url: str, folder: Path) -> None:
    with pytest.raises(MigrationError, match="nowhere"):
        migrate(empty_url, folder / "nowhere")


def test_a_migration_that_takes_too_long_is_given_up(empty_url: str, folder: Path) -> None:
    write(folder / SECOND, "SELECT pg_sleep(30)")
    with pytest.raises(MigrationError, match="1 second"):
        migrate(empty_url, folder, seconds=1)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:hush@127.0.0.1:1/verger",
        "postgresql://ann:hush@127.0.0.1:none/verger",
        "postgresql://ann:hush@[::1/verger",
        "postgresql://ann:hu%73h@127.0.0.1:1/verger",
        "postgresql://ann@127.0.0.1:1/verger?password=hush",
        "hush",
    ],
)
def test_the_password_is_never_printed(url: str, folder: Path) -> None:
    with pytest.raises(MigrationError) as failed:
        migrate(url, folder, seconds=10)
    assert "hush" not in str(failed.value)
    assert "hu%73h" not in str(failed.value)
