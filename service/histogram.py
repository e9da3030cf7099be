"""Histograms of plain numbers: to count a value takes only nanoseconds.

The counters of the Prometheus library take locks and look up labels. These numbers are converted only
when the metrics are read.
"""

import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Self

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0)
"""The bounds in seconds: from a move without any wait to one that waits for a database that is away."""
SIZES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)


class Histogram:
    """The number of values between each two bounds, and the sum of all values."""

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
        """Count the duration of this block, if it raises no error."""
        began = time.perf_counter()
        yield
        self.observe(time.perf_counter() - began)

    def copy(self) -> Self:
        """Return a copy, which does not change any more."""
        kept = type(self)(self._bounds)
        kept.counts, kept.sum = self.counts.copy(), self.sum
        return kept

    def cumulative(self) -> Iterator[tuple[str, float]]:
        """Yield each bound with the number of values up to it. The last bound is `+Inf`."""
        total = 0
        for bound, count in zip((*self._bounds, float("inf")), self.counts, strict=True):
            total += count
            yield ("+Inf" if bound == float("inf") else str(bound)), total
