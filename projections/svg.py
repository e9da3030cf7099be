"""Writing SVG: texts that are nothing but text, whatever is in them, and the frame of a picture."""

import re
from collections.abc import Iterable

import msgspec

from domain.identifier import SeatId
from projections.arrangement import Arrangement
from projections.lettering import Lines

SEAT_COLOURS = 8

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document may hold (XML 1.0, production 2)."""
_MEANS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


class Told(msgspec.Struct, frozen=True):
    """What a picture is in words, for who hears it."""

    title: str
    description: str


def text(written: str) -> str:
    """A text as it stands in a document, in an attribute as well."""
    return _NO_XML.sub("\ufffd", written).translate(_MEANS)


def many(count: int, one: str, more: str = "") -> str:
    """A number of things in words."""
    return f"{count} {one}" if count == 1 else f"{count} {more or one + 's'}"


def seat_class(seat: SeatId) -> str:
    """The class of a seat's colour."""
    return f"seat-{(int(seat[1:]) - 1) % SEAT_COLOURS + 1}"


def picture(name: str, told: Told, frame: Arrangement, rules: str, parts: Iterable[str]) -> str:
    """A whole picture; its ids begin with its name, so that several stand in one page."""
    box = f"{frame.left} {frame.top} {frame.width} {frame.height}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" viewBox="{box}"'
        f' width="{frame.width}" height="{frame.height}" role="img"'
        f' aria-labelledby="{name}-title {name}-desc">\n'
        f'<title id="{name}-title">{text(told.title)}</title>\n'
        f'<desc id="{name}-desc">{text(told.description)}</desc>\n'
        f"<style>{rules}</style>\n"
        f'<rect class="paper" x="{frame.left}" y="{frame.top}" width="{frame.width}" height="{frame.height}"/>\n'
        f"{''.join(parts)}</svg>\n"
    )


def group(classes: str, id: str, title: str, drawn: str) -> str:
    """What is drawn of an element, with what a pointer is told of it."""
    told = f"<title>{title}</title>" if title else ""
    return f'<g class="{classes}" data-id="{id}">{told}{drawn}</g>\n'


def lettered(kind: str, lines: Lines, x: int, y: int, high: int, after: str = "") -> str:
    """A text in lines around a point; `after` stands behind its last."""
    first = round(y - (len(lines.texts) - 1) * high / 2 + high * 0.31)
    turned = ' direction="rtl"' if lines.is_right_to_left else ""
    if len(lines.texts) == 1:
        inner = text(lines.texts[0])
        return f'<text class="{kind}" x="{x}" y="{first}"{turned}>{inner}{after}</text>'
    inner = "".join(
        f'<tspan x="{x}" y="{first + place * high}">{text(line)}'
        f"{after if place == len(lines.texts) - 1 else ''}</tspan>"
        for place, line in enumerate(lines.texts)
    )
    return f'<text class="{kind}"{turned}>{inner}</text>'
