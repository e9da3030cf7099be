"""The elements of a game: the things that its pictures and sheets show, each with an id."""

from typing import Any

import msgspec


class Elements(msgspec.Struct, frozen=True):
    """The data for finding the elements that an effect concerns: those that it names by id, or all."""

    ids: frozenset[Any] = frozenset()
    """The types of the ids of elements."""
    changing_all: tuple[type, ...] = ()
    """The effects that concern all elements, and name no element."""
