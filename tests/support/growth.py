"""Check that the time of some work grows no faster than the length of its input."""

import time
from collections.abc import Callable

SHORT, LONG = 2_000, 16_000
STEPS = (15, 20, 23, 26, 30, 40, 80, 200, 400, 1_000, SHORT)
"""Lengths that are tried first, because a time that doubles with each character would never end at SHORT."""
HARMLESS_SECONDS = 0.001
"""Shorter times are no fault: a time that grows with the square is far longer for the long input."""
BLOCKING_SECONDS = 0.1
"""If one of the first lengths takes longer, that is a fault. LONG is not tried, because it could take for ever."""
WIDTH = 3.0
"""Up to this factor, disproportionate growth counts as noise. Growth with the square would be a factor of 8."""
TRIES = 3

Act = Callable[[int], Callable[[], object]]
"""Prepares the measured work for an input of this length."""


def fault(act: Act) -> str | None:
    """Return a sentence if the CPU time of the work grows too fast; else None."""
    for length in STEPS:
        made = act(length)
        if (seconds := _seconds(made)) > BLOCKING_SECONDS and _seconds(made) > BLOCKING_SECONDS:
            return f"{length} characters take {seconds:.1f} s"
    briefly, at_length = act(SHORT), act(LONG)
    short, long = _seconds(briefly), _seconds(at_length)
    for _ in range(TRIES):
        if long < max(HARMLESS_SECONDS, WIDTH * (LONG / SHORT) * short):
            return None
        if long > 10 * BLOCKING_SECONDS:
            break
        long, short = min(long, _seconds(at_length)), min(short, _seconds(briefly))
    return f"{SHORT} characters take {short * 1e3:.2f} ms, and {LONG} take {long * 1e3:.0f} ms"


def _seconds(act: Callable[[], object]) -> float:
    began = time.thread_time()
    act()
    return time.thread_time() - began
