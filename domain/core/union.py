"""The member classes of a union of types, and tables that are indexed by them."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

Value = TypeVar("Value")


@cache
def classes_of(union: Any) -> tuple[type, ...]:
    """Return the classes of a union, or of one type. A generic type counts as its class."""
    origin = get_origin(union)
    if origin in (Union, UnionType):
        return tuple(kind for member in get_args(union) for kind in classes_of(member))
    return (origin or union,)


def by_class(table: Mapping[Any, Value]) -> dict[type, Value]:
    """Return a table with classes as keys, from a table whose keys are types and unions.

    No class may be in two keys.
    """
    rows = [(kind, value) for union, value in table.items() for kind in classes_of(union)]
    twice = [kind for kind, times in Counter(kind for kind, _ in rows).items() if times > 1]
    assert not twice, f"listed twice: {twice}"
    return dict(rows)
