"""Digests of the fields of stored types, to notice a change of a stored form."""

import hashlib
import re
from typing import Any, get_args, get_origin

import msgspec

from verger.domain.core.since import LATER, came_with
from verger.service.log.form import FORMAT
from verger.service.stable_names import stable_names


def shape(kind: Any, number: int = FORMAT) -> str:
    """Return a short digest of all fields of a stored type, without those that came after a format."""
    found: dict[str, str] = {}
    _describe(kind, found, number)
    text = "\n".join(f"{name}: {fields}" for name, fields in sorted(found.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _describe(kind: Any, found: dict[str, str], number: int) -> None:
    """Collect the fields of every struct that can be reached from a type."""
    for inner in get_args(kind):
        _describe(inner, found, number)
    struct = get_origin(kind) or kind
    if not isinstance(struct, type) or not issubclass(struct, msgspec.Struct):
        return
    if struct.__qualname__ in found or came_with(struct) > number:
        return
    fields = [f for f in msgspec.structs.fields(struct) if came_with(struct, f.name) <= number]
    told = ", ".join(f"{f.encode_name}: {_before(f.type, number)}" for f in fields)
    found[struct.__qualname__] = stable_names(told)
    for field in fields:
        _describe(field.type, found, number)


def _before(kind: Any, number: int) -> str:
    """Return the source text of a type, without the kinds of a union that came after a format."""
    told = str(kind)
    for one in LATER:
        if came_with(one) > number:
            name = re.escape(f"{one.__module__}.{one.__qualname__}")
            told = re.sub(rf" \| {name}\b|\b{name} \| ", "", told)
    return told
