"""Lines between what stands: where they begin and end, their heads, and loops."""

import math

from projections.picture.routing import LOOP, Route, middle
from projections.picture.shape import Spot, Standing

HEAD, HALF = 11, 4.5


def arrow(
    start: Standing, end: Standing, way: Route, *, back: bool = False, there: bool = True
) -> str:
    """The paths of a line, with a head at its end unless it is the same both ways."""
    if start == end:
        return _loop(start, way.bend)
    aside = middle((start.x, start.y), (end.x, end.y), way.bend, way.lean)
    first = start.border(aside if way.bend else (end.x, end.y))
    last = end.border(aside if way.bend else (start.x, start.y))
    heads = ""
    if there:
        last, head = _head(last, aside)
        heads += head
    if back:
        first, head = _head(first, aside)
        heads += head
    bow = f"Q{aside[0]:.0f} {aside[1]:.0f} " if way.bend else "L"
    line = f"M{first[0]:.0f} {first[1]:.0f}{bow}{last[0]:.0f} {last[1]:.0f}"
    return f'<path class="line" d="{line}"/>{heads}'


def _head(tip: Spot, source: Spot) -> tuple[Spot, str]:
    """The head of an arrow at a tip, and where its line ends."""
    across, down = tip[0] - source[0], tip[1] - source[1]
    far = math.hypot(across, down) or 1.0
    across, down = across / far, down / far
    x, y = tip[0] - across * HEAD, tip[1] - down * HEAD
    one = x - down * HALF, y + across * HALF
    other = x + down * HALF, y - across * HALF
    corners = f"{one[0]:.1f} {one[1]:.1f} {other[0]:.1f} {other[1]:.1f}"
    head = f'<path class="head" d="M{tip[0]:.1f} {tip[1]:.1f} {corners}Z"/>'
    return (tip[0] - across * (HEAD - 2), tip[1] - down * (HEAD - 2)), head


def _loop(at: Standing, reach: int) -> str:
    """A line from something to itself, over its upper right."""
    near = at.border((at.x + at.width * 0.15, at.y - at.height / 2))
    far = at.border((at.x + at.width * 0.38, at.y - at.height / 2))
    top = min(near[1], far[1]) - reach * 4 / 3
    tip, head = _head(far, (far[0] + 5, far[1] - LOOP))
    ways = f"{near[0] - 12:.0f} {top:.0f} {far[0] + 16:.0f} {top:.0f} {tip[0]:.0f} {tip[1]:.0f}"
    return f'<path class="line" d="M{near[0]:.0f} {near[1]:.0f}C{ways}"/>{head}'
