"""How a game's log is told as a story, where its rulings' sentences and its landmarks do not say it."""

from collections.abc import Mapping

import msgspec

from verger.domain.core.landmark import Title


class Telling(msgspec.Struct, frozen=True):
    """What a story needs to know of a game besides its sentences and its landmarks."""

    headings: frozenset[type] = frozenset()
    """The landmarks that get a heading; all others only begin a paragraph."""
    changes: Mapping[type, Title] = {}
    """Effects that are told besides the ruling's sentence, each by a title of its own."""
    quiet: frozenset[type] = frozenset()
    """Effects of no account in a story, or told by something else in it: the sentence of an event that has
    no others, tokens and dice aside, is for the record alone."""
    tokens: Mapping[str, tuple[str, str]] = {}
    """By kind of token: the word for one and the word for several."""
    faces: Mapping[int, tuple[str, ...]] = {}
    """What dice of so many faces show, where that is not the numbers from 1 on."""
