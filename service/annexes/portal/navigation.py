"""The order of the portal: a newcomer's questions, one after the other."""

from collections.abc import Iterator, Mapping

from verger.domain.games.rulesets import RULESETS

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "Start": ("", "players", "quick-start", "tutorial", "concepts"),
    "Build a client": (
        "tokens",
        "lost-token",
        "moves",
        "questions",
        "versions",
        "streams",
        "python",
        "typescript",
        "bot",
        "watching",
        "pictures",
        "lobby",
        "apps",
        "feed",
        "webhooks",
        "errors",
        "problems",
        "limits",
        "http",
        "reference",
    ),
    "Games": (
        "games",
        "rulesets",
        *(path for name in RULESETS for path in (name, f"rulesets/{name}")),
        "own-ruleset",
    ),
    "Work with the log": (
        "viewer",
        "replay",
        "history",
        "story",
        "disputes",
        "auditing",
        "suspicion",
        "dice",
        "notes",
        "redaction",
        "hash-chain",
        "statements",
        "archive",
        "end-of-life",
    ),
    "Run a server": (
        "self-hosting",
        "deploying",
        "kubernetes",
        "high-availability",
        "lost-events",
        "metrics",
        "cells",
        "performance",
    ),
    "Compatibility, trust and decisions": (
        "compatibility",
        "threat-model",
        "changelog",
        "decisions",
    ),
}
"""The pages by section; pages below one of them, such as a problem's, are linked from it."""

BELOW = {"stories": "story", **{f"readings/{name}": name for name in RULESETS}}
"""Pages and folders of pages that belong to a page, by whose name they do not begin."""


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
