"""Text in a picture: its estimated width, and its line breaks.

The font of the reader's program is unknown. Widths are estimated as in Helvetica Bold. The frames of
texts leave room for wider fonts.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec
import wcwidth

_EM = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556"
    " 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667"
    " 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611"
    " 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584"
)
_ASCII = {chr(32 + place): int(width) / 1000 for place, width in enumerate(_EM.split())}
"""The advance widths of Helvetica Bold, in ems. Bold is the widest style in use."""

_CELLS = (0.0, 0.6, 1.15)
"""The widths of other characters in ems, by the number of terminal cells that they take."""

_GENEROUS = 1.03
"""A factor for fonts that are wider than Helvetica."""

_WIDER = (1.0, 1.12, 1.25, 1.4)
"""A text can exceed its target width by these factors, if that makes its lines more equal."""

_RIGHT_TO_LEFT, _LEFT_TO_RIGHT = {"R", "AL"}, {"L"}


class Lines(msgspec.Struct, frozen=True):
    """A text in lines, with their widths at a font size of one."""

    texts: tuple[str, ...]
    widths: tuple[float, ...]
    is_right_to_left: bool

    @property
    def width(self) -> float:
        """The width of the widest line."""
        return max(self.widths, default=0.0)


def width(text: str) -> float:
    """Return the estimated width of a text, in ems."""
    return _GENEROUS * sum(map(_width, wcwidth.iter_graphemes(text)))


def _width(cluster: str) -> float:
    advance = _ASCII.get(cluster)
    return _CELLS[max(0, min(2, wcwidth.wcswidth(cluster)))] if advance is None else advance


@lru_cache(maxsize=8_192)
def wrapped(text: str, least: float, most: float) -> Lines:
    """Return a text in lines of similar width, none wider than `most` ems.

    A longer word is cut, but never within one visible character (UAX #29).
    """
    target = max(least, min(most, (width(text) * 4.2) ** 0.5))
    tried = [min(most, target * wider) for wider in _WIDER]
    settings = [_set(text.split(), wide, most) for wide in dict.fromkeys(tried)]
    return min(settings, key=_ragged)


def _set(words: Sequence[str], target: float, most: float) -> Lines:
    texts = tuple(_lines(words, target, most))
    return Lines(texts, tuple(map(width, texts)), _is_right_to_left(" ".join(words)))


def _ragged(lines: Lines) -> float:
    """Return the blank part of a text's frame, with a small extra cost for each line.

    Less is better.
    """
    return sum(lines.width - wide for wide in lines.widths) + len(lines.texts)


def one_line(text: str) -> Lines:
    """Return a text as a single line."""
    return Lines((text,), (width(text),), _is_right_to_left(text))


def _lines(words: Sequence[str], target: float, most: float) -> Iterator[str]:
    line, used, space = "", 0.0, width(" ")
    for word in words:
        for piece in _pieces(word, most):
            wide = width(piece)
            if line and used + space + wide > target:
                yield line
                line, used = "", 0.0
            line, used = (f"{line} {piece}", used + space + wide) if line else (piece, wide)
    if line:
        yield line


def _pieces(word: str, most: float) -> Iterator[str]:
    """Yield pieces of a word that each fit into a line."""
    if width(word) <= most:
        yield word
        return
    piece, used = "", 0.0
    for cluster in wcwidth.iter_graphemes(word):
        wide = _GENEROUS * _width(cluster)
        if piece and used + wide > most:
            yield piece
            piece, used = "", 0.0
        piece, used = piece + cluster, used + wide
    yield piece


def _is_right_to_left(text: str) -> bool:
    """Return whether the first directed letter is right-to-left (UAX #9, rules P2 and P3)."""
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in _RIGHT_TO_LEFT | _LEFT_TO_RIGHT:
            return kind in _RIGHT_TO_LEFT
    return False
