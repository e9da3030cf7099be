"""A point of a report: a headline with its text."""

from collections.abc import Iterable
from typing import NamedTuple


class ReportPoint(NamedTuple):
    """An item of a list in a report, such as a proved fact or a next step."""

    head: str
    more: str
    command: str = ""
    lines: tuple[str, ...] = ()
    """Further paragraphs."""


def apart(text: str) -> str:
    """Return a person's text, isolated so that it does not reorder our sentence (Unicode)."""
    return f"\u2068{text}\u2069"


def said(text: str) -> str:
    """Return a person's text in quotation marks."""
    return f"“{apart(text)}”"


def events(count: int) -> str:
    """Describe a number of events for a sentence."""
    return "1 event" if count == 1 else f"{count:,} events"


def at_events(versions: Iterable[int]) -> str:
    """Name events by their numbers: `event 4`, or `events 4, 7`."""
    numbers = [f"{version:,}" for version in versions]
    return f"event{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"
