"""The server deletes a session if nothing has happened since its start. It also forgets the network of the starter."""

import asyncio
from collections.abc import Iterator
from uuid import UUID

import pytest

from tests.support.app import TABLE, app_key
from tests.support.client import Client, forked, of, started
from tests.support.log import archived, evening, rows
from tests.support.patience import until
from tests.support.postgres import execute, fresh_database
from tests.support.server import Server, serving
from tests.support.settings import Settings
from verger.service.annexes.trials.unplayed import Unplayed
from verger.service.annexes.wiring import complete
from verger.service.cli.database import at_work

DUE = "UPDATE session_starts SET look_at = now() - interval '1 minute'"
DAYS = "SELECT count(*) FROM session_starts WHERE look_at BETWEEN now() + '29 days' AND now() + '31 days'"


@pytest.fixture
def server(postgres_url: str) -> Iterator[tuple[Server, str]]:
    with fresh_database(postgres_url) as url, serving(url) as running:
        yield running, url


def looked(url: str, *, deletes: bool = True, processes: int = 1) -> list[UUID]:
    """Let several processes look for unplayed sessions at the same time, and return the sessions that they delete."""

    async def look() -> list[UUID]:
        async with at_work(Settings(database_url=url)) as parts:
            return await Unplayed(parts.database, parts.store, parts.ending, deletes=deletes).look()

    async def all_of_them() -> list[list[UUID]]:
        return await asyncio.gather(*(look() for _ in range(processes)))

    return [one for some in asyncio.run(all_of_them()) for one in some]


def remembered(url: str) -> str:
    return execute(url, "SELECT count(*) FROM session_starts").strip()


def test_a_session_is_deleted_once_a_month_after_its_start_if_nothing_happened(
    server: tuple[Server, str],
) -> None:
    running, url = server
    unplayed = [UUID(started(running.http, "Ann", "Bo")["Ann"].session) for _ in range(3)]
    assert execute(url, DAYS).strip() == "3"
    assert looked(url) == []
    execute(url, DUE)
    assert sorted(looked(url, processes=3)) == sorted(unplayed)
    assert running.http.get(f"/v1/sessions/{unplayed[0]}").json()["code"] == "session_deleted"
    assert remembered(url) == "0"


def test_a_session_that_was_played_read_in_or_begun_by_an_app_stays_and_its_network_is_forgotten(
    server: tuple[Server, str],
) -> None:
    running, url = server
    claimed = started(running.http, "Ann", "Bo")
    claimed.claim("Bo")
    moved = started(running.http, "Ann", "Bo")["Ann"]
    moved.draws_a_line("Spiders.")
    parent = started(running.http, "Ann", "Bo")["Ann"]
    child = forked(parent)["Ann"]
    imported = of(moved.imports(b"".join(archived(rows(evening("losses"))[:1]))), 201)["session"]
    club = Client(running.http, app_key(url))
    begun = of(club.post("/v1/sessions", TABLE), 201)["session"]
    assert remembered(url) == "5"
    execute(url, DUE)
    assert looked(url) == []
    assert remembered(url) == "0"
    for player in (claimed["Bo"], moved, parent, child):
        assert player.see("")
    assert moved.read(f"/v1/sessions/{imported}")
    assert club.read(f"/v1/sessions/{begun}")


def test_a_server_that_deletes_nothing_forgets_networks_all_the_same(
    postgres_url: str,
) -> None:
    with fresh_database(postgres_url) as url, serving(url, verger_unplayed_days=0) as running:
        ann = started(running.http, "Ann", "Bo")["Ann"]
        assert execute(url, DAYS).strip() == "1"
        execute(url, DUE)
        assert looked(url, deletes=False) == []
        assert (remembered(url), ann.head) == ("0", 1)


def test_a_running_server_deletes_unplayed_sessions(postgres_url: str) -> None:
    quicker = {"verger.service.annexes.trials.unplayed.LOOK_SECONDS": 0.05}
    with fresh_database(postgres_url) as url, serving(url, quicker=quicker) as running:
        ann = started(running.http, "Ann", "Bo")["Ann"]
        execute(url, DUE)
        until(lambda: running.http.get(ann.home).status_code == 410)
        running.told(event="unplayed_sessions_deleted", sessions=1)


def test_a_setting_of_no_days_deletes_nothing() -> None:
    parts = [complete(Settings(database_url="", unplayed_days=days)) for days in (0, 1)]
    workers = [next(one for one in each.workers if isinstance(one, Unplayed)) for each in parts]
    assert [worker._deletes for worker in workers] == [False, True]  # noqa: SLF001
