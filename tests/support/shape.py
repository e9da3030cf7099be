"""Digests of the fields of stored types, to notice a change of a stored form."""

import hashlib
import re
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from verger.domain.core.since import LATER, came_with
from verger.service.log.form import FORMAT
from verger.service.stable_names import stable_names

_WITHIN = re.compile(r"\b(?:\w+\.)+(?=\w)")
"""The modules before a name."""
_WORDS = re.compile(r"(?:title|description)=(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")(?:, )?")
"""A type's own description in words. No stored form depends on it."""


def shape(kind: Any, number: int = FORMAT) -> str:
    """Return a short digest of all fields of a stored type, without fields that were added after a format."""
    found: dict[str, str] = {}
    _describe(kind, found, number)
    # Names of modules are left out, because a struct that moves keeps its stored form.
    lines = sorted(
        _WITHIN.sub("", stable_names(f"{name}: {fields}")) for name, fields in found.items()
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def _describe(kind: Any, found: dict[str, str], number: int) -> None:
    """Collect the fields of every struct that can be reached from a type."""
    for inner in get_args(kind):
        _describe(inner, found, number)
    struct = get_origin(kind) or kind
    if not isinstance(struct, type) or not issubclass(struct, msgspec.Struct):
        return
    # Structs of several modules have the same name.
    name = f"{struct.__module__}.{struct.__qualname__}"
    if name in found or came_with(struct) > number:
        return
    fields = [f for f in msgspec.structs.fields(struct) if came_with(struct, f.name) <= number]
    told = ", ".join(
        f"{f.encode_name}: {_before(f.type, number)}{_left_out(struct, f)}" for f in fields
    )
    found[name] = told
    for field in fields:
        _describe(field.type, found, number)


def _left_out(struct: type[msgspec.Struct], field: msgspec.structs.FieldInfo) -> str:
    """Return a field's default as source text, if it is not stored: readers then use the default of their program."""
    if not struct.__struct_config__.omit_defaults or field.required:
        return ""
    if field.default_factory is not msgspec.NODEFAULT:
        return f" = {field.default_factory.__qualname__}()"
    is_struct = isinstance(field.default, msgspec.Struct)  # its fields are described too
    return f" = {type(field.default).__qualname__ if is_struct else repr(field.default)}"


def _text(kind: Any) -> str:
    """Return the source text of a type. `str` of a union differs between versions of Python."""
    parts = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return " | ".join("None" if part is NoneType else _text(part) for part in parts)
    if get_origin(kind) in (None, Annotated, Literal) or not parts:
        return _WORDS.sub("", str(kind))
    origin = get_origin(kind)
    return f"{origin.__module__}.{origin.__qualname__}[{', '.join(map(_text, parts))}]"


def _before(kind: Any, number: int) -> str:
    """Return the source text of a type, without members of a union that were added after a format."""
    told = _text(kind)
    for one in LATER:
        if came_with(one) > number:
            name = re.escape(f"{one.__module__}.{one.__qualname__}")
            told = re.sub(rf" \| {name}\b|\b{name} \| ", "", told)
    return told
