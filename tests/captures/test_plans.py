"""However large the log is, no request makes the database read a growing table from end to end."""

from asyncio import run
from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

import pytest

from bench.grown import grow
from tests.captures.operations import WANTED, Captures
from tests.support.client import played
from tests.support.plans import Plan, explaining_server
from tests.support.postgres import execute, fresh_database
from tests.support.receiver import QUICK
from tests.support.server import serving
from tests.support.stated import stated
from verger.service.archive.verify import Verifier
from verger.service.archive.verify_database import verify_session
from verger.service.database.pool import Database
from verger.service.log.feed import LOOKED_THROUGH
from verger.service.log.store import Store

SESSIONS = 6_000
GROWING = (
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"
    " AND (relkind IN ('r', 'p') AND reltuples >= 5000 OR relispartition)"
)

HOURLY = "WHERE l.cursor >"
"""A part of the statement that deletes old deliveries once an hour. It may read a whole table."""


class Asked(NamedTuple):
    """The plans of all statements that a server sent to its database, and the names of the large tables."""

    url: str
    plans: list[Plan]
    growing: frozenset[str]


@pytest.fixture(scope="module")
def asked(postgres_url: str) -> Iterator[Asked]:
    with explaining_server() as database, fresh_database(postgres_url) as elsewhere:
        with serving(database.url) as server:
            table = played(server.http, "Ann", "Bo")
        run(grow(database.url, UUID(table.session), SESSIONS))
        stated(database.url)
        execute(database.url, "ANALYZE")
        growing = frozenset(execute(database.url, GROWING).split())
        # The first read of all older events may take any plan, so it happens before the measurement.
        execute(database.url, "SELECT read_for_webhooks(1000000)")
        execute(database.url, "VACUUM ANALYZE")
        since = database.mark()
        with (
            serving(database.url, quicker=QUICK, **WANTED) as server,
            serving(elsewhere) as other,
        ):
            Captures(server, other, database.url).all()
        yield Asked(database.url, database.plans(since), growing)


def test_every_table_that_grows_has_grown(asked: Asked) -> None:
    grown = {
        "events",
        "tokens",
        "token_seats",
        "claims",
        "requests",
        "deadlines",
        "listings",
        "stated_heads",
        "stated_nodes",
    }
    assert grown | {"webhooks", "webhook_logs", "deliveries"} <= asked.growing


async def test_copies_of_a_session_verify(asked: Asked) -> None:
    database = Database(asked.url, 2)
    await database.open()
    store = Store(database)
    # The generated copies have invented deadlines and lobby entries, which would not verify.
    copies = execute(asked.url, "SELECT session FROM listings ORDER BY session LIMIT 3").split()
    execute(asked.url, "TRUNCATE deadlines, open_sessions")
    try:
        for session in map(UUID, copies):
            found = await verify_session(database, store, session, lambda _: None)
            assert isinstance(found, Verifier)
            assert found.version == await store.head(session) > 1
    finally:
        await database.close()


def test_no_statement_reads_a_table_that_grows_from_end_to_end(asked: Asked) -> None:
    assert len({plan.statement for plan in asked.plans}) > 150
    wrong = {one.statement for one in asked.plans if one.scanned(asked.growing)}
    assert sorted(one for one in wrong if HOURLY not in one) == []


def test_no_statement_reads_more_than_it_is_asked_for(asked: Asked) -> None:
    most = max(asked.plans, key=lambda plan: plan.rows)
    assert most.rows <= 2 * LOOKED_THROUGH, most
