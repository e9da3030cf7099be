"""The feed has every event once, in an order that never changes, even if transactions commit in another order."""

import asyncio
import random
from collections.abc import Iterable
from contextlib import suppress
from uuid import UUID, uuid4

import asyncpg
import pytest

from tests.service.log.test_store import log_of
from tests.support.patience import PATIENCE_SECONDS
from tests.support.postgres import execute, somebody_waits
from verger.domain.core.identifier import SeatId
from verger.service.database.pool import Connection, Database
from verger.service.identity.identity import issue, seat_token
from verger.service.log import feed as feeds
from verger.service.log.feed import Entry, Feed, FeedPosition, Whose
from verger.service.log.insert import insert
from verger.service.log.row import Row
from verger.service.log.store import Store

TOKEN = Whose(UUID(int=1), None)
WRITERS, EVENTS = 12, 60


@pytest.fixture
def feed(database: Database) -> Feed:
    return Feed(database)


async def let_read(owner: Connection, whose: Whose, sessions: Iterable[UUID]) -> None:
    """Issue a token for a seat in each of these sessions."""
    await issue(owner, whose.token, str(whose.token), "")
    for session in sessions:
        await seat_token(owner, whose.token, session, SeatId("s1"))


async def everything(
    feed: Feed, after: FeedPosition, whose: Whose, limit: int = 100
) -> list[Entry]:
    """Return all entries of the feed after a position."""
    found: list[Entry] = []
    while True:
        stretch = await feed.after(after, whose, limit)
        assert stretch is not None
        found += stretch.entries
        after = stretch.after
        if stretch.is_all:
            return found


async def following(feed: Feed, whose: Whose, wanted: int) -> list[Entry]:
    """Follow from the beginning until this number of entries has arrived."""
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
        assert await store.append([row]) is None


async def slowly(connection: Connection, rows: list[Row], times: Iterable[float]) -> None:
    """Append in transactions that stay open for a while, as imports and redactions do."""
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
    try:
        async with asyncio.timeout(PATIENCE_SECONDS / 4), asyncio.TaskGroup() as group:
            for number, log in enumerate(logs):
                group.create_task(write((store, other)[number % 2], log))
            group.create_task(slowly(owner, late, [0.001 * (n % 7) for n in range(20)]))
            readers = [
                group.create_task(following(feed, whose, WRITERS * EVENTS + len(late)))
                for _ in range(3)
            ]
    finally:
        await other.stop()
    told = [reader.result() for reader in readers]
    assert told[0] == told[1] == told[2] == await everything(feed, await feed.beginning(), whose)
    assert len({(entry.session, entry.version) for entry in told[0]}) == len(told[0])
    for log in (*logs, late):
        mine = [entry.version for entry in told[0] if entry.session == log[0].session]
        assert mine == list(range(1, len(log) + 1))


async def test_an_event_that_commits_late_is_not_skipped(
    store: Store, owner: Connection, feed: Feed
) -> None:
    early, late = log_of(uuid4(), "{}"), log_of(uuid4(), "{}")
    whose = Whose(uuid4(), None)
    await let_read(owner, whose, (early[0].session, late[0].session))
    # Earlier locks of the connection end with that transaction.
    await insert(owner, log_of(uuid4(), "{}"))
    start = await feed.now()
    async with owner.transaction():
        await insert(owner, early)
        await store.append([late[0]])
        assert await everything(feed, start, whose) == []
        before = await feed.after(start, whose, 10)
    assert before is not None
    found = await everything(feed, before.after, whose)
    assert [entry.session for entry in found] == [early[0].session, late[0].session]


async def test_the_feed_continues_after_every_place(
    store: Store, owner: Connection, feed: Feed
) -> None:
    rows = log_of(uuid4(), *["{}"] * 9)
    whose = Whose(uuid4(), None)
    await let_read(owner, whose, [rows[0].session])
    start = await feed.now()
    async with owner.transaction():
        await insert(owner, rows)
    found = await everything(feed, start, whose, 2)
    assert [entry.version for entry in found] == list(range(1, 10))
    for number, entry in enumerate(found, 1):
        kept = FeedPosition.read(str(entry.place))
        assert kept is not None
        assert await everything(feed, kept, whose) == found[number:]


async def test_others_sessions_are_searched_and_not_returned(
    store: Store, owner: Connection, feed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "LOOKED_THROUGH", 4)
    start, whose = await feed.now(), Whose(uuid4(), None)
    mine = log_of(uuid4(), "{}", "{}")
    await let_read(owner, whose, [mine[0].session])
    await store.append([mine[0]])
    for _ in range(10):
        await store.append([log_of(uuid4(), "{}")[0]])
    await store.append([mine[1]])
    assert [entry.version for entry in await everything(feed, start, whose)] == [1, 2]


async def test_a_feed_place_of_another_history_or_the_future_is_refused(
    store: Store, owner: Connection, feed: Feed
) -> None:
    now = await feed.now()
    assert await feed.after(now._replace(history="00000000"), TOKEN, 10) is None
    assert await feed.after(now._replace(at=now.at + 1_000_000), TOKEN, 10) is None


ANOTHER_HISTORY = "UPDATE feed_history SET history = 'deadbeef'"


@pytest.mark.parametrize("has_sequence", [True, False])
async def test_in_another_history_the_feed_begins_after_the_events_that_are_there(
    store: Store, owner: Connection, feed: Feed, *, has_sequence: bool
) -> None:
    rows, whose = log_of(uuid4(), "{}", "{}", "{}"), Whose(uuid4(), None)
    await let_read(owner, whose, [rows[0].session])
    await store.append([rows[0]])
    given = await owner.fetchval("SELECT last_value FROM feed_places")
    await store.append([rows[1]])
    await owner.execute(ANOTHER_HISTORY)
    if not has_sequence:
        # As in a logical replica.
        await owner.execute("SELECT setval('feed_places', $1)", given)
    beginning = await feed.beginning()
    assert await feed.now() == beginning
    await store.append([rows[2]])
    assert [entry.version for entry in await everything(feed, beginning, whose)] == [3]
    assert await feed.beginning() == beginning


async def test_two_processes_that_begin_a_history_at_the_same_time_agree(
    store: Store, owner: Connection, feed: Feed
) -> None:
    await owner.execute(ANOTHER_HISTORY)
    async with asyncio.TaskGroup() as looks, owner.transaction():
        history = await owner.fetchval("SELECT history_of_feed()")
        since = await owner.fetchval("SELECT since FROM feed_history")
        look = looks.create_task(feed.now())
        await somebody_waits(owner)
        await insert(owner, log_of(uuid4(), "{}"))
    assert await feed.beginning() == FeedPosition(history, since)
    # PostgreSQL can release the writer's lock a moment after it wakes the look. Until then, the event is not in the
    # complete part.
    assert look.result() in {FeedPosition(history, since), FeedPosition(history, since + 1)}


@pytest.mark.parametrize("text", ["", "now", "3f", "00000000.x", f"{'0' * 8}.1.1"])
def test_a_text_that_is_no_position_is_read_as_none(text: str) -> None:
    assert FeedPosition.read(text) is None


OPEN = "CREATE TEMP TABLE own AS SELECT pg_current_xact_id() AS id"
"""SQL that gives a transaction an id without writing events."""


async def is_told_at_once(store: Store, owner: Connection, feed: Feed) -> bool:
    """Return whether the feed has an event as soon as the event is committed."""
    (row,) = log_of(uuid4(), "{}")
    whose = Whose(uuid4(), None)
    await let_read(owner, whose, [row.session])
    start = await feed.now()
    await store.append([row])
    return len(await everything(feed, start, whose)) == 1


@pytest.mark.parametrize("where", ["another", "this"])
async def test_an_open_transaction_that_writes_no_events_does_not_stop_the_feed(
    store: Store, owner: Connection, feed: Feed, postgres_url: str, database_url: str, where: str
) -> None:
    idle = await asyncpg.connect(database_url if where == "this" else postgres_url)
    try:
        async with idle.transaction():
            await idle.execute(OPEN)
            assert await is_told_at_once(store, owner, feed)
    finally:
        await idle.close()


@pytest.mark.parametrize("where", ["another", "this"])
async def test_a_prepared_transaction_that_writes_no_events_does_not_stop_the_feed(
    store: Store, owner: Connection, feed: Feed, postgres_url: str, database_url: str, where: str
) -> None:
    url = database_url if where == "this" else postgres_url
    name = f"p{uuid4().hex}"
    execute(url, f"BEGIN; SELECT pg_current_xact_id(); PREPARE TRANSACTION '{name}'")
    try:
        assert await is_told_at_once(store, owner, feed)
    finally:
        execute(url, f"ROLLBACK PREPARED '{name}'")


async def test_a_transaction_with_events_that_does_nothing_more_is_ended_by_the_database(
    store: Store, owner: Connection, feed: Feed, database_url: str
) -> None:
    limit = "SHOW idle_in_transaction_session_timeout"
    async with owner.transaction():
        await insert(owner, log_of(uuid4(), "{}"))
        assert await owner.fetchval(limit) == "1min"
    assert await owner.fetchval(limit) == "0"
    left = await asyncpg.connect(database_url)
    ended = asyncio.Event()
    left.add_termination_listener(lambda _: ended.set())
    await left.execute("BEGIN")
    await insert(left, log_of(uuid4(), "{}"))
    await left.execute("SET LOCAL idle_in_transaction_session_timeout = '10ms'")
    async with asyncio.timeout(PATIENCE_SECONDS):
        await ended.wait()
    assert await is_told_at_once(store, owner, feed)


async def test_the_feed_waits_for_an_event_after_a_savepoint_that_was_rolled_back(
    store: Store, owner: Connection, feed: Feed
) -> None:
    gone, kept, other = (log_of(uuid4(), "{}") for _ in range(3))
    whose = Whose(uuid4(), None)
    await let_read(owner, whose, [log[0].session for log in (gone, kept, other)])
    start = await feed.now()
    async with owner.transaction():
        with suppress(ZeroDivisionError):
            async with owner.transaction():
                await insert(owner, gone)
                raise ZeroDivisionError
        await insert(owner, kept)
        await store.append([other[0]])
        before = await feed.after(start, whose, 10)
        assert before is not None
        assert before.entries == ()
    found = await everything(feed, before.after, whose)
    assert [entry.session for entry in found] == [kept[0].session, other[0].session]


async def test_a_returned_place_is_good_though_an_earlier_transaction_goes_on(
    store: Store, owner: Connection, feed: Feed
) -> None:
    early, late = log_of(uuid4(), "{}"), log_of(uuid4(), "{}", "{}")
    whose = Whose(uuid4(), None)
    await let_read(owner, whose, (early[0].session, late[0].session))
    await store.append([late[0]])
    place = await feed.now()
    # The transaction locks a place that it has read much earlier, before it takes places.
    async with owner.transaction():
        lock = (
            "SELECT pg_advisory_xact_lock_shared(4600, (last_value - 3)::bit(32)::int),"
            " set_config('verger.places_after', (last_value - 3)::text, true) FROM feed_places"
        )
        await owner.execute(lock)
        stretch = await feed.after(place, whose, 10)
        assert stretch is not None
        assert stretch.after == place
        await insert(owner, early)
        await store.append([late[1]])
    found = await everything(feed, stretch.after, whose)
    assert [(entry.session, entry.version) for entry in found] == [
        (early[0].session, 1),
        (late[0].session, 2),
    ]


async def test_after_a_crash_a_place_that_only_lost_events_had_is_given_out_again(
    store: Store, owner: Connection, feed: Feed
) -> None:
    row, whose = log_of(uuid4(), "{}")[0], Whose(uuid4(), None)
    await let_read(owner, whose, [row.session])
    given = await owner.fetchval("SELECT last_value FROM feed_places")
    with suppress(ZeroDivisionError):
        async with owner.transaction():
            await insert(owner, log_of(uuid4(), "{}"))
            raise ZeroDivisionError
    place = await feed.now()
    await owner.execute("SELECT setval('feed_places', $1)", given)
    await store.append([row])
    assert len(await everything(feed, place, whose)) == 1


async def untidily(connection: Connection, logs: list[list[Row]], chance: random.Random) -> None:
    """Append to sessions in transactions of one or several statements. Some transactions are rolled back."""
    left = [list(log) for log in logs]
    while any(left):
        some = [rows for rows in left if rows and chance.random() < 0.6]
        with suppress(ZeroDivisionError):
            async with connection.transaction():
                for rows in some:
                    if chance.random() < 0.2:
                        with suppress(ZeroDivisionError):
                            async with connection.transaction():
                                await insert(connection, rows[:1])
                                raise ZeroDivisionError
                    await insert(connection, rows[:1])
                    await asyncio.sleep(chance.choice((0, 0, 0.002)))
                if chance.random() < 0.2:
                    raise ZeroDivisionError
            for rows in some:
                del rows[0]


@pytest.mark.parametrize("seed", range(3))
async def test_each_reader_reads_the_same_events_in_order_from_all_transactions(
    store: Store, owner: Connection, feed: Feed, database_url: str, seed: int
) -> None:
    chance, whose = random.Random(seed), Whose(uuid4(), None)  # noqa: S311, no secret
    logs = [[log_of(uuid4(), *["{}"] * 12) for _ in range(4)] for _ in range(5)]
    all_logs = [log for some in logs for log in some]
    await let_read(owner, whose, [log[0].session for log in all_logs])
    writers = [await asyncpg.connect(database_url) for _ in logs]
    try:
        async with asyncio.timeout(PATIENCE_SECONDS / 4), asyncio.TaskGroup() as group:
            for writer, some in zip(writers, logs, strict=True):
                own = random.Random(chance.random())  # noqa: S311, no secret
                group.create_task(untidily(writer, some, own))
            wanted = sum(map(len, all_logs))
            readers = [group.create_task(following(feed, whose, wanted)) for _ in range(4)]
    finally:
        # Not `close`, because after a failure a connection may wait for an answer that never comes.
        for writer in writers:
            writer.terminate()
    whole = await everything(feed, await feed.beginning(), whose)
    assert all(reader.result() == whole for reader in readers)
    for log in all_logs:
        mine = [entry.version for entry in whole if entry.session == log[0].session]
        assert mine == [row.version for row in log]
