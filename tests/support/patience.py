"""The time that tests wait for an expected event, also on a busy machine."""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE_SECONDS = 60.0
"""A timeout that only a fault reaches: on an idle machine, every expected event comes quickly."""
AGAIN_SECONDS = 0.02

Found = TypeVar("Found")


def until(look: Callable[[], Found], holds: Callable[[Found], object] = bool) -> Found:
    """Poll until a condition holds for the result, and return the result."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds(found := look()):
        assert time.monotonic() < end, found
        time.sleep(AGAIN_SECONDS)
    return found
