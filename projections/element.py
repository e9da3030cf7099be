"""The elements that an effect concerns.

The types of the effect's members show which texts are ids.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, NewType, get_args, get_type_hints

import msgspec

from verger.domain.core.identifier import Account
from verger.domain.core.ledger import account_character


class ElementReader:
    """Reads the ids of elements from effects. A text that only looks like an id is ignored."""

    def __init__(self, types: frozenset[Any]) -> None:
        self._types = types
        self._members = cache(self._members_of)
        self._is_id = cache(self._can_be_id)

    def ids(self, effect: msgspec.Struct) -> Iterator[str]:
        """Yield the ids of the elements that an effect names, some of them more than once."""
        for name, hint in self._members(type(effect)):
            yield from self._within(getattr(effect, name), hint)

    def _within(self, value: Any, hint: Any) -> Iterator[str]:
        match value:
            # A reference such as `a1.node` names an element that does not exist yet.
            case str() if self._is_id(hint):
                yield from (value,) if value.isalnum() else ()
            case str() if hint is Account:
                if character := account_character(value):
                    yield character
            case msgspec.Struct():
                yield from self.ids(value)
            case tuple():
                for part in value:
                    yield from self._within(part, hint)
            case _:
                return

    def _members_of(self, kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
        hints = get_type_hints(kind)
        return tuple([(name, hints[name]) for name in kind.__struct_fields__])

    def _can_be_id(self, hint: Any) -> bool:
        """Return whether a text in a member of this type, or in a tuple of it, is an element's id."""
        if isinstance(hint, NewType):
            return hint in self._types or self._can_be_id(hint.__supertype__)
        return any(map(self._is_id, get_args(hint)))


@cache
def element_reader(types: frozenset[Any]) -> ElementReader:
    """Return the reader for these types of ids. It inspects each class of effects only once."""
    return ElementReader(types)
