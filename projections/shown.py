"""What a game may show besides what every game shows: reads of its own, and pictures.

They go by the names in its `Ruleset.reads`; a further one of the same thing has a word more, as in
`network.dot`.
"""

from collections.abc import Callable, Mapping
from typing import Any, Concatenate, NamedTuple

from projections.picture.arrangement import Arrangement
from projections.picture.written import PaperReader

Draw = Callable[[Any, Arrangement, int, str], str]
"""Draws a state, with where everything stands, its version and how it looks."""


class Read(NamedTuple):
    """A read: the type of what it gives, and what makes that of a state and its version."""

    gives: Any
    of: Callable[Concatenate[Any, int, ...], Any]


class Picture(NamedTuple):
    """A picture: who reads off the effects what it holds, and who draws it."""

    reader: type[PaperReader]
    draw: Draw


class Misnamed(NamedTuple):
    """What a read gives where one of its parameters names nothing."""

    parameter: str
    reason: str


class Shown(NamedTuple):
    """All that a game shows besides."""

    reads: Mapping[str, Read] = {}
    pictures: Mapping[str, Picture] = {}
