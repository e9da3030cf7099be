"""Outlines of shapes in a picture, and the points where lines meet them."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

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


class Shape(NamedTuple):
    """A shape: the space around its text, its corners, and the roundness of a rectangle."""

    beside: int
    swollen: float
    corners: Callable[[float, float], Outline]
    round: float | None = None
    """For a rectangle: the radius as a part of its half height."""


_SHAPES: Mapping[str, Shape] = {
    "plain": Shape(26, 0.0, _rectangle, 0.5),
    "idea": Shape(30, 1.0, _ellipse),
    "organization": Shape(42, 0.0, _hexagon),
    "person": Shape(34, 0.0, _pill, 1.0),
    "place": Shape(26, 0.0, _house),
    "thing": Shape(24, 0.0, _rectangle, 0.0),
    "ideology": Shape(46, 0.0, _ribbon),
    "technology": Shape(28, 0.0, _octagon),
    "quality": Shape(44, 0.0, _slanted),
}
"""The shape of each kind of node."""


def sized(kind: str, wide: float, high: float) -> tuple[int, int]:
    """Return the size of a shape that contains a text of this size."""
    shape = _SHAPES[kind]
    return round(wide + shape.beside), round(high + 16 + shape.swollen * high / 4)


class PlacedShape(NamedTuple):
    """A shape of some size around a point."""

    kind: str
    x: int
    y: int
    width: int
    height: int

    def grown(self, more: int) -> "PlacedShape":
        """Return the shape with additional space around it."""
        return self._replace(width=self.width + more * 2, height=self.height + more * 2)

    def drawn(self, name: str) -> str:
        """Return its SVG element, of this class."""
        kind, x, y, width, height = self
        if kind == "idea":
            return f'<ellipse class="{name}" cx="{x}" cy="{y}" rx="{width / 2:g}" ry="{height / 2:g}"/>'
        rounded = _SHAPES[kind].round
        if rounded is None:
            corners = "L".join(f"{x + a:.0f} {y + b:.0f}" for a, b in _outline(kind, width, height))
            return f'<path class="{name}" d="M{corners}Z"/>'
        at = f'x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width}" height="{height}"'
        corner = f' rx="{rounded * height / 2:g}"' if rounded else ""
        return f'<rect class="{name}" {at}{corner}/>'

    def border(self, towards: Spot) -> Spot:
        """Return the point where a line from its middle leaves it."""
        across, down = towards[0] - self.x, towards[1] - self.y
        corners = _outline(self.kind, self.width, self.height)
        before = corners[-1]
        for corner in corners:
            along, aside = corner[0] - before[0], corner[1] - before[1]
            cross = across * aside - down * along
            if cross:
                far = (before[0] * aside - before[1] * along) / cross
                part = (before[0] * down - before[1] * across) / cross
                if far > 0 and 0 <= part <= 1:
                    return self.x + across * far, self.y + down * far
            before = corner
        return self.x, self.y


@lru_cache(maxsize=4_096)
def _outline(kind: str, width: int, height: int) -> Outline:
    """Return the corners of a shape of this size."""
    return tuple(_SHAPES[kind].corners(width / 2, height / 2))
