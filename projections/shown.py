"""A game's own reads and pictures, besides those of every game.

They go by the names in its `Ruleset.reads`; a further one of the same thing has a word more, as in
`network.dot`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Concatenate, NamedTuple

from verger.projections.picture.arrangement import Arrangement
from verger.projections.picture.change import Element
from verger.projections.picture.ghost import Ghost
from verger.projections.picture.layout import Entry
from verger.projections.picture.written import PaperReader

Draw = Callable[[Any, Arrangement, int, str, Sequence[Ghost]], str]
"""Draws a state with ghosts upon it, given the layout, the version and the style."""


class Read(NamedTuple):
    """A read: the type of its result, and the function that makes it of a state and its version."""

    gives: Any
    of: Callable[Concatenate[Any, int, ...], Any]
    size: Callable[[Any], int] = lambda _: 0
    """How many elements of a state it shows, where that can be many."""


class Picture(NamedTuple):
    """A picture: the reader of its paper, its elements in words and in room, and what draws it."""

    reader: type[PaperReader]
    draw: Draw
    elements: Callable[[Any], Mapping[str, Element]]
    """The elements of a state, by their ids."""
    entry: Callable[[Any, str], Entry | None]
    """What one of them puts on paper; nothing where it has no room of its own."""


class Misnamed(NamedTuple):
    """The result of a read where one of its parameters names nothing."""

    parameter: str
    reason: str


class Shown(NamedTuple):
    """All of a game's own reads and pictures."""

    reads: Mapping[str, Read] = {}
    pictures: Mapping[str, Picture] = {}
