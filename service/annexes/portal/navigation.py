"""The order of the portal: start pages, then tutorials, how-to guides, reference and explanation."""

from collections.abc import Iterator, Mapping

from verger.domain.games.rulesets import RULESETS

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "Start": ("", "start/player", "start/developer", "start/auditor", "start/operator"),
    "Tutorials": ("quick-start", "tutorial", "auditing", "own-ruleset"),
    "How-to: play": (
        "players",
        "how-to/undo-the-last-move",
        "how-to/undo-a-move-from-ten-moves-ago",
        "how-to/dispute-a-ruling",
        "how-to/get-back-in-after-losing-a-token",
        "lost-token",
        "notes",
        "viewer",
    ),
    "How-to: build a client": (
        "how-to/find-out-whose-turn-is-next",
        "how-to/retry-a-request-safely",
        "how-to/find-out-why-a-move-was-refused",
        "how-to/make-a-bot",
        "how-to/subscribe-from-a-browser",
        "how-to/draw-the-network",
        "how-to/read-the-state-at-a-version",
        "how-to/fork-a-session-at-a-version",
        "how-to/ask-a-what-if-question",
        "questions",
        "bot",
        "watching",
        "webhooks",
        "apps",
    ),
    "How-to: check a log": (
        "how-to/prove-that-nobody-changed-the-log",
        "how-to/verify-the-dice",
        "suspicion",
    ),
    "How-to: run a server": (
        "how-to/run-under-systemd",
        "how-to/back-up-and-restore",
        "how-to/upgrade-the-server",
        "how-to/run-behind-a-proxy",
        "how-to/monitor-the-server",
        "how-to/find-a-refused-move-in-the-log",
        "how-to/redact-a-text",
        "how-to/stop-a-flood-of-sessions",
        "moderation",
        "deploying",
        "kubernetes",
        "high-availability",
        "lost-events",
        "redaction",
        "end-of-life",
    ),
    "Reference: API": (
        "concepts",
        "reference",
        "tokens",
        "moves",
        "versions",
        "streams",
        "feed",
        "lobby",
        "pictures",
        "errors",
        "problems",
        "limits",
        "http",
        "python",
        "typescript",
        "compatibility",
        "changelog",
    ),
    "Reference: log": (
        "replay",
        "history",
        "story",
        "disputes",
        "hash-chain",
        "statements",
        "archive",
    ),
    "Reference: games": (
        "games",
        "rulesets",
        *(path for name in RULESETS for path in (name, f"rulesets/{name}")),
    ),
    "Reference: server": ("self-hosting", "settings", "growth", "metrics", "alerts", "log-events"),
    "Explanation": ("dice", "threat-model", "performance", "cells", "decisions"),
}
"""The pages by kind and subject. Pages below one of them, such as a problem's, are linked from it."""

BELOW = {"stories": "story", **{f"readings/{name}": name for name in RULESETS}}
"""Pages and folders that belong to a page, although their names do not begin with its name."""


def order() -> Iterator[str]:
    """Yield the path of every page in the navigation, in order."""
    for paths in SECTIONS.values():
        yield from paths


def nearest(path: str) -> str | None:
    """Return the nearest page in the navigation: this page, or the page that it is below."""
    known = set(order())
    while path not in known:
        if path in BELOW:
            return BELOW[path]
        path, slash, _ = path.rpartition("/")
        if not slash:
            return None
    return path


def section(path: str) -> str:
    """Return the section of a page, or an empty text for a page that is in none."""
    at = nearest(path)
    return next((title for title, paths in SECTIONS.items() if at in paths), "")
