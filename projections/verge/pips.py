"""Pips: the marks of an element as small signs below its label, and in words."""

from typing import NamedTuple

from verger.domain.core.text import counted
from verger.domain.games.verge.model.mark import RATIFIED, STRUCK, WEAKENED, Marks
from verger.projections.picture.lettering import width

PIP = 8
"""The height of a pip."""

_SIGNS = {
    RATIFIED: (4.5, "v5.6m0 .8v1.6"),
    STRUCK: (8.0, "m-3 1l6 6m0 -6l-6 6"),
    WEAKENED: (7.0, "m-2.2 2.2c0 -2.6 4.4 -2.6 4.4 0c0 1.8 -2.2 1.6 -2.2 3.4m0 .8v1.6"),
}
"""The width of each sign, and its strokes from the middle of its upper edge.

`web/src/picture/pips.ts` draws the same signs.
"""
_BETWEEN = 3.0
"""The space between two kinds."""
_EACH = (8, 5, 3, 1)
"""The maximum number of pips of a kind, for each form from the widest to the narrowest. For more marks,
one pip and a number are drawn."""
_FONT = 10


class Pip(NamedTuple):
    """The pips of one kind: the sign, how many times it is drawn, and the number before it."""

    sign: str
    times: int
    number: str = ""

    @property
    def wide(self) -> float:
        """The width of all pips of this kind."""
        return _SIGNS[self.sign][0] * self.times + width(self.number) * _FONT


class Pips(NamedTuple):
    """The pips of an element, kind by kind."""

    kinds: tuple[Pip, ...]

    @property
    def wide(self) -> float:
        """The width of the whole row."""
        return sum(kind.wide for kind in self.kinds) + _BETWEEN * (len(self.kinds) - 1)

    def drawn(self, x: float, y: float) -> str:
        """Return the drawing of the row, with its middle at this point.

        It is drawn as lines, so that it looks the same with every font.
        """
        left, strokes, numbers = x - self.wide / 2, "", ""
        for kind in self.kinds:
            (wide, stroke), before = _SIGNS[kind.sign], width(kind.number) * _FONT
            for place in range(kind.times):
                at = left + before + (place + 0.5) * wide
                strokes += f"M{at:.1f} {y - PIP / 2:.1f}{stroke}"
            if kind.number:
                middle, base = left + before / 2, y + PIP / 2
                numbers += (
                    f'<text class="count" x="{middle:.0f}" y="{base:.0f}">{kind.number}</text>'
                )
            left += kind.wide + _BETWEEN
        return f'<path class="pips" d="{strokes}"/>{numbers}'


def pips(marks: Marks, room: float) -> Pips:
    """Return the pips of an element that has marks, in the widest form that fits into this width."""
    forms = [Pips(tuple(_kinds(marks, most))) for most in _EACH]
    return next((form for form in forms if form.wide <= room), forms[-1])


def _kinds(marks: Marks, most: int) -> list[Pip]:
    return [
        Pip(sign, number) if number <= most else Pip(sign, 1, str(number))
        for sign, number, _ in _numbers(marks)
    ]


def in_words(marks: Marks) -> str:
    """Return the number of each kind of mark in words; "" if there are no marks."""
    return ", ".join(counted(number, kind) for _, number, kind in _numbers(marks))


def _numbers(marks: Marks) -> list[tuple[str, int, str]]:
    """Return the sign, the number and the name of each kind that an element has."""
    kinds = (
        (RATIFIED, marks.ratified, "ratification"),
        (STRUCK, marks.struck, "strike"),
        (WEAKENED, marks.weakened, "weakening"),
    )
    return [kind for kind in kinds if kind[1]]
