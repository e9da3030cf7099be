"""The log names each transaction that the feed waits for, once it is old."""

from uuid import uuid4

import pytest
from structlog.testing import capture_logs

from tests.service.log.test_feed import everything, let_read
from tests.service.log.test_store import log_of
from verger.service.database.pool import Connection, Database
from verger.service.log import obstacles as looks
from verger.service.log.feed import Feed, Whose
from verger.service.log.insert import insert
from verger.service.log.obstacles import Obstacles
from verger.service.log.store import Store


async def test_a_prepared_transaction_with_events_is_waited_for_and_named(
    store: Store, database: Database, owner: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looks, "LONG_SECONDS", 0.0)
    first, second = log_of(uuid4(), "{}"), log_of(uuid4(), "{}")
    whose = Whose(uuid4(), None)
    await let_read(owner, whose, (first[0].session, second[0].session))
    feed = Feed(database)
    start, name, obstacles = await feed.now(), f"p{uuid4().hex}", Obstacles(database)
    await owner.execute("BEGIN")
    await insert(owner, first)
    await owner.execute(f"PREPARE TRANSACTION '{name}'")
    await store.append([second[0]])
    assert await everything(feed, start, whose) == []
    with capture_logs() as said:
        await obstacles.look()
        await obstacles.look()
    assert [(one["event"], one["prepared"]) for one in said] == [("feed_waits", name)]
    assert obstacles.seconds > 0
    await owner.execute(f"COMMIT PREPARED '{name}'")
    found = await everything(feed, start, whose)
    assert [entry.session for entry in found] == [first[0].session, second[0].session]
    await obstacles.look()
    assert obstacles.seconds == 0


async def test_a_transaction_that_the_feed_waits_for_is_named_once_it_is_old(
    store: Store, database: Database, owner: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    obstacles = Obstacles(database)
    await owner.execute("SET application_name = 'an import'")
    with capture_logs() as said:
        async with owner.transaction():
            await insert(owner, log_of(uuid4(), "{}"))
            await obstacles.look()
            assert said == []
            monkeypatch.setattr(looks, "LONG_SECONDS", 0.0)
            await obstacles.look()
    (told,) = said
    assert (told["event"], told["application"]) == ("feed_waits", "an import")
    assert told["pid"] == await owner.fetchval("SELECT pg_backend_pid()")
    assert told["database"] == database.name
    assert told["seconds"] >= 0
