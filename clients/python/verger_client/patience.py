"""How long to wait before asking again."""

from random import random
from time import monotonic

FIRST_SECONDS = 0.2
MOST_SECONDS = 15.0


class Pauses:
    """Waits that double up to a bound, each a little shorter at random: not all come back at once."""

    def __init__(self) -> None:
        self._next = FIRST_SECONDS

    def next(self, asked: float | None = None) -> float:
        """The seconds to wait now; `asked` is what the server said."""
        pause, self._next = self._next, min(self._next * 2, MOST_SECONDS)
        return asked if asked is not None else pause * (1 - random() / 2)  # noqa: S311

    def begin_again(self) -> None:
        """Start small again: it has worked."""
        self._next = FIRST_SECONDS


class Budget:
    """The seconds within which a request is sent again."""

    def __init__(self, seconds: float) -> None:
        self._until = monotonic() + seconds
        self._pauses = Pauses()

    def pause(self, asked: float | None = None) -> float | None:
        """The seconds to wait before the next try; none where they are beyond the budget."""
        wait = self._pauses.next(asked)
        return wait if monotonic() + wait <= self._until else None
