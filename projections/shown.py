"""A game's own reads and pictures.

The names of the reads are in `Ruleset.reads` of the game. The name of a second format of a read has
an extension, as in `network.dot`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Concatenate, NamedTuple

from verger.projections.picture.arrangement import Arrangement
from verger.projections.picture.change import Element
from verger.projections.picture.entry import Entry
from verger.projections.picture.ghost import Ghost
from verger.projections.picture.written import PaperReader

Draw = Callable[[Any, Arrangement, int, Sequence[str], Sequence[Ghost]], str]
"""Draws a state and ghosts, given the layout, the version and the styles."""


class Read(NamedTuple):
    """A read: the type of its result, and the function that computes it from a state."""

    gives: Any
    of: Callable[Concatenate[Any, int, ...], Any]
    size: Callable[[Any], int] = lambda _: 0
    """Returns the number of elements that the read shows of a state, or 0 if it never shows many."""


class Picture(NamedTuple):
    """A picture: the function that draws it, and the parts that find its elements and layout entries."""

    reader: type[PaperReader]
    draw: Draw
    elements: Callable[[Any], Mapping[str, Element]]
    """Return the elements of a state, by their ids."""
    entry: Callable[[Any, str], Entry | None]
    """Return the layout entry of an element, or None if it has no separate place."""


class Misnamed(NamedTuple):
    """The result of a read whose parameter names something that does not exist."""

    parameter: str
    reason: str


class Shown(NamedTuple):
    """All of a game's own reads and pictures."""

    reads: Mapping[str, Read] = {}
    pictures: Mapping[str, Picture] = {}
