"""A trial (a session to try a game) is deleted when nobody has played for a while. Other sessions stay."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import pytest

from tests.support.client import forked, started
from tests.support.patience import until
from tests.support.postgres import execute, fresh_database
from tests.support.server import Server, serving
from tests.support.settings import Settings
from verger.service.annexes.trials import trials
from verger.service.annexes.trials.trials import Trials
from verger.service.annexes.wiring import complete
from verger.service.cli.database import at_work

MOMENT = timedelta(microseconds=1)
TO_LOOK_AT = "UPDATE trials SET look_at = now() - interval '1 minute'"


@pytest.fixture(scope="module")
def server(postgres_url: str) -> Iterator[tuple[Server, str]]:
    with fresh_database(postgres_url) as url, serving(url) as running:
        yield running, url


def looked(url: str, idle: timedelta, processes: int = 1) -> list[UUID]:
    """Let several processes look for idle trials at the same time, and return the sessions that they end."""

    async def look() -> list[UUID]:
        async with at_work(Settings(database_url=url)) as parts:
            return await Trials(parts.database, parts.store, parts.ending, idle).look()

    async def all_of_them() -> list[list[UUID]]:
        return await asyncio.gather(*(look() for _ in range(processes)))

    return [one for some in asyncio.run(all_of_them()) for one in some]


def test_an_idle_trial_is_deleted_once_by_any_process(server: tuple[Server, str]) -> None:
    running, url = server
    trial = started(running.http, "Ann", "Bo", trial=True)["Ann"]
    other = started(running.http, "Ann", "Bo")["Ann"]
    assert UUID(trial.session) not in looked(url, MOMENT)
    execute(url, TO_LOOK_AT)
    assert looked(url, MOMENT, processes=3).count(UUID(trial.session)) == 1
    assert running.http.get(f"/v1/sessions/{trial.session}").json()["code"] == "session_deleted"
    assert other.see("")["version"] == 1
    assert trial.session not in execute(url, "SELECT session FROM trials")


def test_a_running_server_looks_and_leaves_a_trial_that_is_played(
    server: tuple[Server, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    running, url = server
    ann = started(running.http, "Ann", "Bo", trial=True)["Ann"]
    execute(url, TO_LOOK_AT)
    monkeypatch.setattr(trials, "LOOK_SECONDS", 0.01)

    # A process first puts off the next look at a trial by an hour. After its look, it puts it off by longer.
    late = (
        f"SELECT look_at > now() + interval '23 hours' FROM trials WHERE session = '{ann.session}'"  # noqa: S608
    )

    async def serve() -> None:
        async with complete(Settings(database_url=url)).running():
            await asyncio.to_thread(until, lambda: execute(url, late).strip() == "t")

    asyncio.run(serve())
    assert ann.see("")["version"] == 1


def test_a_trial_that_was_forked_stays_as_long_as_the_fork_reads_it(
    server: tuple[Server, str],
) -> None:
    running, url = server
    ann = started(running.http, "Ann", "Bo", trial=True)["Ann"]
    forked(ann, version=1, seat="s1")
    execute(url, TO_LOOK_AT)
    assert UUID(ann.session) not in looked(url, MOMENT)
    assert ann.see("")["version"] == 1
