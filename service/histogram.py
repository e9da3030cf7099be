"""Histograms as plain numbers: each value costs a move only nanoseconds.

The library's own counters take locks and look up labels. These numbers are only read for a scrape.
"""

import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Self

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0)
"""The bounds in seconds: from a move that waits for nothing to one that waits for an absent database."""
SIZES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)


class Histogram:
    """The number of values up to each of some bounds, and their sum."""

    __slots__ = ("_bounds", "counts", "sum")

    def __init__(self, bounds: Sequence[float] = SECONDS) -> None:
        self._bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self._bounds, value)] += 1
        self.sum += value

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Count how long something takes, if it succeeds."""
        began = time.perf_counter()
        yield
        self.observe(time.perf_counter() - began)

    def copy(self) -> Self:
        """A copy, which no longer changes."""
        kept = type(self)(self._bounds)
        kept.counts, kept.sum = self.counts.copy(), self.sum
        return kept

    def cumulative(self) -> Iterator[tuple[str, float]]:
        """Each bound, and how many values were at most that; the last is without bound."""
        total = 0
        for bound, count in zip((*self._bounds, float("inf")), self.counts, strict=True):
            total += count
            yield ("+Inf" if bound == float("inf") else str(bound)), total
