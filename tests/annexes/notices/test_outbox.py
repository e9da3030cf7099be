"""The outbox (the tables of webhooks and deliveries): leases, cursors, and how long rows are kept."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import pytest

from tests.support.client import Player, played
from tests.support.postgres import somebody_waits
from tests.support.server import serving
from verger.domain.core.identifier import SeatId
from verger.projections.session import NowView
from verger.service.annexes.notices import outbox
from verger.service.annexes.notices.maker import DeliveryMaker, FindQuestions, delivery_id
from verger.service.annexes.notices.outbox import Outbox
from verger.service.annexes.notices.question import LogCursor, OpenQuestions, OwnMove
from verger.service.annexes.notices.registry import Owner, WebhookUpdate, register
from verger.service.annexes.notices.share import Shares
from verger.service.database.pool import Database
from verger.service.identity.identity import issue, seat_token
from verger.service.play.losses import Loss, Losses


@pytest.fixture(scope="module")
def ann(database: str) -> Player:
    """Return a player of a session with five events. The server has stopped."""
    with serving(database) as server:
        found = played(server.http, "Ann")["Ann"]
        while found.draws_a_line("Spiders.")["version"] < 5:
            pass
    return found


@pytest.fixture
async def webhook(own: Database, ann: Player) -> AsyncIterator[UUID]:
    """Yield the id of a webhook that has read none of the session's events."""
    id, wanted = uuid4(), WebhookUpdate("https://example.org/", description="")
    async with own.connection() as connection:
        await register(connection, Owner(UUID(ann.session), (ann.seat,)), id, wanted)
        await connection.execute("UPDATE webhook_logs SET cursor = 0 WHERE webhook = $1", id)
        await connection.execute("UPDATE webhook_reading SET place = 0")
    yield id
    await own.row("DELETE FROM webhooks WHERE id = $1", id)


async def _nothing(log: LogCursor, version: int) -> OpenQuestions:
    raise AssertionError("a webhook that receives every event needs no questions")


async def _nobody(session: UUID, version: int) -> NowView | None:
    raise AssertionError("every log can be read")


def maker(own: Database, find_questions: FindQuestions = _nothing) -> DeliveryMaker:
    return DeliveryMaker(own, find_questions, _nobody)


async def versions(own: Database) -> list[int]:
    rows = await own.rows("SELECT version FROM deliveries ORDER BY version")
    return [row["version"] for row in rows]


async def test_a_cursor_that_another_process_moved_is_not_moved_back(
    own: Database, webhook: UUID
) -> None:
    async def moves(log: LogCursor, version: int) -> OpenQuestions:
        await own.row("UPDATE webhook_logs SET cursor = 3 WHERE webhook = $1", webhook)
        return OpenQuestions(b"a question", is_new=True)

    box = Outbox(own)
    await own.row("UPDATE webhooks SET awaits_me = true")
    (claimed,) = await box.poll(Shares())
    await maker(own, moves).make_deliveries(claimed)
    assert await versions(own) == []
    await own.row("UPDATE webhooks SET awaits_me = false")
    await box.release([claimed])
    (claimed,) = await box.poll(Shares())
    await maker(own).make_deliveries(claimed)
    assert await versions(own) == [4, 5]


async def test_the_moves_of_a_seat_are_found_between_two_versions(
    own: Database, ann: Player
) -> None:
    box, session = Outbox(own), UUID(ann.session)
    found = await box.own_moves(session, ["s1", "s2"], after=1, until=4)
    assert found == [OwnMove(version, version, "s1") for version in (4, 3, 2)]
    assert await box.own_moves(session, ["s2"], after=0, until=5) == []


async def test_another_event_of_a_version_is_another_delivery(
    own: Database, webhook: UUID, ann: Player
) -> None:
    id = delivery_id(webhook, 5, b"one")
    assert id == delivery_id(webhook, 5, b"one") != delivery_id(webhook, 5, b"two")


async def test_a_webhook_with_a_cursor_after_the_end_of_a_log_that_lost_events_receives_the_next_event(
    own: Database, webhook: UUID, ann: Player
) -> None:
    session, box = UUID(ann.session), Outbox(own)
    (claimed,) = await box.poll(Shares())
    await maker(own).make_deliveries(claimed)
    await own.row("UPDATE deliveries SET state = 'delivered', next_at = NULL WHERE version < 4")
    await Losses(own).record(Loss(session, 7, bytes(32), 3), 5)
    assert await versions(own) == [1, 2, 3, 4, 5]
    await own.row("UPDATE webhook_logs SET cursor = 7 WHERE webhook = $1", webhook)
    await Losses(own).record(Loss(session, 7, bytes(32), 3), 4)
    assert await versions(own) == [1, 2, 3]
    await box.release([claimed])
    await box.poll(Shares())
    assert await own.value("SELECT cursor FROM webhook_logs") == 3


async def test_reading_the_feed_waits_for_no_unknown_log(
    own: Database, webhook: UUID, ann: Player
) -> None:
    """A maker of deliveries locks sessions in their order. Here it has locked the new session, and then locks the moved one."""
    new, moved = UUID(int=1), UUID(ann.session)
    known = "UPDATE webhook_logs SET head = 0 WHERE session = $1"
    add = "INSERT INTO webhook_logs (webhook, session, cursor) VALUES ($1, $2, 0)"
    hold = "SELECT FROM webhook_logs WHERE session = $1 FOR NO KEY UPDATE"
    read, heads = "SELECT read_for_webhooks(100)", "SELECT head FROM webhook_logs ORDER BY session"
    await own.row(read)
    await own.row(known, moved)
    await own.row("UPDATE webhook_reading SET place = 0")
    await own.row(add, webhook, new)
    async with own.connection() as maker, maker.transaction():
        await maker.execute(hold, new)
        await own.row(read)
        await maker.execute(hold, moved)
    assert [row["head"] for row in await own.rows(heads)] == [None, 5]
    await own.row(read)
    assert [row["head"] for row in await own.rows(heads)] == [0, 5]


async def test_finished_deliveries_are_kept_for_a_number_of_versions(
    own: Database, webhook: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Outbox(own)
    monkeypatch.setattr(outbox, "KEPT_DELIVERIES", 2)
    (claimed,) = await box.poll(Shares())
    await maker(own).make_deliveries(claimed)
    await box.clean()
    assert await versions(own) == [1, 2, 3, 4, 5]
    await own.row("UPDATE deliveries SET state = 'delivered', next_at = NULL WHERE version <> 2")
    await box.clean()
    assert await versions(own) == [2, 4, 5]


async def test_taking_a_seat_waits_for_the_deletion_of_a_webhook_of_the_token(
    own: Database, ann: Player
) -> None:
    token, id = uuid4(), uuid4()
    async with own.connection() as one, own.connection() as two:
        await issue(one, token, str(token), "a phone")
        wanted = WebhookUpdate("https://example.org/", description="")
        await register(one, Owner(None, (), token), id, wanted)
        async with one.transaction():
            await one.execute("DELETE FROM webhooks WHERE id = $1", id)
            taking = asyncio.create_task(seat_token(two, token, UUID(ann.session), SeatId("s1")))
            await somebody_waits(one)
        await taking
    assert await own.rows("SELECT FROM webhook_logs WHERE webhook = $1", id) == []
