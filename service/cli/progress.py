"""The progress of a command that can take seconds, on standard error if that is a terminal."""

import math
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Self, TypeVar

from verger.service.archive.read import header, states
from verger.service.log.playback import Playback
from verger.service.log.row import Row

T = TypeVar("T")

WIDTH = 30
"""The width of a full bar, in characters."""
PAUSE_SECONDS = 0.1
"""The minimum time between two drawings, so that a terminal does not slow a command down."""
_CLEAR = "\r\033[K"


class Progress:
    """A line that shows how much is done: a bar if the total is known, or else a number."""

    def __init__(self, of: str, total: int = 0) -> None:
        """`of` is the plural of the items."""
        self.total = total
        self._of = of
        self._is_shown = sys.stderr.isatty()
        self._is_drawn, self._drawn_at = False, -math.inf

    def __enter__(self) -> Self:
        """Begin, and draw nothing yet."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Clear the line for later output."""
        self._clear()

    def show(self, done: int, more: str = "") -> None:
        """Show how much is done."""
        now = time.monotonic()
        if not self._is_shown or now - self._drawn_at < PAUSE_SECONDS:
            return
        self._drawn_at, self._is_drawn = now, True
        text = f"{done} {self._of}"
        if self.total:
            filled = WIDTH * min(done, self.total) // self.total
            text = f"[{'#' * filled:.<{WIDTH}}] {done} of {self.total} {self._of}"
        print(f"{_CLEAR}{text}{more}", end="", file=sys.stderr, flush=True)

    def print(self, line: str) -> None:
        """Print a line of the output. The next drawing comes below it."""
        self._clear()
        print(line)

    def _clear(self) -> None:
        if self._is_drawn:
            self._is_drawn = False
            print(_CLEAR, end="", file=sys.stderr, flush=True)


async def counted(items: AsyncIterator[T]) -> AsyncIterator[tuple[int, T]]:
    """Return items with their numbers, from 1 on."""
    number = 0
    async for item in items:
        number += 1
        yield number, item


@contextmanager
def seconds(of: str) -> Iterator[None]:
    """Show the seconds of a step whose length is unknown, such as `seconds of import`."""
    is_over = Event()

    def count() -> None:
        with Progress(of) as progress:
            began = time.monotonic()
            while not is_over.wait(PAUSE_SECONDS):
                progress.show(int(time.monotonic() - began))

    thread = Thread(target=count, daemon=True)
    if sys.stderr.isatty():
        thread.start()
    try:
        yield
    finally:
        is_over.set()
        if thread.is_alive():
            thread.join()


def read_states(file: Path) -> Iterator[tuple[Row, Playback]]:
    """Return the events of an archive, each with the state after it, and show the progress."""
    with Progress("events", header(file).head) as progress:
        for row, playback in states(file):
            progress.show(row.version)
            yield row, playback
