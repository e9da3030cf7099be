"""The waits between repeated requests."""

from random import random
from time import monotonic

FIRST_SECONDS = 0.2
MOST_SECONDS = 15.0
MOST_ASKED_SECONDS = 86_400.0
"""The longest pause that a server can ask for: one day."""


class Pauses:
    """Waits that double up to a limit. A random part is subtracted, so that clients do not all return at once."""

    def __init__(self) -> None:
        self._next = FIRST_SECONDS

    def next(self, asked: float | None = None) -> float:
        """Return the seconds to wait now. `asked` has the seconds that the server asked for."""
        pause, self._next = self._next, min(self._next * 2, MOST_SECONDS)
        return min(asked, MOST_ASKED_SECONDS) if asked is not None else pause * (1 - random() / 2)  # noqa: S311

    def begin_again(self) -> None:
        """Begin with a short wait again. Call this after a success."""
        self._next = FIRST_SECONDS


class Budget:
    """The time that is left for repeating a request."""

    def __init__(self, seconds: float) -> None:
        self._until = monotonic() + seconds
        self._pauses = Pauses()

    def pause(self, asked: float | None = None) -> float | None:
        """Return the seconds to wait before the next try, or None if the time would be over."""
        wait = self._pauses.next(asked)
        return wait if monotonic() + wait <= self._until else None
