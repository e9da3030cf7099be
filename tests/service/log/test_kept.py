"""Appends that share their commits use one connection, which goes back to the pool when they pause."""

import asyncio
from uuid import uuid4

import pytest

from tests.service.log.test_store import log_of, row
from tests.support.patience import AGAIN_SECONDS, PATIENCE_SECONDS
from verger.service.database.kept import KeptConnection
from verger.service.database.outage import UnavailableError
from verger.service.database.pool import Connection, Database
from verger.service.log import store as stores
from verger.service.log.insert import COPIED, insert
from verger.service.log.store import Store

OWN_PID = "SELECT pg_backend_pid()"


@pytest.fixture
def kept(database: Database) -> KeptConnection:
    return KeptConnection(database)


async def pid_of(kept: KeptConnection) -> int:
    async with kept.use() as connection:
        pid: int = await connection.fetchval(OWN_PID)
        return pid


@pytest.mark.parametrize("count", [1, COPIED - 1, COPIED, 3 * COPIED])
@pytest.mark.parametrize("key", [None, b"k" * 32])
async def test_few_and_many_events_are_inserted_alike(
    store: Store, owner: Connection, count: int, key: bytes | None
) -> None:
    rows = [row(uuid4(), 1, key)._replace(sealed="[]" if key else None) for _ in range(count)]
    await insert(owner, rows)
    found = [one for each in rows for one in await store.read(each.session, 0, 2)]
    assert found == rows
    order = await owner.fetch("SELECT session FROM events ORDER BY place")
    assert [one["session"] for one in order] == [each.session for each in rows]


async def test_the_connection_is_taken_once_for_many_uses(
    database: Database, kept: KeptConnection
) -> None:
    assert not kept.is_kept
    first = await pid_of(kept)
    assert kept.is_kept
    async with database.connection() as other:
        assert await other.fetchval(OWN_PID) != first
    assert await pid_of(kept) == first
    await kept.give_back()
    assert database.connections["used"] == 0


async def test_if_all_connections_are_replaced_this_one_is_too(
    database: Database, kept: KeptConnection
) -> None:
    first = await pid_of(kept)
    # After a refused write, the server may be a standby now. So every connection is replaced.
    with pytest.raises(UnavailableError):
        async with database.connection() as other, other.transaction(readonly=True):
            await other.execute("INSERT INTO open_sessions VALUES (gen_random_uuid())")
    assert await pid_of(kept) != first
    await kept.give_back()


async def test_after_an_error_another_connection_is_taken(
    database: Database, owner: Connection, kept: KeptConnection
) -> None:
    first = await pid_of(kept)
    await owner.execute("SELECT pg_terminate_backend($1, 10000)", first)
    with pytest.raises(UnavailableError):
        await pid_of(kept)
    assert not kept.is_kept
    assert database.connections["used"] == 0
    assert await pid_of(kept) != first
    await kept.give_back()


async def test_each_use_asks_whether_confirmed_moves_can_be_lost(
    database: Database, kept: KeptConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pid_of(kept)
    monkeypatch.setattr(database, "_is_durable", True)
    monkeypatch.setattr(database.agreement, "forgetful", ("fsync",))
    with pytest.raises(UnavailableError):
        await pid_of(kept)


async def test_the_store_keeps_a_connection_while_events_come_and_gives_it_back(
    store: Store, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, connection = [], database.connection

    def counted(*, writes: bool = False) -> object:
        taken.append(writes)
        return connection(writes=writes)

    monkeypatch.setattr(database, "connection", counted)
    monkeypatch.setattr(stores, "KEPT_SECONDS", PATIENCE_SECONDS)
    for each in log_of(uuid4(), *["{}"] * 9):
        assert await store.append([each]) is None
    assert taken == [True]
    monkeypatch.setattr(stores, "KEPT_SECONDS", 0.0)
    assert await store.append([row(uuid4(), 1)]) is None
    async with asyncio.timeout(PATIENCE_SECONDS):
        while database.connections["used"]:  # noqa: ASYNC110  # the pool sends no signal
            await asyncio.sleep(AGAIN_SECONDS)
