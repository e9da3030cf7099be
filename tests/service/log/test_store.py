"""The log stores each event once, completely and in its place, and never loses it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from uuid import UUID, uuid4

import asyncpg
import pytest

from tests.support.log import chained
from verger.domain.core.since import OLDEST
from verger.service.database.outage import UnavailableError
from verger.service.database.pool import ROLE, Connection, Database
from verger.service.log import store as stores
from verger.service.log.chain import BEFORE_FIRST
from verger.service.log.insert import AppendConflict, StoreError, insert
from verger.service.log.row import Row
from verger.service.log.store import Store

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def row(session: UUID, version: int, key: bytes | None = None, data: str = "{}") -> Row:
    """Return the event at a version of a session whose earlier events have no keys and the data "{}"."""
    previous = row(session, version - 1).hash if version > 1 else BEFORE_FIRST
    return after(previous, session, version, key, data)


def after(
    previous: bytes, session: UUID, version: int, key: bytes | None = None, data: str = "{}"
) -> Row:
    """Return an event that follows the event with this hash."""
    print_of_body = bytes(32) if key else None
    unchained = Row(
        session, version, "signal", "s1", key, print_of_body, data, None, bytes(16), b"", OLDEST, NOON
    )  # fmt: skip
    return chained(unchained, previous)


def log_of(session: UUID, *datas: str) -> list[Row]:
    """Return a session's events from version 1, with these data."""
    made: list[Row] = []
    for version, data in enumerate(datas, 1):
        previous = made[-1].hash if made else BEFORE_FIRST
        made.append(after(previous, session, version, data=data))
    return made


async def test_appended_rows_are_read_back_in_order(store: Store) -> None:
    session = uuid4()
    rows = log_of(session, *[f'{{"number":{number},"text":"ü"}}' for number in (1, 2, 3)])
    assert [await store.append([each]) for each in rows] == [None, None, None]
    assert await store.read(session, 0, 10) == rows
    assert await store.read(session, 1, 1) == rows[1:2]
    assert await store.head(session) == 3
    assert await store.head(uuid4()) == 0


async def test_a_version_is_taken_once(store: Store) -> None:
    session = uuid4()
    first = row(session, 1, data='"first"')
    assert await store.append([first]) is None
    assert await store.append([row(session, 1, data='"second"')]) is AppendConflict.VERSION_TAKEN
    assert await store.read(session, 0, 10) == [first]


async def test_a_request_key_is_used_once_in_a_session(store: Store) -> None:
    session, other, key = uuid4(), uuid4(), b"k" * 32
    assert await store.append([row(session, 1, key)]) is None
    again = after(row(session, 1, key).hash, session, 2, key)
    assert await store.append([again]) is AppendConflict.KEY_USED
    assert await store.append([row(other, 1, key)]) is None
    assert await store.head(session) == 1


async def test_an_event_is_found_by_its_request_key(store: Store) -> None:
    session, key = uuid4(), b"k" * 32
    await store.append([row(session, 1)])
    await store.append([row(session, 2, key)])
    found = await store.by_request(session, key)
    assert found == row(session, 2, key)
    assert await store.by_request(session, b"x" * 32) is None
    assert await store.by_request(uuid4(), key) is None


async def test_the_request_keys_have_an_index(owner: Connection) -> None:
    await owner.execute("SET enable_seqscan = off")
    plan = await owner.fetch(
        "EXPLAIN SELECT FROM events WHERE session = $1 AND request_key = $2", uuid4(), b"k"
    )
    assert "events_request" in str(plan)


async def test_the_ids_of_answers_have_an_index(owner: Connection) -> None:
    await owner.execute("SET enable_seqscan = off")
    plan = await owner.fetch("EXPLAIN SELECT FROM requests WHERE uuids_in(answer) && $1", [uuid4()])
    assert "requests_by_ids" in str(plan)


async def test_appends_that_wait_at_the_same_time_share_a_commit(
    store: Store, owner: Connection
) -> None:
    outcomes = await asyncio.gather(*(store.append([row(uuid4(), 1)]) for _ in range(200)))
    assert outcomes == [None] * 200
    assert await owner.fetchval("SELECT count(*) FROM events") == 200
    assert await owner.fetchval("SELECT count(DISTINCT xmin::text) FROM events") <= 4


async def test_a_clash_within_a_batch_refuses_only_that_row(
    store: Store, owner: Connection
) -> None:
    taken, sessions = uuid4(), [uuid4() for _ in range(50)]
    await store.append([row(taken, 1)])
    batch = [row(session, 1) for session in sessions]
    batch[25:25] = [row(taken, 1), row(taken, 2)]
    outcomes = await asyncio.gather(*(store.append([row]) for row in batch))
    assert outcomes.index(AppendConflict.VERSION_TAKEN) == 25
    assert outcomes.count(None) == 51
    assert await owner.fetchval("SELECT count(*) FROM events") == 52


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list. Each statement adds the number of rows that it tried to append."""
    sizes: list[int] = []

    async def counted(connection: Connection, rows: Sequence[Row]) -> None:
        sizes.append(len(rows))
        await insert(connection, rows)

    monkeypatch.setattr(stores, "insert", counted)
    return sizes


async def test_refused_rows_cost_the_others_of_their_batch_one_statement_more(
    store: Store, statements: list[int]
) -> None:
    keyed, taken, key = uuid4(), uuid4(), b"k" * 32
    first = row(keyed, 1, key)
    await asyncio.gather(store.append([first]), store.append([row(taken, 1)]))
    statements.clear()
    refused = [after(first.hash, keyed, 2, key), row(taken, 1), row(uuid4(), 2)]
    batch = [*refused, *[row(uuid4(), 1) for _ in range(29)]]
    outcomes = await asyncio.gather(*(store.append([row]) for row in batch))
    assert outcomes[:3] == [
        AppendConflict.KEY_USED,
        AppendConflict.VERSION_TAKEN,
        AppendConflict.NOT_FOLLOWING,
    ]
    assert outcomes[3:] == [None] * 29
    assert statements == [32, 29]


async def test_a_refusal_without_a_reason_in_the_log_is_reported_in_the_end(
    store: Store, owner: Connection, statements: list[int]
) -> None:
    hindered = uuid4()
    await owner.execute(
        "CREATE FUNCTION hinder() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF NEW.session = '{hindered}' THEN RAISE deadlock_detected; END IF; RETURN NEW; END $$;"
        "CREATE TRIGGER hinders BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION hinder()"
    )
    batch = [row(uuid4(), 1) for _ in range(5)]
    batch[2:2] = [row(hindered, 1)]
    outcomes = await asyncio.gather(*(store.append([row]) for row in batch))
    assert outcomes == [None, None, AppendConflict.VERSION_TAKEN, None, None, None]
    assert statements == [6, 6, 6, *[1] * 6]


async def test_every_process_appends_sessions_in_the_same_order(
    database: Database, store: Store, owner: Connection
) -> None:
    """In different orders, two processes would wait for each other, and PostgreSQL would end one append."""
    await owner.execute(
        "CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql"
        " AS 'BEGIN PERFORM pg_sleep(0.01); RETURN NEW; END';"
        "CREATE TRIGGER dawdles BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION dawdle()"
    )
    others = Store(database)
    others.start()
    rows = [row(uuid4(), 1) for _ in range(20)]
    mine = [store.append([row]) for row in rows]
    theirs = [others.append([row]) for row in reversed(rows)]
    outcomes = await asyncio.gather(*mine, *theirs)
    assert outcomes.count(None) == 20
    await others.stop()
    deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
    await owner.execute("SELECT pg_stat_force_next_flush()")
    assert await owner.fetchval(deadlocks) == 0


async def test_two_rows_of_one_batch_for_one_version_are_not_both_taken(store: Store) -> None:
    session = uuid4()
    batch = [row(session, 1, data=f'"{number}"') for number in range(8)]
    outcomes = await asyncio.gather(*(store.append([row]) for row in batch))
    assert outcomes.count(None) == 1
    assert outcomes.count(AppendConflict.VERSION_TAKEN) == 7
    assert await store.read(session, 0, 10) == [batch[outcomes.index(None)]]


async def test_a_row_that_the_database_leaves_out_is_never_taken_for_written(
    store: Store, owner: Connection
) -> None:
    await owner.execute(
        "CREATE FUNCTION leave_out() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';"
        "CREATE TRIGGER leaves_out BEFORE INSERT ON events"
        " FOR EACH ROW EXECUTE FUNCTION leave_out()"
    )
    with pytest.raises(StoreError):
        await store.append([row(uuid4(), 1)])


async def test_other_work_is_done_with_the_event_or_not_at_all(store: Store) -> None:
    session = uuid4()

    async def fail(connection: Connection) -> None:
        await connection.execute(
            "INSERT INTO claims (code_hash, session, seat) VALUES ($1, $2, 's1')",
            bytes(32),
            session,
        )
        raise LookupError

    with pytest.raises(LookupError):
        await store.append([row(session, 1)], fail)
    assert await store.head(session) == 0


async def test_work_of_transactions_in_a_deadlock_is_repeated_and_done(
    store: Store, owner: Connection
) -> None:
    """PostgreSQL gives up one of two transactions, and this must not count as done."""
    both = asyncio.Barrier(2)

    def locking(first: int, second: int) -> Callable[[Connection], Awaitable[None]]:
        rounds = [both.wait]

        async def work(connection: Connection) -> None:
            await connection.execute("SELECT pg_advisory_xact_lock($1)", first)
            if rounds:
                await rounds.pop()()
            await connection.execute("SELECT pg_advisory_xact_lock($1)", second)
            sql = "INSERT INTO claims (code_hash, session, seat) VALUES (sha256($1), $2, 's1')"
            await connection.execute(sql, bytes(first), uuid4())

        return work

    works = [store.append((), locking(1, 2)), store.append((), locking(2, 1))]
    assert await asyncio.gather(*works) == [None, None]
    assert await owner.fetchval("SELECT count(*) FROM claims") == 2


async def test_clients_are_asked_to_come_again_if_work_is_given_up_every_time(store: Store) -> None:
    async def work(connection: Connection) -> None:
        await connection.execute("DO $$ BEGIN RAISE deadlock_detected; END $$")

    with pytest.raises(UnavailableError):
        await store.append((), work)


async def test_clients_are_asked_to_come_back_if_too_many_appends_wait(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "WAITING_LIMIT", 3)
    outcomes = await asyncio.gather(
        *(store.append([row(uuid4(), 1)]) for _ in range(5)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes[3:]] == [UnavailableError] * 2
    assert outcomes[:3] == [None] * 3


async def test_a_refusal_of_a_single_append_is_answered(store: Store) -> None:
    session, key = uuid4(), b"k" * 32
    assert await store.append([row(session, 1, key)]) is None
    again = after(row(session, 1, key).hash, session, 2, key)
    refused = [row(session, 1), again, row(session, 3), row(uuid4(), 2)]
    assert [await store.append([each]) for each in refused] == [
        AppendConflict.VERSION_TAKEN,
        AppendConflict.KEY_USED,
        AppendConflict.NOT_FOLLOWING,
        AppendConflict.NOT_FOLLOWING,
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE events DISABLE TRIGGER events_are_immutable",
        "DROP TRIGGER events_are_immutable ON events",
        "DROP TABLE events",
        "SET session_replication_role = replica",
        "DELETE FROM tokens",
        "UPDATE tokens SET secret_hash = secret_hash",
        "UPDATE claims SET seat = 's1'",
        "UPDATE requests SET answer = ''",
    ],
)
async def test_the_services_role_cannot_disable_the_triggers_of_the_log(
    owner: Connection, statement: str
) -> None:
    await owner.execute(f"SET ROLE {ROLE}")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await owner.execute(statement)


async def test_the_service_acts_in_its_own_role(database: Database) -> None:
    assert await database.value("SELECT current_user") == ROLE


@pytest.mark.parametrize(
    "broken",
    [{"version": 0}, {"version": -1}, {"salt": b"short"}, {"hash": b"short"}, {"salt": bytes(17)}],
)
async def test_the_schema_refuses_rows_that_cannot_be_events(
    owner: Connection, broken: dict[str, object]
) -> None:
    columns = row(uuid4(), 1)._asdict() | broken
    binds = ", ".join(f"${place}" for place in range(1, len(columns) + 1))
    with pytest.raises(asyncpg.CheckViolationError):
        await owner.execute(f"INSERT INTO events VALUES ({binds})", *columns.values())  # noqa: S608
