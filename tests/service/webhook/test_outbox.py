"""The outbox's own promises: what a lease and a cursor hold off, and what is kept how long."""

from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import pytest

from domain.core.identifier import SeatId
from service.database.pool import Database
from service.keyring import Keyring
from service.play.losses import Loss, Losses
from service.webhook import outbox
from service.webhook.outbox import LeasedWebhook, Outbox
from service.webhook.registry import Change, register
from tests.support.client import Player, played
from tests.support.server import serving


@pytest.fixture(scope="module")
def ann(database: str) -> Player:
    """Give somebody whose session has five events, and no server."""
    with serving(database) as server:
        found = played(server.http, "Ann")["Ann"]
        while found.draws_a_line("Spiders.")["version"] < 5:
            pass
    return found


@pytest.fixture
async def own(database: str) -> AsyncIterator[Database]:
    own = Database(database, 2)
    await own.open()
    yield own
    await own.close()


@pytest.fixture
async def webhook(own: Database, ann: Player) -> AsyncIterator[UUID]:
    """Give a webhook from before the session's first event."""
    id, wanted = uuid4(), Change("https://example.org/", description="")
    async with own.connection() as connection:
        await register(connection, UUID(ann.session), id, SeatId(ann.seat), wanted)
        await connection.execute("UPDATE webhooks SET cursor = 0 WHERE id = $1", id)
    yield id
    await own.row("DELETE FROM webhooks WHERE id = $1", id)


async def _nothing(claimed: LeasedWebhook, version: int) -> bytes:
    raise AssertionError("nobody asks who is told of everything")


async def versions(own: Database) -> list[int]:
    rows = await own.rows("SELECT version FROM deliveries ORDER BY version")
    return [row[0] for row in rows]


async def test_a_cursor_that_was_moved_meanwhile_is_not_moved_back(
    own: Database, webhook: UUID
) -> None:
    box = Outbox(own, Keyring(()))
    (claimed,) = await box.claim(10, None)
    await own.row("UPDATE webhooks SET cursor = 3 WHERE id = $1", webhook)
    await box.spread(claimed, _nothing)
    assert await versions(own) == []
    await box.release([claimed.lease])
    (claimed,) = await box.claim(10, None)
    await box.spread(claimed, _nothing)
    assert await versions(own) == [4, 5]


async def test_another_event_of_a_version_is_another_delivery(
    own: Database, webhook: UUID, ann: Player
) -> None:
    id = outbox.delivery_id(webhook, 5, b"one")
    assert id == outbox.delivery_id(webhook, 5, b"one") != outbox.delivery_id(webhook, 5, b"two")


async def test_a_webhook_that_is_beyond_a_log_gone_back_is_told_what_comes_next(
    own: Database, webhook: UUID, ann: Player
) -> None:
    session, box = UUID(ann.session), Outbox(own, Keyring(()))
    (claimed,) = await box.claim(10, None)
    await box.spread(claimed, _nothing)
    await own.row("UPDATE deliveries SET state = 'delivered', next_at = NULL WHERE version < 4")
    await Losses(own).record(Loss(session, 7, bytes(32), 3), 5)
    assert await versions(own) == [1, 2, 3, 4, 5]
    await own.row("UPDATE webhooks SET cursor = 7 WHERE id = $1", webhook)
    await Losses(own).record(Loss(session, 7, bytes(32), 3), 4)
    assert await versions(own) == [1, 2, 3]
    await box.release([claimed.lease])
    (claimed,) = await box.claim(10, None)
    assert claimed.cursor == 3


async def test_what_is_over_is_kept_for_so_many_versions(
    own: Database, webhook: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Outbox(own, Keyring(()))
    monkeypatch.setattr(outbox, "KEPT_DELIVERIES", 2)
    (claimed,) = await box.claim(10, None)
    await box.spread(claimed, _nothing)
    await box.clean()
    assert await versions(own) == [1, 2, 3, 4, 5]
    await own.row("UPDATE deliveries SET state = 'delivered', next_at = NULL WHERE version <> 2")
    await box.clean()
    assert await versions(own) == [2, 4, 5]
