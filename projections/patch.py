"""JSON Patch (RFC 6902): the changes that lead from one JSON document to another."""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType


class PatchOperation(msgspec.Struct, frozen=True):
    """One change of a JSON Patch. `path` is a JSON Pointer (RFC 6901)."""

    op: Literal["add", "remove", "replace"]
    """The kind of change."""
    path: str
    """The place in the document, as a JSON Pointer (RFC 6901)."""
    value: Any | UnsetType = UNSET
    """The new value. Left out with `remove`."""


def patch(before: Any, after: Any, path: str = "") -> Iterator[PatchOperation]:
    """Yield the operations, in order, that change `before` into `after`.

    Equal documents give no operations. Lists are compared place by place, because the lists in
    these documents are short or only grow.
    """
    match before, after:
        case dict(), dict():
            yield from _members(before, after, path)
        case list(), list():
            yield from _places(before, after, path)
        case _ if type(before) is not type(after) or before != after:
            yield PatchOperation("replace", path, after)


def _members(before: dict[str, Any], after: dict[str, Any], path: str) -> Iterator[PatchOperation]:
    for name in before:
        if name not in after:
            yield PatchOperation("remove", f"{path}/{_escaped(name)}")
    for name, value in after.items():
        below = f"{path}/{_escaped(name)}"
        if name in before:
            yield from patch(before[name], value, below)
        else:
            yield PatchOperation("add", below, value)


def _places(before: list[Any], after: list[Any], path: str) -> Iterator[PatchOperation]:
    for place, (old, new) in enumerate(zip(before, after, strict=False)):
        yield from patch(old, new, f"{path}/{place}")
    # The removals go backwards, so that the places of the other items stay valid.
    for place in range(len(before) - 1, len(after) - 1, -1):
        yield PatchOperation("remove", f"{path}/{place}")
    for place in range(len(before), len(after)):
        yield PatchOperation("add", f"{path}/{place}", after[place])


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
