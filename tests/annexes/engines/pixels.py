"""Strokes as they are drawn: their width is measured on a picture of the window."""

import io
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from PIL import Image

from tests.annexes.engines.driver import Driver

REACH = 5
"""The pixels that are examined on each side of a line."""
FINE = 4
"""Samples for each pixel."""

_ACROSS = """(selector, reach, fine) => {
    const line = document.querySelector(selector);
    const paint = document.createElement("canvas").getContext("2d");
    paint.fillStyle = getComputedStyle(line).stroke;
    paint.fillRect(0, 0, 1, 1);
    const matrix = line.getScreenCTM();
    const length = line.getTotalLength();
    const at = (far) => new DOMPoint(...(({ x, y }) => [x, y])(line.getPointAtLength(far))).matrixTransform(matrix);
    const across = [...Array(15).keys()].map((n) => {
        const far = ((n + 1) / 16) * length;
        const [a, middle, b] = [at(far - 0.5), at(far), at(far + 0.5)];
        const size = Math.hypot(b.x - a.x, b.y - a.y);
        const [x, y] = [-(b.y - a.y) / size, (b.x - a.x) / size];
        return [...Array(2 * reach * fine).keys()].map((n) => n / fine - reach).map((n) => [middle.x + n * x, middle.y + n * y]);
    });
    return {
        across, colour: [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3),
        scale: Math.hypot(matrix.a, matrix.b), weight: Number(getComputedStyle(line).getPropertyValue("--weight") || 1),
    };
}"""


class Stroke(NamedTuple):
    """A line as it is drawn."""

    width: float
    """The width, in pixels of the window."""
    scale: float
    """Pixels of the window for each unit of the drawing."""
    weight: float
    """The weight that its element has."""


def stroke(driver: Driver, selector: str) -> Stroke:
    """Measure the first such line: at 15 places, how much across it has its colour. Return the median."""
    told = driver.run(_ACROSS, selector, REACH, FINE)
    picture = Image.open(io.BytesIO(driver.screenshot())).convert("RGB")
    widths = [_width(picture, spots, told["colour"]) for spots in told["across"]]
    return Stroke(median(widths), told["scale"], told["weight"])


def _width(
    picture: Image.Image, spots: Sequence[Sequence[float]], colour: Sequence[float]
) -> float:
    return sum(_is_near(picture, x, y, colour) for x, y in spots) / FINE


def _is_near(picture: Image.Image, x: float, y: float, colour: Sequence[float]) -> bool:
    """Return whether a place is nearer to this colour than to white. All papers are nearly white."""
    if not (0 <= x < picture.width and 0 <= y < picture.height):
        return False
    found = picture.getpixel((int(x), int(y)))
    assert isinstance(found, tuple)
    to_white = sum((255 - one) ** 2 for one in found)
    return sum((one - other) ** 2 for one, other in zip(found, colour, strict=True)) < to_white


def inked(driver: Driver, boxes: Sequence[dict[str, float]]) -> list[int]:
    """Return how many pixels of each box differ from its corner."""
    picture = Image.open(io.BytesIO(driver.screenshot())).convert("L")
    counts = []
    for box in boxes:
        left, top = int(box["x"]), int(box["y"])
        part = picture.crop((left, top, int(left + box["width"]), int(top + box["height"])))
        paper, histogram = part.getpixel((0, 0)), part.histogram()
        assert isinstance(paper, int | float)
        counts.append(sum(n for value, n in enumerate(histogram) if abs(value - paper) > 40))
    return counts
