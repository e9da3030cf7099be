"""Metrics for the operator's work: open transactions, standbys, backups, statements, receivers and the disk."""

import time
from collections.abc import AsyncIterator, Iterator
from uuid import uuid4

import asyncpg
import pytest

from tests.service.log.test_store import log_of
from tests.support.client import Player, of, played
from tests.support.figures import figures, until
from tests.support.postgres import execute
from tests.support.receiver import QUICK, Answer, Receiver, hooked
from tests.support.server import Server, serving
from verger.service.annexes.metrics import sql
from verger.service.annexes.metrics.watch import Watch
from verger.service.annexes.notices.outbox import NAMED_HOSTS, Outbox
from verger.service.database import embedded
from verger.service.database.pool import Database
from verger.service.log.insert import insert

OFTEN = {
    "verger.service.annexes.metrics.watch.LOOK_SECONDS": 0.05,
    "verger.service.annexes.statements.statements.LOOK_SECONDS": 0.05,
}
OLDEST = "verger_database_oldest_transaction_seconds"


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, quicker=QUICK | OFTEN, verger_webhook_private_targets="on") as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Player:
    return played(server.http, "Ann", "Bo")["Ann"]


@pytest.fixture
async def owner(database: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(database)
    yield connection
    await connection.close()


@pytest.fixture
async def pool(database: str) -> AsyncIterator[Database]:
    pool = Database(database, 2)
    await pool.open()
    yield pool
    await pool.close()


@pytest.fixture
def watch(pool: Database) -> Watch:
    return Watch(pool, embedded.FOLDER)


async def test_an_open_transaction_that_only_reads_is_seen_although_it_is_another_users(
    watch: Watch, owner: asyncpg.Connection
) -> None:
    await watch.look()
    before = watch.seen.transaction_seconds
    async with owner.transaction():
        await owner.fetch("SELECT 1")
        await watch.look()
        await watch.look()
        assert watch.seen.transaction_seconds
        assert watch.seen.feed_events == 0
    assert before is not None


async def test_events_that_the_feed_does_not_show_yet_are_counted(
    watch: Watch, owner: asyncpg.Connection, database: str
) -> None:
    async with owner.transaction():
        await insert(owner, log_of(uuid4(), "{}"))
        other = await asyncpg.connect(database)
        await insert(other, log_of(uuid4(), "{}", "{}"))
        await watch.look()
        assert watch.seen.feed_events == 2
        await other.close()
    await watch.look()
    assert watch.seen.feed_events == 0


async def test_a_slot_that_nobody_reads_is_a_standby_that_lacks_the_log(
    watch: Watch, owner: asyncpg.Connection
) -> None:
    name = f"s{uuid4().hex}"
    await owner.execute(f"SELECT pg_create_physical_replication_slot('{name}', true)")
    try:
        await owner.execute("SELECT pg_logical_emit_message(true, 'x', 'x'), pg_switch_wal()")
        await owner.execute("SELECT pg_logical_emit_message(true, 'x', 'x'), pg_switch_wal()")
        await watch.look()
        assert watch.seen.replication_bytes
        assert watch.seen.replication_bytes > 1_000_000
    finally:
        await owner.execute(f"SELECT pg_drop_replication_slot('{name}')")


async def test_the_newest_backup_is_found_by_an_index_although_many_commands_follow(
    watch: Watch, owner: asyncpg.Connection
) -> None:
    await watch.look()
    assert watch.seen.backup_at is None
    done = "INSERT INTO operator_actions (command, detail, system_user_name) VALUES ($1, '', 'op')"
    await owner.execute(done, "backup")
    await watch.look()
    assert watch.seen.backup_at
    assert abs(time.time() - watch.seen.backup_at) < 600
    await owner.executemany(done, [("expire",)] * 2_000)
    await owner.execute("ANALYZE operator_actions")
    known = watch.seen.backup_at
    await watch.look()
    assert watch.seen.backup_at == known
    plan = "\n".join(row[0] for row in await owner.fetch(f"EXPLAIN {sql.LAST_DONE}"))
    assert "operator_actions_backups" in plan


async def test_while_the_database_is_away_only_the_disk_is_known(watch: Watch) -> None:
    await watch.look()
    assert watch.seen.database_bytes
    gone = Database("postgresql://127.0.0.1:1/nowhere", 2)
    await gone.open()
    watch._database = gone  # noqa: SLF001
    with pytest.raises(Exception, match="ConnectionRefusedError"):
        await watch.look()
    assert watch.seen.database_bytes is None
    assert watch.seen.disk_free_bytes
    await gone.close()


def test_a_server_shows_its_disk_its_database_and_its_newest_statement(server: Server) -> None:
    now = until(
        server.http,
        lambda now: any(one.name.endswith("statement_timestamp_seconds") for one in now.samples),
    )
    assert now.of("verger_database_bytes") > 1_000_000
    assert now.of("verger_disk_bytes") > now.of("verger_disk_free_bytes") > 0
    assert now.of("verger_statement_interval_seconds") == 3_600
    assert now.of(OLDEST) >= 0
    assert abs(time.time() - now.of("verger_last_statement_timestamp_seconds")) < 600


def test_a_receiver_that_refuses_is_named_by_its_host_and_logged_once(
    server: Server, ann: Player, receiver: Receiver
) -> None:
    receiver.always = Answer(500)
    hook = hooked(ann, f"{receiver.url}/secret-path")
    hook.sends("ping")
    ann.draws_a_line("Spiders.")
    ann.draws_a_line("Snakes.")
    failing = ("verger_webhooks_failing", {"host": "127.0.0.1"}, 1)
    until(server.http, lambda now: failing in [(*one[:2], one.value) for one in now.samples])
    lines = server.told(event="webhook_target_failed")
    assert [(one["host"], one["outcome"], one["status"]) for one in lines] == [
        ("127.0.0.1", "refused", 500)
    ]
    assert lines[0]["webhook"] == hook.id
    assert "secret-path" not in server.said


async def test_hosts_beyond_the_most_frequent_ones_count_together(
    pool: Database, owner: asyncpg.Connection, ann: Player
) -> None:
    outbox = Outbox(pool)
    before = await outbox.failing_hosts()
    for number in range(NAMED_HOSTS + 5):
        await owner.execute(
            "WITH hook AS (INSERT INTO webhooks (id, session, seat, url, types, description, rests_until)"
            " VALUES (gen_random_uuid(), $1, 's1', $2, '{}', '', now() + interval '5 s') RETURNING id)"
            " INSERT INTO deliveries (id, webhook, type, at, state, tries, next_at)"
            " SELECT gen_random_uuid(), id, 'ping', now(), 'pending', 1, now() + interval '1 day' FROM hook",
            ann.session,
            f"https://a{number:02}.example:444/x?key=secret",
        )
    counted = await outbox.failing_hosts()
    assert len(counted) == NAMED_HOSTS + 1
    assert sum(counted.values()) == sum(before.values()) + NAMED_HOSTS + 5
    assert {host for host in counted if "secret" in host or ":" in host} == set()
    await owner.execute("DELETE FROM webhooks WHERE url LIKE '%key=secret'")


async def test_a_receiver_fails_also_while_newer_deliveries_wait_for_their_first_attempt(
    pool: Database, owner: asyncpg.Connection, ann: Player
) -> None:
    await owner.execute(
        "WITH hook AS (INSERT INTO webhooks (id, session, seat, url, types, description, rests_until)"
        " VALUES (gen_random_uuid(), $1, 's1', 'https://busy.example/', '{}', '', now() + interval '1 h')"
        " RETURNING id) INSERT INTO deliveries (id, webhook, type, at, state, tries, next_at)"
        " SELECT gen_random_uuid(), id, 'add_limit', now(), 'pending', tries, now() + tries * interval '1 h'"
        " FROM hook, unnest(ARRAY[0, 1]) AS tries",
        ann.session,
    )
    assert (await Outbox(pool).failing_hosts())["busy.example"] == 1
    await owner.execute("DELETE FROM webhooks WHERE url = 'https://busy.example/'")


def test_a_damaged_log_is_counted(ann: Player, database: str) -> None:
    for text in ("Spiders.", "Snakes."):
        ann.draws_a_line(text)
    execute(
        database,
        "ALTER TABLE events DISABLE TRIGGER USER; DELETE FROM events"  # noqa: S608
        f" WHERE session = '{ann.session}' AND version = 3; ALTER TABLE events ENABLE TRIGGER USER",
    )
    with serving(database) as other:
        assert figures(other.http).of("verger_log_damaged_total") == 0
        assert of(ann.at(other.http).get(f"{ann.home}/state"), 500)["code"] == "log_damaged"
        assert figures(other.http).of("verger_log_damaged_total") > 0
