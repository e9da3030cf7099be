"""A server on a restored copy is a drill, until somebody takes the copy into use."""

import time
from collections.abc import Mapping
from pathlib import Path

from tests.annexes.backups.conftest import KEY, empty_database, refused, restored
from tests.annexes.notices.test_drill import at
from tests.service.cli.test_command_line import said, verger
from tests.support.client import played
from tests.support.problems import a_problem
from tests.support.receiver import QUICK, Receiver, hooked, leases_end
from tests.support.server import SECRET_KEY, serving

PRIVATE: Mapping[str, str] = {"verger_webhook_private_targets": "on"}


def test_a_server_on_a_copy_sends_and_signs_nothing_until_the_copy_takes_over(
    database_url: str, empty: str, receiver: Receiver, redis_url: str, tmp_path: Path
) -> None:
    of_copy = {"DATABASE_URL": empty, **KEY}
    with serving(database_url, quicker=QUICK, **PRIVATE) as original:
        ann = played(original.http, "Ann", "Bo")["Ann"]
        hook = hooked(ann, receiver.url)
        ann.draws_a_line("Spiders.")
        hook.settled(1)
        said(verger("backup", tmp_path / "one", environment={"DATABASE_URL": database_url}))
    before = len(receiver.received)
    restored(tmp_path / "one", empty)
    leases_end(empty)
    with serving(empty, redis_url, quicker=QUICK, **PRIVATE) as copy:
        ready = copy.http.get("/readyz").json()
        assert (ready["drill"], ready["redis"]) == (True, "not configured")
        assert "<strong>This is a drill.</strong>" in copy.http.get("/watch").text
        (line,) = copy.told(event="drill")
        assert line["why"].startswith("The database is a restored copy.")
        there = at(copy, ann)
        problem = a_problem(there.get(f"{there.home}/checkpoint"), "unavailable")
        assert "a drill, which signs nothing" in problem["detail"]
        there.draws_a_line("Snakes.")
        assert "a drill" in refused("keys", "--rotate", url=empty, secret_keys=SECRET_KEY)
        # A server that sends has sent it by then.
        time.sleep(2)
    assert len(receiver.received) == before
    told = said(verger("restore", "--take-over", environment=of_copy))
    assert told.startswith("This database is in use from now on.")
    leases_end(empty)
    with serving(empty, redis_url, quicker=QUICK, **PRIVATE) as copy:
        ready = copy.http.get("/readyz").json()
        assert (ready["drill"], ready["redis"]) == (False, "connected")
        there = at(copy, ann)
        assert there.get(f"{there.home}/checkpoint").status_code == 200
        receiver.wait(before + 1)
    listed = [
        line.split("  ")[2] for line in said(verger("record", environment=of_copy)).splitlines()
    ]
    assert listed == ["restore", "restore --take-over"]
    told = said(verger("restore", "--take-over", environment=of_copy))
    assert told == "This database is in use, and not a restored copy.\n"


def test_a_backup_of_a_database_that_took_over_is_restored_as_a_copy_again(
    database_url: str, empty: str, tmp_path: Path, postgres_url: str
) -> None:
    said(verger("backup", tmp_path / "one", environment={"DATABASE_URL": database_url}))
    restored(tmp_path / "one", empty)
    said(verger("restore", "--take-over", environment={"DATABASE_URL": empty, **KEY}))
    said(verger("backup", tmp_path / "two", environment={"DATABASE_URL": empty}))
    with empty_database(postgres_url) as second:
        restored(tmp_path / "two", second)
        with serving(second) as copy:
            assert copy.http.get("/readyz").json()["drill"] is True
