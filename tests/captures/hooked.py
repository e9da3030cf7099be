"""The requests that are answered with problems of webhooks."""

from typing import Any

import httpx

from service.webhook.registry import LIMIT
from tests.captures.desk import NOBODY, Desk, Scripts
from tests.support.receiver import Hook, hooked

URL = "https://93.184.215.14/verger"
NEW: dict[str, Any] = {"url": URL, "description": "Tells the bot.", "types": ["redact"]}

SCRIPTS = Scripts()


def hook(desk: Desk) -> Hook:
    """A webhook to which nothing is ever sent."""
    return hooked(desk.table()["Ann"], URL, types=["redact"])


@SCRIPTS.provokes("no_such_webhook")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.ask("GET", f"{ann.home}/webhooks/{NOBODY}")


@SCRIPTS.provokes("no_such_delivery")
def _(desk: Desk) -> httpx.Response:
    made = hook(desk)
    return made.player.ask("POST", f"{made.home}/deliveries/{NOBODY}/redeliver")


@SCRIPTS.provokes("too_many_webhooks")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    for _ in range(LIMIT):
        hooked(ann, URL, types=["redact"])
    return ann.post(f"{ann.home}/webhooks", NEW)


@SCRIPTS.provokes("webhook_disabled")
def _(desk: Desk) -> httpx.Response:
    made = hook(desk)
    made.change(enabled=False)
    return made.player.ask("POST", f"{made.home}/ping")


@SCRIPTS.provokes("target_refused")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.post(f"{ann.home}/webhooks", NEW | {"url": "https://192.168.1.20/verger"})


@SCRIPTS.provokes("unknown_event_type")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.post(f"{ann.home}/webhooks", NEW | {"types": ["declare", "defenestrate"]})
