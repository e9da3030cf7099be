"""Snapshots are stored in the background. Every wait for them ends, and a failed snapshot does no harm to a session."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from itertools import repeat
from uuid import UUID

import asyncpg
import pytest
from structlog.testing import capture_logs

from tests.support.patience import PATIENCE_SECONDS
from tests.support.postgres import execute
from tests.support.settings import Settings
from verger.service.database.pool import Database
from verger.service.log.snapshot import Snapshots, StateAt
from verger.service.log.snapshot_writer import BATCH, WAITING_LIMIT, SnapshotWriter
from verger.service.wiring import Parts

SHORT = 0.2


@pytest.fixture
def database_url(begun_url: str) -> str:
    return begun_url


@pytest.fixture
async def head(session: UUID, database_url: str) -> StateAt:
    async with Parts(Settings(database_url=database_url)).running() as parts:
        in_memory = await parts.sessions.fresh(session)
        return StateAt(session, in_memory.version, in_memory.hash, in_memory.state, is_head=True)


@pytest.fixture
async def writer(pool: Database) -> AsyncIterator[SnapshotWriter]:
    writer = SnapshotWriter(Snapshots(pool))
    yield writer
    await writer.stop(())


def count(url: str) -> int:
    return int(execute(url, "SELECT count(*) FROM snapshots"))


async def test_a_stop_stores_waiting_and_given_snapshots(
    writer: SnapshotWriter, head: StateAt, pool: Database, database_url: str
) -> None:
    hash = await pool.value("SELECT hash FROM events WHERE version = 1")  # noqa: A001
    writer.put(StateAt(head.session, 1, hash, head.state))
    await writer.stop([head])
    assert count(database_url) == 2


async def test_a_stop_ends_however_much_there_is(
    writer: SnapshotWriter, head: StateAt, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verger.service.log.snapshot_writer.STOP_SECONDS", SHORT)
    monkeypatch.setattr("verger.service.log.snapshot_writer.ANSWER_SECONDS", PATIENCE_SECONDS)
    with capture_logs() as said:
        await writer.stop(repeat(head))
    assert (count(database_url), said) == (1, [])


async def test_a_stop_does_not_wait_for_a_database_that_does_not_answer(
    writer: SnapshotWriter, head: StateAt, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verger.service.log.snapshot_writer.ANSWER_SECONDS", SHORT)
    monkeypatch.setattr("verger.service.log.snapshot_writer.STOP_SECONDS", SHORT)
    owner = await asyncpg.connect(database_url)
    with capture_logs() as said:
        async with owner.transaction():
            await owner.execute("LOCK TABLE snapshots")
            await writer.stop([head])
            assert not said  # the timeout of the database is longer, and would be logged
    await owner.close()


async def test_a_stop_tries_once_if_the_database_is_away(head: StateAt) -> None:
    nowhere = Database("postgresql://verger@127.0.0.1:1/verger", 2)
    await nowhere.open()
    states = iter([head] * 2 * BATCH)
    with capture_logs() as said:
        await SnapshotWriter(Snapshots(nowhere)).stop(states)
    await nowhere.close()
    assert [line["event"] for line in said] == ["database_unavailable", "snapshots_not_kept"]
    assert len(list(states)) == BATCH


async def test_waiting_snapshots_are_bounded_and_a_stop_stores_all_of_them(
    head: StateAt, pool: Database
) -> None:
    stored = 0

    class Counted(Snapshots):
        async def keep_all(self, states: Sequence[StateAt]) -> None:
            nonlocal stored
            await asyncio.sleep(0)
            stored += len(states)

    writer = SnapshotWriter(Counted(pool))
    for _ in range(2 * WAITING_LIMIT):
        writer.put(head)
    await writer.stop(())
    assert stored == WAITING_LIMIT


async def test_a_failed_snapshot_is_a_line_in_the_log_without_its_content(
    writer: SnapshotWriter, head: StateAt, database_url: str
) -> None:
    execute(database_url, "ALTER TABLE snapshots ADD CHECK (NOT is_head)")
    with capture_logs() as said:
        await writer.stop([head])
    reason = {"count": 1, "reason": "CheckViolationError"}
    assert said == [{"event": "snapshots_not_kept", "log_level": "warning"} | reason]
    execute(database_url, "ALTER TABLE snapshots DROP CONSTRAINT snapshots_is_head_check")
    writer.put(head)
    await writer.stop(())
    assert count(database_url) == 1
