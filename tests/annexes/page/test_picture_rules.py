"""The style sheet of pictures: all text has enough contrast, in light and dark (WCAG 2.2, 1.4.3)."""

import re

import pytest

from tests.support.root import ROOT
from verger.service.http.picture_style import SHEET

LIGHT, DARK = SHEET.split("@media (prefers-color-scheme: dark)")
GROUNDS = ("picture-paper", "picture-node", "picture-zone", "picture-glow")
TEXTS = (
    *("picture-ink", "picture-faint", "picture-chosen", "picture-changed"),
    *(f"seat-{number}" for number in range(1, 17)),
)


def luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("rules", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_can_be_read_on_every_ground(rules: str) -> None:
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", rules))
    for text in TEXTS:
        for ground in GROUNDS:
            dim, bright = sorted(luminance(colours[name]) for name in (text, ground))
            contrast = (bright + 0.05) / (dim + 0.05)
            assert contrast >= 4.5, f"{text} on {ground}: {contrast:.1f}"


def test_each_part_of_a_sum_of_widths_has_a_unit() -> None:
    """Firefox ignores a width of strokes that is computed without units."""
    sheets = [SHEET, *(path.read_text() for path in (ROOT / "web" / "src").rglob("*.css"))]
    sums = re.findall(r"stroke-width: calc\((.*?)\);", "\n".join(sheets))
    assert len(sums) > 5
    assert [one for one in sums if not all(part.endswith("px") for part in one.split(" + "))] == []
