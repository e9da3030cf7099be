"""A game's own reads and pictures, besides those of every game.

They go by the names in its `Ruleset.reads`; a further one of the same thing has a word more, as in
`network.dot`.
"""

from collections.abc import Callable, Mapping
from typing import Any, Concatenate, NamedTuple

from projections.picture.arrangement import Arrangement
from projections.picture.written import PaperReader

Draw = Callable[[Any, Arrangement, int, str], str]
"""Draws a state, given the layout, the version and the style."""


class Read(NamedTuple):
    """A read: the type of its result, and the function that makes it of a state and its version."""

    gives: Any
    of: Callable[Concatenate[Any, int, ...], Any]


class Picture(NamedTuple):
    """A picture: the reader of its paper, and the function that draws it."""

    reader: type[PaperReader]
    draw: Draw


class Misnamed(NamedTuple):
    """The result of a read where one of its parameters names nothing."""

    parameter: str
    reason: str


class Shown(NamedTuple):
    """All of a game's own reads and pictures."""

    reads: Mapping[str, Read] = {}
    pictures: Mapping[str, Picture] = {}
