"""The elements of a game: the things that its pictures and sheets show, each with an id."""

from typing import Any

import msgspec


class Elements(msgspec.Struct, frozen=True):
    """How effects concern the elements of a game. An effect concerns the elements that it names."""

    ids: frozenset[Any] = frozenset()
    """The types of the ids of elements."""
    changing_all: tuple[type, ...] = ()
    """The effects that concern all elements, and name no element."""
