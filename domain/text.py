"""What people may write: labels (one line) and prose, with their limits."""

import unicodedata
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.reason import Code
from domain.ruling import Refused, refuse

LABEL_LIMIT = 100
"""Characters in a label or a name."""

PROSE_LIMIT = 2_000
"""Characters in a narration, a reason, a note."""

# The joiners and marks that emoji and right-to-left scripts need: format characters all the same.
_JOINERS = frozenset("\u200c\u200d\u200e\u200f\u061c")


def _written(limit: int, what: str) -> Meta:
    shown: dict[str, Any] = {"minLength": 1, "maxLength": limit, "pattern": r"\S"}
    return Meta(description=what, extra_json_schema=shown, extra={"limit": limit})


Label = Annotated[
    str, _written(LABEL_LIMIT, "One line of at most 100 characters, no control characters.")
]
Prose = Annotated[str, _written(PROSE_LIMIT, "At most 2,000 characters; line breaks are welcome.")]


def tidy(label: str) -> str:
    """The label as it is recorded: Unicode NFC, single spaces, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", label).split())


def unusable_text(struct: msgspec.Struct, within: str = "") -> Refused | None:
    """The first text in a move that may not be written, if any."""
    for name, limit in text_fields(type(struct)):
        value = getattr(struct, name)
        refusal = None
        if isinstance(value, str):
            refusal = _unusable(value, limit, f"{within}{name}") if limit else None
        elif isinstance(value, msgspec.Struct):
            refusal = unusable_text(value, f"{within}{name}.")
        elif isinstance(value, tuple):
            refusal = _unusable_in(value, f"{within}{name}")
        if refusal:
            return refusal
    return None


def _unusable_in(items: tuple[object, ...], where: str) -> Refused | None:
    for place, item in enumerate(items):
        if isinstance(item, msgspec.Struct):
            refusal = unusable_text(item, f"{where}[{place}].")
            if refusal:
                return refusal
    return None


def _unusable(text: str, limit: int, where: str) -> Refused | None:
    fault = _fault(text, limit)
    if fault is None:
        return None
    return refuse(
        Code.UNUSABLE_TEXT, "table.text", field=where, fault=fault, limit=limit, length=len(text)
    )


def _fault(text: str, limit: int) -> str | None:
    # What nearly every text is, seen without looking at each character.
    if len(text) <= limit and text.isprintable() and text.strip():
        return None
    if all(character.isspace() or character in _JOINERS for character in text):
        return "empty"
    if len(text) > limit:
        return "too long"
    if all(_may_stand(character, limit) for character in text):
        return None
    return "made of characters that do not print"


def _may_stand(character: str, limit: int) -> bool:
    if character == "\n":
        return limit == PROSE_LIMIT
    return character.isprintable() or character in _JOINERS


@cache
def text_fields(struct: type[msgspec.Struct]) -> tuple[tuple[str, int], ...]:
    """The fields that hold texts (with their limit) or may hold structs (limit 0)."""
    fields = msgspec.inspect.type_info(struct)
    assert isinstance(fields, msgspec.inspect.StructType)
    found = ((field.name, _limit(field.type)) for field in fields.fields)
    return tuple((name, limit) for name, limit in found if limit is not None)


def _limit(kind: msgspec.inspect.Type) -> int | None:
    match kind:
        case msgspec.inspect.Metadata(type=inner):
            extra = kind.extra or {}
            return extra.get("limit", _limit(inner))
        case msgspec.inspect.UnionType(types=types):
            return max((limit for t in types if (limit := _limit(t)) is not None), default=None)
        case msgspec.inspect.StructType() | msgspec.inspect.VarTupleType():
            return 0
        case msgspec.inspect.AnyType():
            # The parameter of a generic struct, such as a proposal's subject.
            return 0
        case _:
            return None
