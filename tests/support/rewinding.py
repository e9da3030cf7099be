"""Rewinds of logs that are not played."""

from hypothesis import strategies as some

from verger.domain.core.timeline import Rewinding, Timeline

Rewinds = list[tuple[int, int]]
"""The version and the target of each rewind."""


def after(*rewinds: tuple[int, int]) -> Timeline:
    """Return the timeline after these rewinds."""
    return Timeline(tuple(Rewinding(*rewind) for rewind in rewinds))


def _rewinds(steps: list[tuple[int, int]]) -> Rewinds:
    head, rewinds = 1, Rewinds()
    for moves, target in steps:
        head += moves
        rewinds.append((head, target % (head - 1) + 1))
    return rewinds


REWINDS = some.lists(some.tuples(some.integers(1, 4), some.integers(0, 99)), max_size=25).map(
    _rewinds
)
"""Rewinds after up to three moves each; the last one is at the head of the log."""
