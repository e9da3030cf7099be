"""Lines between shapes: their ends, their heads, and loops."""

import math
from collections.abc import Sequence

from verger.projections.picture.routing import LOOP, TieRoute, curve_point, middle
from verger.projections.picture.shape import PlacedShape, Spot

HEAD, HALF = 11, 4.5
ROUND = 14
"""The distance between a corner and the point where a line begins to turn."""
_HALVINGS = 6


def arrow(
    start: PlacedShape, end: PlacedShape, way: TieRoute, *, back: bool = False, forth: bool = True
) -> str:
    """Return the SVG paths of a line, with a head at its end (`forth`), at its start (`back`), or both."""
    if start == end:
        return _loop(start, way.bend)
    spots = _spots(start, end, way)
    heads = ""
    if forth:
        spots[-1], head = _head(spots[-1], spots[-2])
        heads += head
    if back:
        spots[0], head = _head(spots[0], spots[1])
        heads += head
    drawn = _bow(spots) if way.bend else _cornered(spots)
    return f'<path class="line" d="{drawn}"/>{heads}'


def _spots(start: PlacedShape, end: PlacedShape, way: TieRoute) -> list[Spot]:
    """Return the start of a line, its control point or its corners, and its end."""
    middles = (start.x, start.y), (end.x, end.y)
    if not way.bend:
        first, last = (way.corners[0], way.corners[-1]) if way.corners else middles[::-1]
        return [start.border(first), *way.corners, end.border(last)]
    aside = middle(*middles, way.bend, way.lean)
    leaves, enters = _exit(start, middles, aside), _exit(end, middles, aside, turned=True)
    # Only the part of the curve between the two borders is drawn. The blossom (polar form) of the
    # curve gives its control point.
    bows = [
        (1 - leaves) * (1 - enters) * s
        + (leaves + enters - 2 * leaves * enters) * c
        + leaves * enters * e
        for s, c, e in zip(middles[0], aside, middles[1], strict=True)
    ]
    return [
        start.border(curve_point(*middles, aside, leaves)), (bows[0], bows[1]),
        end.border(curve_point(*middles, aside, enters)),
    ]  # fmt: skip


def _exit(box: PlacedShape, ends: tuple[Spot, Spot], aside: Spot, *, turned: bool = False) -> float:
    """Return the parameter of the point where a curve leaves its first box.

    If `turned`, return the parameter of the point where the curve enters the last box.
    """
    inside, outside = (1.0, 0.5) if turned else (0.0, 0.5)
    for _ in range(_HALVINGS):
        part = (inside + outside) / 2
        spot = curve_point(*ends, aside, part)
        border = box.border(spot)
        if math.dist(spot, (box.x, box.y)) < math.dist(border, (box.x, box.y)):
            inside = part
        else:
            outside = part
    return outside


def _bow(spots: Sequence[Spot]) -> str:
    (x, y), (a, b), (c, d) = spots
    return f"M{x:.0f} {y:.0f}Q{a:.0f} {b:.0f} {c:.0f} {d:.0f}"


def _cornered(spots: Sequence[Spot]) -> str:
    """Return a line with rounded corners that stay clear of the boxes."""
    (x, y), (a, b) = spots[0], spots[-1]
    turns = ""
    for before, (c, d), after in zip(spots, spots[1:], spots[2:], strict=False):
        (e, f), (g, h) = (_towards((c, d), other) for other in (before, after))
        turns += f"L{e:.0f} {f:.0f}Q{c:.0f} {d:.0f} {g:.0f} {h:.0f}"
    return f"M{x:.0f} {y:.0f}{turns}L{a:.0f} {b:.0f}"


def _towards(start: Spot, other: Spot) -> Spot:
    """Return the point of a line where it begins to turn, on the way from a corner to another spot."""
    share = min(0.5, ROUND / (math.dist(start, other) or 1.0))
    return start[0] + (other[0] - start[0]) * share, start[1] + (other[1] - start[1]) * share


def _head(tip: Spot, source: Spot) -> tuple[Spot, str]:
    """Return the point where an arrow's line ends, and the drawing of its head, which ends at the tip."""
    across, down = tip[0] - source[0], tip[1] - source[1]
    far = math.hypot(across, down) or 1.0
    across, down = across / far, down / far
    x, y = tip[0] - across * HEAD, tip[1] - down * HEAD
    corner = x - down * HALF, y + across * HALF
    other = x + down * HALF, y - across * HALF
    corners = f"{corner[0]:.1f} {corner[1]:.1f} {other[0]:.1f} {other[1]:.1f}"
    head = f'<path class="head" d="M{tip[0]:.1f} {tip[1]:.1f} {corners}Z"/>'
    return (tip[0] - across * (HEAD - 2), tip[1] - down * (HEAD - 2)), head


def _loop(box: PlacedShape, reach: int) -> str:
    """Return a line from a shape to itself, above its upper right corner."""
    near = box.border((box.x + box.width * 0.15, box.y - box.height / 2))
    far = box.border((box.x + box.width * 0.38, box.y - box.height / 2))
    top = min(near[1], far[1]) - reach * 4 / 3
    tip, head = _head(far, (far[0] + 5, far[1] - LOOP))
    ways = f"{near[0] - 12:.0f} {top:.0f} {far[0] + 16:.0f} {top:.0f} {tip[0]:.0f} {tip[1]:.0f}"
    return f'<path class="line" d="M{near[0]:.0f} {near[1]:.0f}C{ways}"/>{head}'
