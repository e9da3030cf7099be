"""`verger verify --all` beside sessions that only a later program can judge: it has no answer for those."""

from collections.abc import Iterator

import pytest

from tests.service.cli.test_command_line import said, verger
from tests.support.client import Table, played
from tests.support.mended import asked_later
from tests.support.postgres import execute, fresh_database
from tests.support.server import SECRET_KEY, serving


@pytest.fixture
def place(postgres_url: str) -> Iterator[tuple[Table, Table, dict[str, str]]]:
    """Give two tables, the first of which is asked about an amendment, and their database."""
    with fresh_database(postgres_url) as url, serving(url) as server:
        asked, other = (played(server.http, "Ann", "Bo", ruleset="venus") for _ in range(2))
        yield asked, other, {"DATABASE_URL": url, "VERGER_SECRET_KEYS": SECRET_KEY}


def test_it_says_so_of_each_and_is_no_yes(place: tuple[Table, Table, dict[str, str]]) -> None:
    table, _, environment = place
    assert said(verger("verify", "--all", environment=environment)).startswith("2 of 2 sessions")
    asked_later(table, environment["DATABASE_URL"])
    finished = verger("verify", "--all", environment=environment)
    assert finished.returncode == 2
    assert f"{table.session}  was played on by a newer release" in finished.stdout
    assert "1 of 2 sessions verified" in finished.stdout


def test_what_is_wrong_is_a_no_all_the_same(place: tuple[Table, Table, dict[str, str]]) -> None:
    table, other, environment = place
    asked_later(table, environment["DATABASE_URL"])
    update = "SET session_replication_role = replica; UPDATE events SET seat = 's2'"
    execute(
        environment["DATABASE_URL"], f"{update} WHERE version = 1 AND session = '{other.session}'"
    )
    assert verger("verify", "--all", environment=environment).returncode == 1
