"""How a game's log is told as a story, where its rulings' sentences and its landmarks do not say it."""

from collections.abc import Mapping

import msgspec

from domain.core.landmark import Title


class Telling(msgspec.Struct, frozen=True):
    """What a story needs to know of a game besides its sentences and its landmarks."""

    headings: frozenset[type] = frozenset()
    """The landmarks that get a heading; all others only begin a paragraph."""
    changes: Mapping[type, Title] = {}
    """Effects that are told besides the ruling's sentence, each by a title of its own."""
    quiet: frozenset[type] = frozenset()
    """Moves whose sentences are for the record alone: a story goes on without them."""
    tokens: Mapping[str, tuple[str, str]] = {}
    """By kind of token: the word for one and the word for several."""
    faces: Mapping[int, tuple[str, ...]] = {}
    """What dice of so many faces show, where that is not the numbers from 1 on."""
