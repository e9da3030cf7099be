"""How long tests wait for what comes soon: on a machine that is busy with others, too."""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE_SECONDS = 120.0
"""What takes longer never comes: nothing that is waited for is slow on an idle machine."""
AGAIN_SECONDS = 0.02

Found = TypeVar("Found")


def until(look: Callable[[], Found], holds: Callable[[Found], object] = bool) -> Found:
    """Look again and again until something holds of what is found; what that is."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds(found := look()):
        assert time.monotonic() < end, found
        time.sleep(AGAIN_SECONDS)
    return found
