"""Temporary data is deleted after its time, and nothing else is deleted."""

import asyncio
from collections.abc import Iterator
from uuid import uuid4

import asyncpg
import pytest

from tests.support.client import Client, Json, of
from tests.support.patience import until
from tests.support.postgres import execute
from tests.support.problems import a_problem
from tests.support.server import Server, serving
from verger.service import cleaning
from verger.service.cleaning import Cleaning, delete_old
from verger.service.database.pool import Database

NEW = {
    "title": "Low Tide",
    "seats": [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}],
}


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, quicker={"verger.service.cleaning.CLEAN_SECONDS": 0.05}) as running:
        yield running


def started(server: Server, key: str) -> Json:
    found: Json = of(Client(server.http).post("/v1/sessions", NEW, key), 201)
    return found


OLD = (
    "INSERT INTO requests (key_hash, print, salt, answer, at)"
    " VALUES (sha256('old'), sha256(''), sha256(''), 'old', now() - interval '31 days')"
)


def days_pass(url: str, days: int) -> None:
    """Make all rows older, and wait until a complete cleaning has happened afterwards."""
    days_before = f"- interval '{days} days'"
    execute(url, f"UPDATE requests SET at = at {days_before}")  # noqa: S608
    codes = f"used_at = used_at {days_before}, expires_at = expires_at {days_before}"
    execute(url, f"UPDATE claims SET {codes}")  # noqa: S608
    # The first of these may have gone in a cleaning that had begun before.
    for _ in range(2):
        execute(url, OLD)
        until(lambda: execute(url, "SELECT count(*) FROM requests WHERE answer = 'old'") == "0")


def test_an_answer_is_given_again_for_thirty_days(server: Server, database: str) -> None:
    key = str(uuid4())
    first = started(server, key)
    days_pass(database, 29)
    assert started(server, key) == first
    days_pass(database, 2)
    another = started(server, key)
    assert another["session"] != first["session"]
    assert another["token"] != first["token"]


def test_a_code_is_known_as_used_for_thirty_days(server: Server, database: str) -> None:
    code = started(server, str(uuid4()))["seats"][1]["claim_code"]
    anybody = Client(server.http)
    of(anybody.post("/v1/seats/claim", {"code": code}), 201)
    days_pass(database, 29)
    a_problem(anybody.post("/v1/seats/claim", {"code": code}), "claim_code_used")
    days_pass(database, 2)
    a_problem(anybody.post("/v1/seats/claim", {"code": code}), "no_such_claim_code")


def test_a_code_that_waits_for_somebody_is_kept(server: Server, database: str) -> None:
    code = started(server, str(uuid4()))["seats"][1]["claim_code"]
    execute(database, "UPDATE claims SET issued_at = issued_at - interval '10 years'")
    days_pass(database, 3_650)
    of(Client(server.http).post("/v1/seats/claim", {"code": code}), 201)


async def test_old_rows_are_deleted_in_batches_by_one_process_at_a_time(
    pool: Database, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cleaning, "BATCH", 2)
    codes = (
        "INSERT INTO claims (code_hash, session, seat)"
        " SELECT sha256(number::text::bytea), gen_random_uuid(), 's1'"
        " FROM generate_series(1, 7) AS number"
    )
    execute(database_url, codes)
    other = await asyncpg.connect(database_url)
    try:
        lock = "SELECT pg_advisory_lock(hashtextextended('cleaning claims', 0))"
        await other.execute(lock)
        await delete_old(pool, "claims", "code_hash", "seat = 's1'")
        assert await pool.value("SELECT count(*) FROM claims") == 7
    finally:
        await other.close()
    # The lock ends a moment after its connection is closed.
    async with pool.connection() as connection, connection.transaction():
        await connection.execute(lock.replace("advisory_lock", "advisory_xact_lock"))
    await delete_old(pool, "claims", "code_hash", "seat = 's1'")
    assert await pool.value("SELECT count(*) FROM claims") == 0


async def test_cleaning_continues_if_one_part_fails() -> None:
    done = asyncio.Event()

    async def fails() -> None:
        raise ValueError("ours")

    async def cleans() -> None:
        done.set()

    running = Cleaning((fails, cleans))
    running.start()
    await asyncio.wait_for(done.wait(), 10)
    await running.stop()
