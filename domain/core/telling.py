"""The words that a game adds to its stories, where the sentences and landmarks are not enough."""

from collections.abc import Mapping

import msgspec

from verger.domain.core.landmark import Title


class Telling(msgspec.Struct, frozen=True):
    """Additions of a game to its stories."""

    headings: frozenset[type] = frozenset()
    """The landmarks that become headings. All others only begin a paragraph."""
    changes: Mapping[type, Title] = {}
    """The effects that a story describes in addition to the ruling's sentence, with a title for
    each."""
    quiet: frozenset[type] = frozenset()
    """Effects that a story leaves out, because they do not matter or something else describes them.
    The sentence of an event with only such effects, apart from tokens and dice, is left out too."""
    tokens: Mapping[str, tuple[str, str]] = {}
    """By kind of token: the word for one token and for several."""
    faces: Mapping[int, tuple[str, ...]] = {}
    """By number of faces: the symbols on the dice, if they are not the numbers from 1."""
