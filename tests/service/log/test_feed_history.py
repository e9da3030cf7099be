"""After a restore or a takeover the feed begins anew."""

import asyncio
from uuid import uuid4

import pytest

from tests.service.log.test_feed import TOKEN, everything, let_read
from tests.service.log.test_store import log_of
from tests.support.postgres import somebody_waits
from verger.service.database.pool import Connection, Database
from verger.service.log.feed import Feed, Whose
from verger.service.log.store import Store


@pytest.fixture
def feed(database: Database) -> Feed:
    return Feed(database)


async def test_what_was_placed_in_another_history_is_dropped_at_the_first_look(
    store: Store, owner: Connection, feed: Feed
) -> None:
    rows, whose = log_of(uuid4(), "{}", "{}"), Whose(uuid4(), None)
    await let_read(owner, whose, [rows[0].session])
    start = await feed.now()
    await store.append([rows[0]])
    # As in a database that was restored from another server's dump: its ids are of no use here.
    await owner.execute("UPDATE feed_history SET history = 'deadbeef'")
    await owner.execute("UPDATE feed SET place = place + 1000000000")
    assert await everything(feed, await feed.now(), whose) == []
    assert await owner.fetchval("SELECT count(*) FROM feed") == 0
    await store.append([rows[1]])
    assert [entry.version for entry in await everything(feed, start, whose)] == [2]


async def test_a_look_that_waits_for_another_one_to_empty_the_feed_does_not_hold_the_feed(
    owner: Connection, feed: Feed
) -> None:
    await owner.execute("UPDATE feed_history SET history = 'deadbeef'")
    async with asyncio.TaskGroup() as looks, owner.transaction():
        await owner.execute("LOCK TABLE feed_history IN EXCLUSIVE MODE")
        look = looks.create_task(feed.now())
        await somebody_waits(owner)
        await owner.execute("LOCK TABLE feed IN ACCESS EXCLUSIVE MODE NOWAIT")
    assert await feed.after(look.result(), TOKEN, 1) is not None
