"""A server on a restored copy of a database is a drill: it sends and signs nothing, until the copy takes over."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.annexes.backups.conftest import KEY, empty_database, refused, restored
from tests.annexes.notices.test_drill import at
from tests.service.cli.test_command_line import said, verger
from tests.support.client import Player, played
from tests.support.problems import a_problem
from tests.support.receiver import QUICK, Receiver, hooked, leases_end
from tests.support.server import SECRET_KEY, Server, serving

PRIVATE: Mapping[str, str] = {"verger_webhook_private_targets": "on"}


class Copy(NamedTuple):
    """A restored database, and a player with a webhook in it."""

    url: str
    ann: Player
    redis: str

    @contextmanager
    def serving(self) -> Iterator[tuple[Server, Player]]:
        """Run a server on the copy that sends deliveries at once, if it sends any."""
        leases_end(self.url)
        with serving(self.url, self.redis, quicker=QUICK, **PRIVATE) as server:
            yield server, at(server, self.ann)

    def says(self, *words: str) -> str:
        return said(verger(*words, environment={"DATABASE_URL": self.url, **KEY}))


@pytest.fixture
def copy(database_url: str, empty: str, receiver: Receiver, redis_url: str, tmp_path: Path) -> Copy:
    """Return a restored copy of a database whose server has sent one webhook delivery."""
    with serving(database_url, quicker=QUICK, **PRIVATE) as original:
        ann = played(original.http, "Ann", "Bo")["Ann"]
        hook = hooked(ann, receiver.url)
        ann.draws_a_line("Spiders.")
        hook.settled(1)
        said(verger("backup", tmp_path / "one", environment={"DATABASE_URL": database_url}))
    restored(tmp_path / "one", empty)
    return Copy(empty, ann, redis_url)


def test_a_server_on_a_copy_sends_and_signs_nothing(copy: Copy, receiver: Receiver) -> None:
    before = len(receiver.received)
    with copy.serving() as (server, ann):
        ready = server.http.get("/readyz").json()
        assert (ready["drill"], ready["redis"]) == (True, "not configured")
        assert "<strong>This is a drill.</strong>" in server.http.get("/watch").text
        (line,) = server.told(event="drill")
        assert line["why"].startswith("The database is a restored copy.")
        problem = a_problem(ann.get(f"{ann.home}/checkpoint"), "unavailable")
        assert "a drill, which signs nothing" in problem["detail"]
        ann.draws_a_line("Snakes.")
        assert "a drill" in refused("keys", "--rotate", url=copy.url, secret_keys=SECRET_KEY)
        # In this time, a server that sends deliveries would have sent one.
        time.sleep(2)
    assert len(receiver.received) == before


def test_a_copy_that_takes_over_sends_and_signs_again(copy: Copy, receiver: Receiver) -> None:
    before = len(receiver.received)
    told = copy.says("restore", "--take-over")
    assert told.startswith("This database is in use from now on.")
    with copy.serving() as (server, ann):
        ready = server.http.get("/readyz").json()
        assert (ready["drill"], ready["redis"]) == (False, "connected")
        assert ann.get(f"{ann.home}/checkpoint").status_code == 200
        ann.draws_a_line("Snakes.")
        receiver.wait(before + 1)
    told = copy.says("restore", "--take-over")
    assert told == "This database is in use, and not a restored copy.\n"
    listed = [line.split("  ")[2] for line in copy.says("record").splitlines()]
    assert listed == ["restore", "restore --take-over"]


def test_a_backup_of_a_database_that_took_over_is_restored_as_a_copy_again(
    database_url: str, empty: str, tmp_path: Path, postgres_url: str
) -> None:
    said(verger("backup", tmp_path / "one", environment={"DATABASE_URL": database_url}))
    restored(tmp_path / "one", empty)
    said(verger("restore", "--take-over", environment={"DATABASE_URL": empty, **KEY}))
    said(verger("backup", tmp_path / "two", environment={"DATABASE_URL": empty}))
    with empty_database(postgres_url) as second:
        restored(tmp_path / "two", second)
        with serving(second) as server:
            assert server.http.get("/readyz").json()["drill"] is True
