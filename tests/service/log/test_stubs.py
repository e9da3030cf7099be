"""The SQL function `end_session` removes a session's rows and leaves a stub.

A simultaneous append or fork notices this.
"""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from tests.service.log.test_following import nothing
from tests.service.log.test_store import after, log_of
from tests.support.postgres import somebody_waits
from verger.domain.core.identifier import SeatId
from verger.service.database.outage import UnavailableError
from verger.service.database.pool import ROLE, Connection, Database
from verger.service.identity import identity
from verger.service.identity.repeatable import Repeatable
from verger.service.identity.secret import Secrets
from verger.service.log import stubs
from verger.service.log.chain import BEFORE_FIRST
from verger.service.log.insert import AppendConflict
from verger.service.log.lineage import Origin
from verger.service.log.row import Row
from verger.service.log.store import Store
from verger.service.log.stubs import ForksError, MovedOnError


@pytest.fixture
async def other(database_url: str) -> AsyncIterator[Connection]:
    """Yield a second connection, in the service's own role."""
    connection = await asyncpg.connect(database_url, server_settings={"role": ROLE})
    yield connection
    await connection.close()


@pytest.fixture
async def log(store: Store) -> list[Row]:
    """Append three events of a session, and return their rows."""
    rows = log_of(uuid4(), "{}", "{}", "{}")
    assert await store.append(rows, nothing) is None
    return rows


async def end(connection: Connection, newest: Row, code: stubs.Ended = "session_archived") -> None:
    async with connection.transaction():
        await stubs.end(
            connection, newest.session, (newest.version, newest.hash), code, stubs.OPERATOR
        )


async def test_a_session_ends_and_a_stub_stays(
    store: Store, other: Connection, log: list[Row]
) -> None:
    bystander = log_of(uuid4(), "{}")
    await store.append(bystander, nothing)
    await end(other, log[-1])
    stub = await store.stubs.of(log[0].session)
    assert stub
    assert stub[:5] == (log[0].session, "session_archived", 3, log[-1].hash, "operator")
    assert await store.read(log[0].session, 0, 10) == []
    assert await store.read(bystander[0].session, 0, 10) == bystander
    assert await store.stubs.of(bystander[0].session) is None
    assert await store.append([after(log[-1].hash, log[0].session, 4)]) is (
        AppendConflict.NOT_FOLLOWING
    )


async def test_stored_answers_that_name_a_session_are_deleted_with_it(
    store: Store, other: Connection, owner: Connection, log: list[Row]
) -> None:
    its, token, shared, not_its = log[0].session, uuid4(), uuid4(), uuid4()
    for id, seated in ((token, [its]), (shared, [its, not_its])):
        await identity.issue(other, id, str(id), "a bot")
        for session in seated:
            await identity.seat_token(other, id, session, SeatId("s1"))
    for id in (its, token, shared, not_its):
        said = f'{{"id":"{id}","by":"{uuid4()}"}}'
        await Repeatable(Secrets(str(id)), None, id.bytes * 2, bytes(32)).keep(
            other, msgspec.Raw(said.encode())
        )
    read = await seq_scans(other)
    await end(other, log[-1], "session_deleted")
    assert await seq_scans(other) == read
    left = {row["key_hash"][:16] for row in await owner.fetch("SELECT key_hash FROM requests")}
    assert left == {shared.bytes, not_its.bytes}


async def seq_scans(connection: Connection) -> int:
    """Return how often the table of stored answers was read from end to end."""
    await connection.execute("SELECT pg_stat_force_next_flush()")
    sql = "SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'requests'"
    found: int = await connection.fetchval(sql)
    return found


async def test_only_the_newest_event_ends_a_session(
    store: Store, other: Connection, log: list[Row]
) -> None:
    for wrong in (log[1], log[2]._replace(hash=log[1].hash), log[2]._replace(version=4)):
        with pytest.raises(MovedOnError):
            await end(other, wrong)
    assert await store.read(log[0].session, 0, 10) == log
    await end(other, log[-1])
    with pytest.raises(MovedOnError):
        await end(other, log[-1])


async def test_a_session_with_a_fork_stays(store: Store, other: Connection, log: list[Row]) -> None:
    fork = after(log[1].hash, uuid4(), 3)
    origin = Origin(log[0].session, 2, log[1].hash)
    await store.append([fork], nothing, origin)
    with pytest.raises(ForksError):
        await end(other, log[-1])
    assert await store.read(fork.session, 0, 10) == [*log[:2], fork]
    await end(other, fork)
    store.forget(fork.session)
    assert await store.read(fork.session, 0, 10) == []
    await end(other, log[-1])


async def test_nothing_that_is_kept_of_sessions_or_tokens_is_overlooked(owner: Connection) -> None:
    named = (
        "SELECT conrelid::regclass::text AS name FROM pg_constraint WHERE confrelid = 'tokens'::regclass"
        " UNION SELECT c.table_name FROM information_schema.columns c"
        " JOIN information_schema.tables t USING (table_schema, table_name)"
        " WHERE table_schema = 'public' AND column_name = 'session' AND table_type = 'BASE TABLE'"
        " AND NOT (SELECT relispartition FROM pg_class WHERE oid = c.table_name::regclass)"
    )
    stays = {"stubs", "operator_actions", "stated_heads"}
    tables = {row["name"] for row in await owner.fetch(named)} - stays
    # Rows are deleted by the function, by a trigger on the new stub, or by a cascade from such rows.
    text = await owner.fetchval("SELECT prosrc FROM pg_proc WHERE proname = 'end_session'")
    gone = {line.split()[2].rstrip(";") for line in text.splitlines() if "DELETE FROM" in line}
    forgets = (
        "SELECT tgargs FROM pg_trigger"
        " WHERE tgrelid = 'stubs'::regclass AND tgfoid = 'forget_ended'::regproc"
    )
    with_stub = [row["tgargs"].decode().split("\0") for row in await owner.fetch(forgets)]
    gone |= {f"public.{table}" for names in with_stub for table in names}
    with_it = (
        "SELECT r.conrelid::regclass::text AS one, r.confrelid::regclass::text AS of"
        " FROM pg_constraint r"
        " JOIN pg_attribute a ON a.attrelid = r.conrelid AND a.attnum = ANY (r.conkey)"
        " WHERE r.contype = 'f' AND r.confdeltype = 'c' AND a.attname = 'session'"
    )
    links = await owner.fetch(with_it)
    gone |= {f"public.{row['one']}" for row in links if f"public.{row['of']}" in gone}
    # A block has no session, and goes with its token.
    gone.add("public.blocks")
    assert tables
    assert {f"public.{table}" for table in tables} <= gone


FORBIDDEN = [
    "INSERT INTO stubs SELECT session, 'session_deleted', version, hash, 's1' FROM events LIMIT 1",
    "UPDATE stubs SET by = 's1'",
    "DELETE FROM events",
    "DELETE FROM forks",
    "TRUNCATE stubs",
]


@pytest.mark.parametrize("statement", FORBIDDEN)
async def test_the_services_role_ends_nothing_without_the_function(
    other: Connection, log: list[Row], statement: str
) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError, match="permission denied"):
        await other.execute(statement)


async def test_the_end_of_one_session_deletes_no_other_session(
    owner: Connection, store: Store, log: list[Row]
) -> None:
    bystander = log_of(uuid4(), "{}")
    await store.append(bystander, nothing)
    for table in ("events", "forks"):
        await store.append(
            [after(bystander[0].hash, fork := uuid4(), 2)],
            nothing,
            Origin(bystander[0].session, 1, bystander[0].hash),
        )
        ending = owner.transaction()
        await ending.start()
        await stubs.end(owner, log[0].session, (3, log[-1].hash), "session_deleted", "operator")
        gone = f"DELETE FROM {table} WHERE session = $1"  # noqa: S608
        with pytest.raises(asyncpg.InsufficientPrivilegeError, match="written once"):
            await owner.execute(gone, fork)
        await ending.rollback()
    assert await store.read(log[0].session, 0, 10) == log


async def test_an_append_that_was_first_is_waited_for_and_the_session_stays(
    owner: Connection, other: Connection, database_url: str, log: list[Row]
) -> None:
    second = await asyncpg.connect(database_url)
    move = second.transaction()
    await move.start()
    made = after(log[-1].hash, log[0].session, 4)
    await second.copy_records_to_table("events", records=[made], columns=Row._fields)
    ending = asyncio.create_task(end(other, log[-1]))
    await somebody_waits(owner)
    await move.commit()
    with pytest.raises(MovedOnError):
        await ending
    await second.close()
    rows = "SELECT count(*) FROM {} WHERE session = $1"
    assert await owner.fetchval(rows.format("events"), log[0].session) == 4
    assert await owner.fetchval(rows.format("stubs"), log[0].session) == 0


@pytest.mark.parametrize("is_fork", [False, True])
async def test_a_late_append_waits_and_finds_nothing_to_follow(
    owner: Connection, other: Connection, store: Store, log: list[Row], *, is_fork: bool
) -> None:
    ending = other.transaction()
    await ending.start()
    await stubs.end(other, log[0].session, (3, log[-1].hash), "session_deleted", "operator")
    session: UUID = uuid4() if is_fork else log[0].session
    origin = Origin(log[0].session, 3, log[-1].hash) if is_fork else None
    made = after(log[-1].hash, session, 4)
    append = asyncio.ensure_future(store.append([made], nothing, origin))
    await somebody_waits(owner)
    await ending.commit()
    assert await append is AppendConflict.NOT_FOLLOWING
    for table in ("events", "forks"):
        rows = f"SELECT count(*) FROM {table} WHERE session = ANY($1)"  # noqa: S608
        assert await owner.fetchval(rows, [session, log[0].session]) == 0


async def test_a_fork_that_was_first_is_waited_for_and_its_parent_stays(
    owner: Connection, other: Connection, store: Store, log: list[Row]
) -> None:
    is_made, is_waited_for = asyncio.Event(), asyncio.Event()

    async def patient(_: Connection) -> None:
        is_made.set()
        await is_waited_for.wait()

    fork, origin = after(log[-1].hash, uuid4(), 4), Origin(log[0].session, 3, log[-1].hash)
    forking = asyncio.ensure_future(store.append([fork], patient, origin))
    await is_made.wait()
    ending = asyncio.create_task(end(other, log[-1]))
    await somebody_waits(owner)
    is_waited_for.set()
    assert await forking is None
    with pytest.raises(ForksError):
        await ending


async def test_a_session_comes_back_only_with_the_event_that_its_stub_names(
    database: Database, store: Store, other: Connection, log: list[Row]
) -> None:
    session = log[0].session
    await end(other, log[-1])
    for rows in (log[:2], [*log, after(log[-1].hash, session, 4)]):
        with pytest.raises(UnavailableError, match="InsufficientPrivilege"):
            await store.append(rows, lambda own: stubs.brought_back(own, session))
        assert await store.head(session) == 0
    assert await store.append(log, lambda own: stubs.brought_back(own, session)) is None
    assert await store.stubs.of(session) is None
    await end(other, log[-1], "session_deleted")
    with pytest.raises(UnavailableError, match="InsufficientPrivilege"):
        await store.append(log, lambda own: stubs.brought_back(own, session))


async def test_the_rows_of_other_tables_must_come_back_with_their_events(
    store: Store, other: Connection
) -> None:
    row = after(BEFORE_FIRST, uuid4(), 1)._replace(sealed="[]")
    assert await store.append([row], nothing) is None
    await end(other, row)
    bare = row._replace(sealed=None)
    with pytest.raises(UnavailableError, match="InsufficientPrivilege"):
        await store.append([bare], lambda own: stubs.brought_back(own, row.session))

    async def delete_stub(own: Connection) -> None:
        await own.execute("DELETE FROM stubs WHERE session = $1", row.session)

    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await store.append([bare], delete_stub)
    assert await store.append([row], lambda own: stubs.brought_back(own, row.session)) is None
    assert await store.read(row.session, 0, 10) == [row]


@pytest.mark.parametrize("change", ["version = 9", "code = 'session_deleted', version = 9"])
async def test_not_even_the_owner_alters_the_content_of_a_stub(
    owner: Connection, other: Connection, log: list[Row], change: str
) -> None:
    await end(other, log[-1])
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await owner.execute(f"UPDATE stubs SET {change}")  # noqa: S608
