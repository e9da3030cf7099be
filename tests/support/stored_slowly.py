"""A slow, independent way to store an event piece by piece, as docs/hash-chain.md describes.

It shares with the log only the rules that say which values are texts of a person.
"""

from collections.abc import Iterator
from enum import Enum
from hashlib import sha256
from typing import Any, NamedTuple, get_type_hints
from uuid import UUID

import msgspec

from verger.domain.core.decider import Event
from verger.domain.core.ruling import Applied, Refused
from verger.domain.core.text import REDACTED
from verger.domain.history.free_text import TEXT_ENDINGS, WRITTEN, is_text


class StoredSlowly(NamedTuple):
    """The columns of an event that depend on its texts."""

    data: str
    texts: str
    hash: bytes


class Field(NamedTuple):
    """A value in an event, and how its texts are recognized."""

    value: Any
    is_text: bool = False
    fact: str | None = None
    """The name of the fact that the value belongs to; None if it belongs to none."""


Piece = tuple[bytes, bool]
"""Some bytes of JSON, and whether they are a text that a person wrote."""


def stored_slowly(
    session: UUID, event: Event[Any, Any], previous: bytes, version: int, salt: bytes
) -> StoredSlowly:
    """Store an event that came without a key."""
    data, facts = b"", b""
    places: list[tuple[int, int]] = []
    for piece, is_free in _pieces(Field(event), msgspec.json.decode(msgspec.json.encode(event))):
        if is_free:
            own = sha256(salt + len(places).to_bytes(4, "big")).digest()[:16]
            facts += b"#" + sha256(own + piece).hexdigest().encode()
            places.append((len(data), len(piece)))
        else:
            facts += piece
        data += piece
    covered = session.bytes + version.to_bytes(8, "big") + sha256(facts).digest()
    texts = msgspec.json.encode(places).decode()
    return StoredSlowly(data.decode(), texts, sha256(previous + covered).digest())


def _pieces(field: Field, plain: Any) -> Iterator[Piece]:
    """Yield the pieces of a value's JSON. `plain` is the same JSON, decoded without types."""
    if isinstance(plain, dict):
        fields = _members(field)
        for number, (name, part) in enumerate(plain.items()):
            yield (b"," if number else b"{") + msgspec.json.encode(name) + b":", False
            # The tag of a struct is not among its fields.
            yield from _pieces(fields.get(name, Field(part)), part)
        yield b"}" if plain else b"{}", False
    elif isinstance(plain, list):
        for number, (value, part) in enumerate(zip(field.value, plain, strict=True)):
            yield b"," if number else b"[", False
            yield from _pieces(field._replace(value=value), part)
        yield b"]" if plain else b"[]", False
    else:
        yield msgspec.json.encode(plain), isinstance(plain, str) and _is_free(field, plain)


def _members(field: Field) -> dict[str, Field]:
    value = field.value
    if not isinstance(value, msgspec.Struct):
        # The facts of a ruling, or data that only a ruleset has types for.
        if field.fact is not None:
            return {name: Field(part, fact=name) for name, part in value.items()}
        return {name: Field(part, name in WRITTEN) for name, part in value.items()}
    hints = get_type_hints(type(value), include_extras=True)
    ruled = {"facts"} if isinstance(value, Applied | Refused) else set()
    names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
    return {
        stored: Field(getattr(value, name), is_text(hints[name]), "" if name in ruled else None)
        for name, stored in names
    }


def _is_free(field: Field, text: str) -> bool:
    if field.fact is not None:
        return text != "" and (
            field.fact.rpartition("_")[2] in TEXT_ENDINGS or " " in text or text == REDACTED
        )
    return field.is_text and text != "" and not isinstance(field.value, Enum)
