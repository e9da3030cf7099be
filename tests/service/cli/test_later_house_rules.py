"""`verger verify --all` has no verdict on sessions with house rules of a later release."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.service.cli.test_command_line import verger
from tests.support import later_rules
from tests.support.client import Table, played
from tests.support.postgres import execute, fresh_database
from tests.support.server import SECRET_KEY, serving


class Place(NamedTuple):
    """A database with an honest session, and with those of a later release."""

    honest: Table
    later: list[Table]
    url: str

    @property
    def environment(self) -> dict[str, str]:
        """The settings of commands."""
        return {"DATABASE_URL": self.url, "VERGER_SECRET_KEYS": SECRET_KEY}


@pytest.fixture
def place(postgres_url: str) -> Iterator[Place]:
    with (
        fresh_database(postgres_url, durable=False) as url,
        serving(url, game=later_rules.__name__) as newer,
    ):
        yield Place(played(newer.http, "Ann", "Bo"), list(later_rules.tables(newer)), url)


def test_verify_names_each_session_of_a_newer_release_and_gives_no_verdict(place: Place) -> None:
    finished = verger("verify", "--all", environment=place.environment)
    assert finished.returncode == 2
    for table in place.later:
        assert f"{table.session}  has events of a newer release" in finished.stdout
    assert f"1 of {1 + len(place.later)} sessions verified" in finished.stdout


def test_a_damaged_log_fails_among_sessions_of_a_newer_release(place: Place) -> None:
    update = "SET session_replication_role = replica; UPDATE events SET seat = 's2'"
    execute(place.url, f"{update} WHERE version = 1 AND session = '{place.honest.session}'")
    assert verger("verify", "--all", environment=place.environment).returncode == 1
