"""Examples of webhooks: a bot of Bo's is told of a session's events."""

from typing import Any

from tests.captures.capture import Capture
from tests.support.client import Player
from tests.support.receiver import Hook, receiving

KEY = {"Idempotency-Key": "example-key-of-bo-0002"}


def capture(kept: Capture, bo: Player) -> None:
    """Register a webhook, have it told of something, and look at what was sent."""
    with receiving() as receiver:
        hook = _registered(kept, bo, receiver.url)
        _told(kept, hook)
        _changed(kept, hook)


def _registered(kept: Capture, bo: Player, url: str) -> Hook:
    path = f"{bo.home}/webhooks"
    body = {"url": url, "description": "Tells Bo's bot.", "types": ["add_limit", "propose"]}
    made = kept.ask("A bot is to be told of two types", bo, "POST", path, json=body, headers=KEY)
    hook = Hook(bo, made)
    kept.ask("The webhooks of Bo's seat", bo, "GET", path)
    kept.ask("One of them", bo, "GET", hook.home)
    return hook


def _told(kept: Capture, hook: Hook) -> None:
    by, home = hook.player, hook.home
    kept.ask("Is anybody there?", by, "POST", f"{home}/ping", headers=KEY)
    (ping,) = hook.settled(1)
    kept.ask("What was sent", by, "GET", f"{home}/deliveries")
    path = f"{home}/deliveries/{ping['id']}"
    kept.ask("One delivery and its attempts", by, "GET", path)
    kept.ask("The bot was not listening", by, "POST", f"{path}/redeliver", headers=KEY)
    hook.tried(2)


def _changed(kept: Capture, hook: Hook) -> None:
    by, home = hook.player, hook.home
    change: dict[str, Any] = {"types": ["propose"], "enabled": False}
    kept.ask("Fewer types, and a pause", by, "PATCH", home, json=change)
    kept.refused("There is no such type", by, "PATCH", home, json={"types": ["dance"]})
    kept.ask("Another signing secret", by, "POST", f"{home}/secret", headers=KEY)
    kept.ask("It is wanted no more", by, "DELETE", home)
