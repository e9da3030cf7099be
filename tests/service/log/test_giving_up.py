"""Appends whose client leaves, and appends that still wait when a process stops."""

import asyncio
from uuid import uuid4

import pytest

from tests.service.log.test_store import row
from tests.support.postgres import somebody_waits
from verger.service.database.pool import Connection, Database
from verger.service.log import store as stores
from verger.service.log.store import Store


async def test_a_client_that_leaves_early_does_not_interrupt_its_append(
    store: Store, owner: Connection, database: Database
) -> None:
    session = uuid4()
    async with owner.transaction():
        await owner.execute("LOCK TABLE claims")
        appending = asyncio.ensure_future(store.append([row(session, 1)], with_claims))
        await somebody_waits(owner)
        appending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await appending
    await store.stop()
    assert await store.head(session) == 1
    assert database.outages.failures.total() == 0


async def test_a_stop_waits_for_work_that_is_under_way(store: Store, owner: Connection) -> None:
    async with owner.transaction():
        await owner.execute("LOCK TABLE claims")
        appending = asyncio.ensure_future(store.append([row(uuid4(), 1)], with_claims))
        await somebody_waits(owner)
        stopping = asyncio.create_task(store.stop())
        # After many turns of the event loop, a stop that does not wait would be finished.
        for _ in range(100):
            await asyncio.sleep(0)
        assert not stopping.done()
    await stopping
    assert await appending is None


async def with_claims(connection: Connection) -> None:
    """Do work that a lock can hold up."""
    await connection.execute("SELECT FROM claims")


async def test_a_stop_writes_the_waiting_events(database: Database) -> None:
    store, count = Store(database), 2 * stores.BATCH + 88
    store.start()
    waiting = [asyncio.ensure_future(store.append([row(uuid4(), 1)])) for _ in range(count)]
    await asyncio.sleep(0)
    assert store.waiting == count
    await store.stop()
    assert await asyncio.gather(*waiting) == [None] * count
    assert await database.value("SELECT count(*) FROM events") == count


async def test_an_append_that_is_given_up_while_it_commits_holds_up_no_other(
    store: Store, owner: Connection
) -> None:
    given_up, beside, later = uuid4(), uuid4(), uuid4()
    async with owner.transaction():
        await owner.execute("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE")
        tasks = [asyncio.ensure_future(store.append([row(id, 1)])) for id in (given_up, beside)]
        await somebody_waits(owner)
        tasks[0].cancel()
        with pytest.raises(asyncio.CancelledError):
            await tasks[0]
    assert await tasks[1] is None
    assert await store.append([row(later, 1)]) is None
    assert [await store.head(id) for id in (given_up, beside, later)] == [1, 1, 1]


async def test_an_append_that_is_given_up_while_it_waits_holds_up_no_other(
    store: Store, owner: Connection
) -> None:
    held, given_up, beside = uuid4(), uuid4(), uuid4()
    async with owner.transaction():
        await owner.execute("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE")
        first = asyncio.ensure_future(store.append([row(held, 1)]))
        await somebody_waits(owner)
        tasks = [asyncio.ensure_future(store.append([row(id, 1)])) for id in (given_up, beside)]
        await asyncio.sleep(0)
        tasks[0].cancel()
    assert [await first, await tasks[1]] == [None, None]
    assert await store.append([row(beside, 2)]) is None
