"""Writing SVG: escaped texts, and the frame of a picture."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from verger.domain.core.identifier import SeatId
from verger.projections.picture.arrangement import Arrangement
from verger.projections.picture.lettering import Lines, width

SEAT_COLOURS = 16
_UNDERLINED = 0.9
"""The part of a text's last line that is underlined. In a narrow font, a full underline would be too long."""
_BELOW = 3
"""The distance of the underline from the base line of the text."""

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that are not allowed in XML documents (XML 1.0, production 2)."""
_MEANS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


class PictureDescription(msgspec.Struct, frozen=True):
    """A picture in words, for screen readers."""

    title: str
    description: str


def text(written: str) -> str:
    """Return a text, escaped for an XML element or attribute."""
    return _NO_XML.sub("\ufffd", written).translate(_MEANS)


def seat_class(seat: SeatId) -> str:
    """Return the class of a seat's colour."""
    return f"seat-{(int(seat[1:]) - 1) % SEAT_COLOURS + 1}"


def picture(
    name: str,
    description: PictureDescription,
    frame: Arrangement,
    styles: Sequence[str],
    parts: Iterable[str],
) -> str:
    """Return a whole picture.

    Its ids begin with its name, so that one page can show several pictures.
    """
    box = f"{frame.left} {frame.top} {frame.width} {frame.height}"
    return (
        # Without `xml:space`, some programs leave out the space before a figure.
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" class="picture" viewBox="{box}"'
        f' width="{frame.width}" height="{frame.height}" role="img" data-tidied="{frame.tidied}"'
        f' aria-labelledby="{name}-title {name}-desc">\n'
        f'<title id="{name}-title">{text(description.title)}</title>\n'
        f'<desc id="{name}-desc">{text(description.description)}</desc>\n'
        f"{''.join(f'<style>{style}</style>' for style in styles)}\n"
        f'<rect class="paper" x="{frame.left}" y="{frame.top}" width="{frame.width}" height="{frame.height}"/>\n'
        f"{''.join(parts)}</svg>\n"
    )


def group(classes: str, id: str, title: str, drawn: str, ends: tuple[str, ...] = ()) -> str:
    """Return an element's drawing, with its tooltip and the elements at its ends."""
    tooltip = f"<title>{title}</title>" if title else ""
    between = f' data-ends="{" ".join(ends)}"' if ends else ""
    return f'<g class="{classes}" data-id="{id}"{between}>{tooltip}{drawn}</g>\n'


class Style(NamedTuple):
    """The style of a text: its class, font size and line height."""

    name: str
    font: int
    high: int
    is_on_line: bool = False
    """Whether the text has its own background, because a line runs behind it."""


class LabelLine(NamedTuple):
    """A line of a label. The last line can end with the power of the element and the rank of a thing."""

    text: str
    wide: float
    power: str = ""
    rank: str = ""

    @property
    def drawn(self) -> str:
        """Return the SVG markup of the line."""
        power = f'<tspan class="power">{self.power}</tspan>' if self.power else ""
        rank = f'<tspan class="rank"> {self.rank}</tspan>' if self.rank else ""
        return f"{text(self.text)}{power}{rank}"


def lettered(
    style: Style,
    lines: Lines,
    x: int,
    y: int,
    power: str = "",
    rank: str = "",
    *,
    out: bool = False,
) -> str:
    """Return a text in lines around a point, struck through if its element is eliminated."""
    label_lines = [LabelLine(*pair) for pair in zip(lines.texts, lines.widths, strict=True)]
    if label_lines:
        label_lines[-1] = label_lines[-1]._replace(power=power, rank=rank)
    first = round(y - (len(label_lines) - 1) * style.high / 2 + style.high * 0.31)
    turned = ' direction="rtl"' if lines.is_right_to_left else ""
    struck = _struck(style, label_lines, x, first) if out else ""
    ground = _ground(style, label_lines, x, first) if style.is_on_line else ""
    if len(label_lines) == 1:
        at = f'x="{x}" y="{first}"'
        return (
            f'{ground}<text class="{style.name}" {at}{turned}>{label_lines[0].drawn}</text>{struck}'
        )
    inner = "".join(
        f'<tspan x="{x}" y="{first + place * style.high}">{line.drawn}</tspan>'
        for place, line in enumerate(label_lines)
    )
    return f'{ground}<text class="{style.name}"{turned}>{inner}</text>{struck}'


def underlined(style: Style, lines: Lines, x: int, y: int, seat: SeatId) -> str:
    """Return a line in a seat's colour below a text that is written around a point."""
    last = y + (len(lines.texts) - 1) * style.high / 2 + style.high * 0.31
    wide = max(lines.widths[-1:], default=0) * style.font * _UNDERLINED
    stroke = f"M{x - wide / 2:.0f} {last + _BELOW:.1f}h{wide:.0f}"
    return f'<path class="by {seat_class(seat)}" d="{stroke}"/>'


def _ground(style: Style, lines: Sequence[LabelLine], x: int, first: int) -> str:
    """Return a background for lines of text, because some programs do not draw the outline of letters."""
    boxes = ""
    for place, line in enumerate(lines):
        behind = f" {line.rank}" if line.rank else ""
        wide = (line.wide + width(line.power) + width(behind)) * style.font
        top = first + place * style.high - style.font
        boxes += f"M{x - wide / 2:.0f} {top:.0f}h{wide:.0f}v{style.high}h-{wide:.0f}z"
    return f'<path class="ground" d="{boxes}"/>'


def _struck(style: Style, lines: Sequence[LabelLine], x: int, first: int) -> str:
    """Return strokes through lines of text.

    A text decoration would disappear under the halo of the text.
    """
    strokes = ""
    for place, line in enumerate(lines):
        wide = (line.wide + width(line.power)) * style.font
        behind = width(f" {line.rank}") * style.font if line.rank else 0
        y = first + place * style.high - style.font * 0.32
        strokes += f"M{x - (wide + behind) / 2:.0f} {y:.0f}h{wide:.0f}"
    return f'<path class="strike" d="{strokes}"/>'
