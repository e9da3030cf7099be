"""With many webhooks, the search for new deliveries still reads only necessary rows, and it misses no event."""

from asyncio import run
from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple
from uuid import UUID, uuid4

import asyncpg
import pytest

from bench.grown import grow
from tests.service.log.test_store import after, log_of
from tests.support.client import played
from tests.support.plans import ExplainingServer, Plan, explaining_server
from tests.support.postgres import execute
from tests.support.server import serving
from verger.service.annexes.notices import outbox
from verger.service.annexes.notices.outbox import Outbox
from verger.service.annexes.notices.registry import Owner, WebhookUpdate, register
from verger.service.annexes.notices.share import Shares
from verger.service.database.pool import Database
from verger.service.log.insert import insert
from verger.service.log.store import Store

SESSIONS, EACH = 200, 100
TABLES = ("webhooks", "webhook_logs", "deliveries", "events")


class Grown(NamedTuple):
    """A server with 20,000 webhooks, and a session."""

    server: ExplainingServer
    session: UUID


@pytest.fixture(scope="module")
def grown() -> Iterator[Grown]:
    with explaining_server() as server:
        with serving(server.url) as running:
            session = UUID(played(running.http, "Ann").session)
        run(grow(server.url, session, SESSIONS, EACH))
        yield Grown(server, session)


@pytest.fixture
async def own(grown: Grown) -> AsyncIterator[Database]:
    own = Database(grown.server.url, 2)
    await own.open()
    await Outbox(own).poll(Shares())
    execute(grown.server.url, "VACUUM ANALYZE")
    yield own
    await own.row("DELETE FROM webhooks WHERE description = 'the one'")
    await own.close()


@pytest.fixture
async def webhook(own: Database, grown: Grown) -> UUID:
    """Register a webhook that has no new events to send, and return its id."""
    id, wanted = uuid4(), WebhookUpdate("https://example.org/", description="the one")
    async with own.connection() as connection:
        await register(connection, Owner(grown.session, ("s1",)), id, wanted)
    return id


async def polled(own: Database) -> list[UUID]:
    box = Outbox(own)
    claimed = await box.poll(Shares())
    await box.release(claimed)
    return [one.id for one in claimed]


async def looks(own: Database, server: ExplainingServer) -> list[Plan]:
    """Search seven times, because PostgreSQL then keeps the plan. Return the plans of the last search."""
    for _ in range(6):
        await polled(own)
    since = server.mark()
    await polled(own)
    await Outbox(own).count_due()
    return server.plans(since)


async def test_a_search_without_new_events_reads_no_webhook(own: Database, grown: Grown) -> None:
    plans = await looks(own, grown.server)
    assert any("read_for_webhooks" in plan.statement for plan in plans)
    assert [plan.statement for plan in plans if plan.scanned(TABLES)] == []
    assert sum(plan.rows for plan in plans) < 20


async def test_a_search_reads_only_webhooks_with_new_events(
    own: Database, grown: Grown, webhook: UUID
) -> None:
    assert await polled(own) == []
    await own.row("UPDATE webhook_logs SET cursor = 0 WHERE webhook = $1", webhook)
    plans = await looks(own, grown.server)
    assert [plan.statement for plan in plans if plan.scanned(TABLES)] == []
    assert 0 < sum(plan.rows for plan in plans) < 40
    assert await polled(own) == [webhook]


async def test_events_from_before_a_webhook_was_seen_are_found(
    own: Database, webhook: UUID
) -> None:
    await own.row("UPDATE webhook_logs SET cursor = 0 WHERE webhook = $1", webhook)
    assert await polled(own) == [webhook]


async def test_an_event_of_a_transaction_that_ends_later_than_others_is_found(
    own: Database, webhook: UUID, grown: Grown
) -> None:
    assert await polled(own) == []
    newest = (await Store(own).read(grown.session, 0, 1_000))[-1]
    late = await asyncpg.connect(grown.server.url)
    try:
        async with late.transaction():
            await insert(late, [after(newest.hash, grown.session, newest.version + 1)])
            async with own.connection() as connection:
                await insert(connection, log_of(uuid4(), "{}"))
            await polled(own)
    finally:
        await late.close()
    assert webhook in await polled(own)


async def test_every_log_is_searched_if_places_have_lost_their_meaning(
    own: Database, webhook: UUID
) -> None:
    assert await polled(own) == []
    await own.row("UPDATE webhook_logs SET cursor = 0, head = 0 WHERE webhook = $1", webhook)
    assert await polled(own) == []
    await own.row("UPDATE webhook_reading SET history = 'another'")
    assert await polled(own) == [webhook]


async def test_every_log_is_searched_if_too_many_events_have_come(
    own: Database, webhook: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await polled(own) == []
    await own.row("UPDATE webhook_logs SET cursor = 0, head = 0 WHERE webhook = $1", webhook)
    monkeypatch.setattr(outbox, "READ_AHEAD", 0)
    await own.row("UPDATE webhook_reading SET place = 0")
    assert await polled(own) == [webhook]
