"""The order of the portal: start pages, then tutorials, how-to guides, reference and explanation."""

from collections.abc import Iterator, Mapping

from verger.domain.games.rulesets import RULESETS
from verger.service.root import ROOT


def _how_to(*names: str) -> tuple[str, ...]:
    """Return the pages of these names that docs/how-to has."""
    folder = ROOT / "docs" / "how-to"
    return tuple(f"how-to/{name}" for name in names if (folder / f"{name}.md").is_file())


SECTIONS: Mapping[str, tuple[str, ...]] = {
    "Start": ("", "start/player", "start/developer", "start/auditor", "start/operator"),
    "Tutorials": ("quick-start", "tutorial", "auditing", "own-ruleset"),
    "How-to: play": (
        "players",
        *_how_to(
            "undo-the-last-move",
            "undo-a-move-from-ten-moves-ago",
            "dispute-a-ruling",
            "get-back-in-after-losing-a-token",
        ),
        "lost-token",
        "notes",
        "viewer",
    ),
    "How-to: build a client": (
        *_how_to(
            "find-out-whose-turn-is-next",
            "retry-a-request-safely",
            "find-out-why-a-move-was-refused",
            "make-a-bot",
            "subscribe-from-a-browser",
            "draw-the-network",
            "read-the-state-at-a-version",
            "fork-a-session-at-a-version",
            "ask-a-what-if-question",
        ),
        "questions",
        "bot",
        "watching",
        "webhooks",
        "apps",
    ),
    "How-to: check a log": (
        *_how_to("prove-that-nobody-changed-the-log", "verify-the-dice"),
        "suspicion",
    ),
    "How-to: run a server": (
        *_how_to(
            "back-up-and-restore",
            "upgrade-the-server",
            "run-behind-a-proxy",
            "monitor-the-server",
            "redact-a-text",
        ),
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
    "Reference: server": ("self-hosting", "metrics"),
    "Explanation": ("dice", "threat-model", "performance", "cells", "decisions"),
}
"""The pages by kind and subject. Pages below one of them, such as a problem's, are linked from it."""

BELOW = {"stories": "story", **{f"readings/{name}": name for name in RULESETS}}
"""Pages and folders that belong to a page, although their names do not begin with its name."""


def order() -> Iterator[str]:
    """Every page of the navigation, in order."""
    for paths in SECTIONS.values():
        yield from paths


def nearest(path: str) -> str | None:
    """The page of the navigation that a page is, or is below."""
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
