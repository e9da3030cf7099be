"""The stored type of a delivery decides which kind of message is sent."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
import pytest

from verger.domain.games.rulesets import RULESETS
from verger.service.annexes.notices.delivery import due_delivery
from verger.service.annexes.notices.message import ASKED, DIGEST, PING
from verger.service.annexes.notices.webhook_desk import event_types

DELIVERY, WEBHOOK, SESSION = (UUID(int=number) for number in (1, 2, 3))
AT = datetime(2026, 1, 1, 19, 30, tzinfo=UTC)
GATHERED = {
    "session": str(SESSION),
    "events": 10,
    "version": 12,
    "awaits_me": True,
    "link": f"/v1/sessions/{SESSION}/events?after=2",
}


def row(**columns: Any) -> dict[str, Any]:
    """Return a database row with a seat's webhook and a delivery; `columns` override single values."""
    empty = dict.fromkeys(("session", "version", "gathered", "p256dh", "auth"))
    webhook = {"webhook": WEBHOOK, "webhook_session": SESSION, "form": "standard", "url": "/"}
    delivery = {"id": DELIVERY, "topic": SESSION, "at": AT, "tries": 0, "has_failed": True}
    return empty | webhook | delivery | columns


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            {"type": "declare", "session": SESSION, "version": 12},
            {
                "type": "session.moved",
                "data": {
                    "session": str(SESSION),
                    "version": 12,
                    "type": "declare",
                    "link": f"/v1/sessions/{SESSION}/events/12",
                },
            },
        ),
        (
            {"type": DIGEST, "gathered": msgspec.json.encode([GATHERED]).decode()},
            {"type": "sessions.moved", "data": {"sessions": [GATHERED]}},
        ),
        (
            {"type": ASKED, "session": SESSION},
            {
                "type": "seat.asked",
                "data": {"session": str(SESSION), "link": f"/v1/sessions/{SESSION}/listing"},
            },
        ),
        (
            {"type": PING},
            {
                "type": "webhook.ping",
                "data": {"session": str(SESSION), "webhook": str(WEBHOOK)},
            },
        ),
    ],
)
def test_a_stored_type_gives_its_message(columns: dict[str, Any], message: dict[str, Any]) -> None:
    delivery = due_delivery(row(**columns))
    shown = msgspec.json.decode(msgspec.json.encode(delivery.payload("")))
    assert shown == message | {"timestamp": AT.isoformat().replace("+00:00", "Z")}
    assert delivery.is_retried == (columns["type"] != PING)


def test_no_event_of_a_game_has_the_type_of_another_message() -> None:
    events = set[str]().union(*map(event_types, RULESETS.values()))
    assert events.isdisjoint({PING, DIGEST, ASKED})
