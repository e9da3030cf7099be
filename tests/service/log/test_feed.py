"""The feed has every event once, in one order that never changes, whoever commits when."""

import asyncio
from collections.abc import Iterable
from uuid import UUID, uuid4

import pytest

from domain.core.identifier import SeatId
from service.database.pool import Connection, Database
from service.identity.identity import issue, seat_token
from service.log import feed as feeds
from service.log.feed import Entry, Feed, Place, Whose
from service.log.insert import insert
from service.log.row import Row
from service.log.store import Store
from tests.service.log.test_store import log_of

TOKEN = Whose(UUID(int=1), None)
WRITERS, EVENTS = 12, 60


@pytest.fixture
def feed(database: Database) -> Feed:
    return Feed(database)


async def let_read(owner: Connection, whose: Whose, sessions: Iterable[UUID]) -> None:
    """Give out a token for a seat of each of these sessions."""
    await issue(owner, whose.token, str(whose.token), "")
    for session in sessions:
        await seat_token(owner, whose.token, session, SeatId("s1"))


async def everything(feed: Feed, after: Place, whose: Whose, limit: int = 100) -> list[Entry]:
    """Give all that follows a place."""
    found: list[Entry] = []
    while True:
        stretch = await feed.after(after, whose, limit)
        assert stretch is not None
        found += stretch.entries
        after = stretch.after
        if stretch.is_all:
            return found


async def following(feed: Feed, whose: Whose, wanted: int) -> list[Entry]:
    """Follow from the beginning until so many entries have come."""
    found: list[Entry] = []
    place = await feed.beginning()
    while len(found) < wanted:
        stretch = await feed.after(place, whose, 7)
        assert stretch is not None
        found += stretch.entries
        place = stretch.after
        await asyncio.sleep(0)
    return found


async def write(store: Store, rows: list[Row]) -> None:
    for row in rows:
        assert await store.append(row) is None


async def slowly(connection: Connection, rows: list[Row], times: Iterable[float]) -> None:
    """Append in transactions that are under way for a while, as imports and redactions are."""
    for row, seconds in zip(rows, times, strict=True):
        async with connection.transaction():
            await insert(connection, [row])
            await asyncio.sleep(seconds)


async def test_readers_that_race_with_writers_read_the_same_and_each_event_once(
    store: Store, database: Database, owner: Connection, feed: Feed
) -> None:
    other = Store(database)
    other.start()
    logs = [log_of(uuid4(), *["{}"] * EVENTS) for _ in range(WRITERS)]
    late = log_of(uuid4(), *["{}"] * 20)
    whose = Whose(uuid4(), None)
    await let_read(owner, whose, [log[0].session for log in (*logs, late)])
    async with asyncio.TaskGroup() as group:
        for number, log in enumerate(logs):
            group.create_task(write((store, other)[number % 2], log))
        group.create_task(slowly(owner, late, [0.001 * (n % 7) for n in range(20)]))
        readers = [
            group.create_task(following(feed, whose, WRITERS * EVENTS + len(late)))
            for _ in range(3)
        ]
    await other.stop()
    told = [reader.result() for reader in readers]
    assert told[0] == told[1] == told[2] == await everything(feed, await feed.beginning(), whose)
    assert len({(entry.session, entry.version) for entry in told[0]}) == len(told[0])
    for log in (*logs, late):
        mine = [entry.version for entry in told[0] if entry.session == log[0].session]
        assert mine == list(range(1, len(log) + 1))


async def test_what_commits_later_than_what_came_after_it_is_not_skipped(
    store: Store, owner: Connection, feed: Feed
) -> None:
    early, late = log_of(uuid4(), "{}"), log_of(uuid4(), "{}")
    whose = Whose(uuid4(), None)
    await let_read(owner, whose, (early[0].session, late[0].session))
    start = await feed.now()
    async with owner.transaction():
        await insert(owner, early)
        await store.append(late[0])
        assert await everything(feed, start, whose) == []
        before = await feed.after(start, whose, 10)
    assert before is not None
    found = await everything(feed, before.after, whose)
    assert [entry.session for entry in found] == [early[0].session, late[0].session]


async def test_it_goes_on_after_every_place(store: Store, owner: Connection, feed: Feed) -> None:
    rows = log_of(uuid4(), *["{}"] * 9)
    whose = Whose(uuid4(), None)
    await let_read(owner, whose, [rows[0].session])
    start = await feed.now()
    async with owner.transaction():
        await insert(owner, rows)
    found = await everything(feed, start, whose, 2)
    assert [entry.version for entry in found] == list(range(1, 10))
    for number, entry in enumerate(found, 1):
        kept = Place.read(str(entry.place))
        assert kept is not None
        assert await everything(feed, kept, whose) == found[number:]


async def test_others_sessions_are_looked_through_and_not_told(
    store: Store, owner: Connection, feed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "LOOKED_THROUGH", 4)
    start, whose = await feed.now(), Whose(uuid4(), None)
    mine = log_of(uuid4(), "{}", "{}")
    await let_read(owner, whose, [mine[0].session])
    await store.append(mine[0])
    for _ in range(10):
        await store.append(log_of(uuid4(), "{}")[0])
    await store.append(mine[1])
    assert [entry.version for entry in await everything(feed, start, whose)] == [1, 2]


async def test_a_place_of_another_history_or_of_the_future_cannot_be_served(
    store: Store, owner: Connection, feed: Feed
) -> None:
    now = await feed.now()
    assert await feed.after(now._replace(history="00000000"), TOKEN, 10) is None
    assert await feed.after(now._replace(at=now.at + 1_000_000), TOKEN, 10) is None


async def test_what_was_placed_in_another_history_is_dropped_at_the_first_look(
    store: Store, owner: Connection, feed: Feed
) -> None:
    rows, whose = log_of(uuid4(), "{}", "{}"), Whose(uuid4(), None)
    await let_read(owner, whose, [rows[0].session])
    start = await feed.now()
    await store.append(rows[0])
    # As in a database that was restored from another server's dump: its ids are of no use here.
    await owner.execute("UPDATE feed_history SET history = 'deadbeef'")
    await owner.execute("UPDATE feed SET place = place + 1000000000")
    assert await everything(feed, await feed.now(), whose) == []
    assert await owner.fetchval("SELECT count(*) FROM feed") == 0
    await store.append(rows[1])
    assert [entry.version for entry in await everything(feed, start, whose)] == [2]


@pytest.mark.parametrize("text", ["", "now", "3f", "00000000.1.x.1", f"{'0' * 8}.1.{'0' * 32}."])
def test_what_is_no_place_is_read_as_none(text: str) -> None:
    assert Place.read(text) is None
