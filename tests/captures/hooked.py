"""Requests about webhooks that the server refuses. No delivery is sent, because nothing happens at their tables."""

from uuid import uuid4

import httpx

from tests.captures.desk import NOBODY, Desk, Scripts, of_any
from tests.support.client import Json, Player, of

SCRIPTS = Scripts()

REGISTRATIONS = 10
"""How many webhooks a seat may have."""

# A public address that needs no DNS lookup.
URL = "https://1.1.1.1/verger"


def register(player: Player, url: str = URL, *types: str) -> httpx.Response:
    """Try to register a webhook."""
    body = {"url": url, "description": "A scoreboard.", "types": types}
    return player.post(f"{player.home}/webhooks", body)


@SCRIPTS.provokes("no_such_webhook")
def _(desk: Desk) -> httpx.Response:
    bo = desk.table()["Bo"]
    return of_any(bo.get(f"{bo.home}/webhooks/{NOBODY}"))


@SCRIPTS.provokes("no_such_delivery")
def _(desk: Desk) -> httpx.Response:
    bo = desk.table()["Bo"]
    hook: Json = of(register(bo), 201)
    return of_any(bo.get(f"{bo.home}/webhooks/{hook['id']}/deliveries/{uuid4()}"))


@SCRIPTS.provokes("too_many_webhooks")
def _(desk: Desk) -> httpx.Response:
    bo = desk.table()["Bo"]
    for _ in range(REGISTRATIONS):
        of(register(bo), 201)
    return register(bo)


@SCRIPTS.provokes("webhook_disabled")
def _(desk: Desk) -> httpx.Response:
    bo = desk.table()["Bo"]
    hook: Json = of(register(bo), 201)
    home = f"{bo.home}/webhooks/{hook['id']}"
    of(bo.ask("PATCH", home, json={"enabled": False}), 200)
    return bo.ask("POST", f"{home}/ping")


@SCRIPTS.provokes("target_refused")
def _(desk: Desk) -> httpx.Response:
    return register(desk.table()["Bo"], "https://10.0.0.7/verger")


@SCRIPTS.provokes("unknown_event_type")
def _(desk: Desk) -> httpx.Response:
    return register(desk.table()["Bo"], URL, "declare", "win")
