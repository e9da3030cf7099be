"""The outlines of what stands on a picture, and where a line from within meets them."""

import math
from collections.abc import Callable, Mapping, Sequence

Spot = tuple[float, float]
Outline = Sequence[Spot]
"""Corners around the middle."""


def _rectangle(across: float, down: float) -> Outline:
    return (-across, -down), (across, -down), (across, down), (-across, down)


def _ellipse(across: float, down: float) -> Outline:
    turns = (math.pi * 2 * turn / 28 for turn in range(28))
    return [(across * math.cos(turn), down * math.sin(turn)) for turn in turns]


def _pill(across: float, down: float) -> Outline:
    right = [
        (across - down + down * math.cos(turn), down * math.sin(turn))
        for turn in (math.pi * (step / 8 - 0.5) for step in range(9))
    ]
    return [*right, *((-x, -y) for x, y in right)]


def _hexagon(across: float, down: float) -> Outline:
    tip = min(16.0, across / 2)
    upper = (-across + tip, -down), (across - tip, -down), (across, 0.0)
    return [*upper, *((-x, -y) for x, y in upper)]


def _house(across: float, down: float) -> Outline:
    roof = -down - 10
    return (-across, -down), (0.0, roof), (across, -down), (across, down), (-across, down)


def _ribbon(across: float, down: float) -> Outline:
    right = (across, -down), (across - 11, 0.0), (across, down)
    return [*right, *((-x, -y) for x, y in right)]


def _octagon(across: float, down: float) -> Outline:
    cut = min(10.0, down / 2)
    right = (
        (across - cut, -down), (across, cut - down), (across, down - cut), (across - cut, down)
    )  # fmt: skip
    return [*right, *((-x, -y) for x, y in right)]


def _slanted(across: float, down: float) -> Outline:
    lean = min(14.0, across / 2)
    right = (across, -down), (across - lean, down)
    return [*right, *((-x, -y) for x, y in right)]


_DRAWN: Mapping[str, tuple[int, float, Callable[[float, float], Outline]]] = {
    "idea": (30, 1.0, _ellipse),
    "organization": (42, 0.0, _hexagon),
    "person": (34, 0.0, _pill),
    "place": (26, 0.0, _house),
    "thing": (24, 0.0, _rectangle),
    "ideology": (46, 0.0, _ribbon),
    "technology": (28, 0.0, _octagon),
    "quality": (44, 0.0, _slanted),
}
"""By the kind of a node: what a shape needs beside its text, and above it, and its corners."""


def sized(kind: str, wide: float, high: float) -> tuple[int, int]:
    """How large a shape is that holds a text of this size."""
    beside, swollen, _ = _DRAWN.get(kind, _DRAWN["thing"])
    return round(wide + beside), round(high + 16 + swollen * high / 4)


def outline(kind: str, width: float, height: float) -> Outline:
    """The corners of a shape of this size."""
    return _DRAWN.get(kind, _DRAWN["thing"])[2](width / 2, height / 2)


def grown(corners: Outline, width: float, height: float, more: float) -> Outline:
    """The same outline at a distance."""
    across, down = 1 + more * 2 / width, 1 + more * 2 / height
    return [(x * across, y * down) for x, y in corners]


def path(corners: Outline, x: float, y: float) -> str:
    """An outline around a point, as the `d` of a path."""
    return "M" + "L".join(f"{x + a:.0f} {y + b:.0f}" for a, b in corners) + "Z"


def border(corners: Outline, x: float, y: float, towards: Spot) -> Spot:
    """Where a line from the middle of an outline around a point leaves it."""
    across, down = towards[0] - x, towards[1] - y
    before = corners[-1]
    for corner in corners:
        along, aside = corner[0] - before[0], corner[1] - before[1]
        cross = across * aside - down * along
        if cross:
            far = (before[0] * aside - before[1] * along) / cross
            part = (before[0] * down - before[1] * across) / cross
            if far > 0 and 0 <= part <= 1:
                return x + across * far, y + down * far
        before = corner
    return x, y
