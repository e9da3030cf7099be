"""The database itself refuses an event that does not follow the one before it in its log."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import pairwise
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from tests.service.log.test_store import after, log_of, row
from tests.support.log import chained
from tests.support.postgres import fresh_database
from verger.service.database.pool import Connection, Database
from verger.service.log.insert import AppendConflict, insert
from verger.service.log.lineage import LineagePart, Origin
from verger.service.log.row import Row, is_next
from verger.service.log.store import Store

ELSEWHERE = bytes(range(32))
"""The hash of no event."""


async def nothing(connection: Connection) -> None:
    """Do no other work with an event."""


@pytest.fixture(scope="module")
def database_url(postgres_url: str) -> Iterator[str]:
    """Yield the URL of a database whose log the tests of this file share."""
    with fresh_database(postgres_url, durable=False) as url:
        yield url


def misplaced(session: UUID) -> list[Row]:
    """Return rows that do not follow a log of two events."""
    first, second = log_of(session, "{}", "{}")
    return [
        after(second.hash, session, 4),
        after(first.hash, session, 3),
        after(ELSEWHERE, session, 3),
        chained(row(session, 3), second.hash)._replace(digest=ELSEWHERE),
        row(session, 3)._replace(hash=second.hash),
        after(second.hash, uuid4(), 3)._replace(session=session),
    ]


async def test_an_event_is_taken_only_after_the_one_that_it_was_made_after(store: Store) -> None:
    session = uuid4()
    for made in log_of(session, "{}", "{}"):
        assert await store.append([made]) is None
    for wrong in misplaced(session):
        assert await store.append([wrong]) is AppendConflict.NOT_FOLLOWING
        assert await store.append([wrong], nothing) is AppendConflict.NOT_FOLLOWING
    assert await store.append([after(ELSEWHERE, uuid4(), 1)]) is AppendConflict.NOT_FOLLOWING
    assert store.conflicts[AppendConflict.NOT_FOLLOWING] == 13
    assert await store.append([row(session, 3, b"k" * 32)]) is None
    assert await store.head(session) == 3


async def test_existing_events_are_returned(store: Store) -> None:
    session, key = uuid4(), b"k" * 32
    first = row(session, 1, key)
    assert await store.append([first]) is None
    for append in (soon(store), alone(store)):
        assert await append(row(session, 1)) is AppendConflict.VERSION_TAKEN
        assert await append(after(first.hash, session, 2, key)) is AppendConflict.KEY_USED
    assert await store.head(session) == 1


def soon(store: Store) -> Callable[[Row], Awaitable[AppendConflict | None]]:
    """Return a function that appends a row in a transaction that other appends share."""
    return lambda row: store.append([row])


def alone(store: Store) -> Callable[[Row], Awaitable[AppendConflict | None]]:
    """Return a function that appends a row in a separate transaction."""
    return lambda row: store.append([row], nothing)


async def test_many_events_of_one_statement_follow_each_other_or_none_is_taken(
    store: Store,
) -> None:
    session = uuid4()
    log = log_of(session, *["{}"] * 300)
    gone = [*log[:150], *log[151:]]
    assert await store.append(gone, nothing) is AppendConflict.NOT_FOLLOWING
    assert await store.head(session) == 0
    assert await store.append(log, nothing) is None
    assert await store.read(session, 0, 1_000) == log


async def test_a_row_that_follows_nothing_is_refused_and_the_rest_of_its_batch_is_not(
    store: Store,
) -> None:
    batch = [row(uuid4(), 1 + number % 2) for number in range(9)]
    outcomes = await asyncio.gather(*(store.append([row]) for row in batch))
    assert outcomes == [None, AppendConflict.NOT_FOLLOWING] * 4 + [None]


async def test_a_redacted_event_follows_by_the_digest_of_the_text_that_is_gone(
    store: Store,
) -> None:
    session = uuid4()
    first, second, third = log_of(session, "{}", '"[redacted]"', "{}")
    gone = second._replace(texts="[[0,12]]", salt=b"", kept=f'["{"ab" * 32}"]')
    redacted = chained(gone, first.hash)
    third = chained(third, redacted.hash)
    assert await store.append([first, redacted, third], nothing) is None
    assert not is_next(redacted._replace(data='"[retained]"'), 2, first.hash)


async def test_a_forks_first_event_follows_its_parents_at_the_version_forked(store: Store) -> None:
    parent, child, grandchild = uuid4(), uuid4(), uuid4()
    log = log_of(parent, *["{}"] * 6)
    await store.append(log, nothing)
    for fork, of, version in ((child, parent, 5), (grandchild, child, 3)):
        origin = Origin(of, version, log[version - 1].hash)
        for wrong in (log[version - 2].hash, ELSEWHERE):
            made = after(wrong, fork, version + 1)
            refused = await store.append([made], nothing, origin)
            assert refused is AppendConflict.NOT_FOLLOWING
        made = after(log[version - 1].hash, fork, version + 1)
        assert await store.append([made]) is AppendConflict.NOT_FOLLOWING
        assert await store.append([made], nothing, origin) is None
        assert await store.append([after(made.hash, fork, version + 2)]) is None


async def test_a_fork_of_events_that_are_no_longer_in_the_log_is_refused(store: Store) -> None:
    parent, fork = uuid4(), uuid4()
    log = log_of(parent, *["{}"] * 4)
    await store.append(log[:2], nothing)
    origin, made = Origin(parent, 4, log[3].hash), after(log[3].hash, fork, 5)
    assert await store.append([made], nothing, origin) is AppendConflict.NOT_FOLLOWING
    assert (await store.lineage(fork)).origin is None


PLACED = f"INSERT INTO events ({', '.join(Row._fields)}, place) SELECT *, {{}} FROM made"  # noqa: S608


@pytest.mark.parametrize(
    ("place", "is_taken"),
    [
        ("nextval('feed_places')", True),
        ("NULL", True),
        ("(SELECT place FROM events ORDER BY place LIMIT 1)", False),
        ("(SELECT last_value FROM feed_places)", False),
        ("(SELECT last_value + 1 FROM feed_places)", False),
    ],
)
async def test_an_event_cannot_choose_its_own_place_in_the_feed(
    store: Store, owner: Connection, place: str, *, is_taken: bool
) -> None:
    await store.append([row(uuid4(), 1)])
    made = row(uuid4(), 1)
    async with owner.transaction():
        await owner.execute("CREATE TEMP TABLE made (LIKE events) ON COMMIT DROP")
        await owner.execute("ALTER TABLE made DROP COLUMN place")
        await owner.copy_records_to_table("made", records=[made], columns=Row._fields)
        added = owner.execute(PLACED.format(place))
        if is_taken:
            await added
        else:
            with pytest.raises(asyncpg.exceptions.PostgresError, match="a place of another event"):
                async with owner.transaction():
                    await added


async def test_the_event_before_is_found_by_index_even_if_the_log_was_empty_at_first(
    postgres_url: str,
) -> None:
    with fresh_database(postgres_url, durable=False) as url:
        owner = await asyncpg.connect(url)
        await owner.execute("VACUUM ANALYZE events")
        for each in log_of(uuid4(), *["{}"] * 40):
            await insert(owner, [each])
        await owner.execute("SELECT pg_stat_force_next_flush()")
        sql = "SELECT seq_scan, n_tup_ins FROM pg_stat_user_tables WHERE relname = 'events'"
        assert tuple(await owner.fetchrow(sql)) == (0, 40)
        await owner.close()


async def test_a_log_of_many_parts_is_read_by_one_statement(
    store: Store, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions = [uuid4() for _ in range(5)]
    held = log_of(sessions[0], "{}", "{}")
    assert await store.append(held, nothing) is None
    for parent, fork in pairwise(sessions):
        origin = Origin(parent, held[-1].version, held[-1].hash)
        for version in (origin.version + 1, origin.version + 2):
            held.append(after(held[-1].hash, fork, version))
        assert await store.append(held[-2:], nothing, origin) is None
    last = sessions[-1]
    assert await store.at(last, [2, 3, 9]) == [held[1], held[2], held[8]]
    asked, rows = [], database.rows

    async def counted(sql: str, *binds: object) -> list[Any]:
        asked.append(sql)
        return await rows(sql, *binds)

    monkeypatch.setattr(database, "rows", counted)
    for first, count in ((0, 10), (1, 6), (9, 5)):
        assert await store.read(last, first, count) == held[first : first + count]
    assert len(asked) == 3
    # If a part has too few events, the store reads further parts.
    hidden = store._lineages._known[last]  # noqa: SLF001
    monkeypatch.setitem(
        store._lineages._known,  # noqa: SLF001
        last,
        hidden._replace(parts=(LineagePart(uuid4(), 0, 4), *hidden.parts[2:])),
    )
    assert await store.read(last, 0, 3) == held[4:7]
