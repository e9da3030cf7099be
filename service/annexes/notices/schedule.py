"""The times of the attempts at a delivery."""

import random
from collections.abc import Callable, Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime

DELAYS = (0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
"""Seconds before each attempt: the schedule of the specification, three days in all."""
JITTER = 0.1
"""The random share of a delay, so that deliveries that failed together are not repeated together."""
REST_SECONDS = 5.0
"""The pause of a webhook after a failure, unless its answer asks for a longer one."""
REST_LIMIT = 3_600.0
"""The longest pause that the `Retry-After` of an answer can ask for, in seconds."""
BUSY = frozenset({429, 502, 503, 504})
"""The statuses of a receiver that is overloaded."""


def delay(tries: int, chance: Callable[[], float] = random.random) -> float | None:
    """Return the seconds until the next attempt, or None if there are no more attempts."""
    if tries >= len(DELAYS):
        return None
    return DELAYS[tries] * (1 + JITTER * (2 * chance() - 1))


def rest(status: int | None, headers: Mapping[str, str], now: datetime) -> float:
    """Return the seconds that a webhook rests after a failure."""
    asked = _seconds(headers.get("retry-after", ""), now) if status in BUSY else 0.0
    return min(max(REST_SECONDS, asked), max(REST_SECONDS, REST_LIMIT))


def _seconds(retry_after: str, now: datetime) -> float:
    """Return the seconds that a Retry-After asks for (RFC 9110, 10.2.3), or 0 if it cannot be read."""
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after[:9])
    try:
        return (parsedate_to_datetime(retry_after) - now).total_seconds()
    except (ValueError, TypeError):
        return 0.0
