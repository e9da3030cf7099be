"""Texts that people write: labels (one line) and prose, with their limits."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.unicode import SPACES, normalized, words

LABEL_LIMIT = 100
"""The maximum length of a label or a name, in characters."""

PROSE_LIMIT = 2_000
"""The maximum length of a narration, a reason or a note, in characters."""

# Python's Unicode tables grow, so the characters are listed here: every version must accept the
# same texts, and schemas must state which. Soft and zero-width breaks, other line ends, controls of
# writing direction, invisible operators, byte order marks, noncharacters.
_UNSEEN = r"\u007f-\u009f\u00ad\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff"
_BLANK = r" \u00a0\u061c\u1680\u2000-\u200a\u200c-\u200f\u202f\u205f\u3000"
"""Spaces of all scripts, joiners and direction marks. A text can contain them, but must not consist
of them."""


def _unseen(limit: int) -> str:
    """Return the characters that a text must not contain.

    These are the control characters, except line breaks in prose.
    """
    controls = r"\u0000-\u0009\u000b-\u001f" if limit == PROSE_LIMIT else r"\u0000-\u001f"
    return controls + _UNSEEN


def _blank(limit: int) -> str:
    return _BLANK + (r"\n" if limit == PROSE_LIMIT else "")


def pattern(limit: int) -> str:
    """Return a pattern for allowed texts, in a syntax that Python and JSON Schema share."""
    blank, unseen = _blank(limit), _unseen(limit)
    return f"^[{blank}]*[^{blank}{unseen}][^{unseen}]*$"


def written(limit: int, what: str, title: str | None = None, **more: Any) -> Meta:
    """Return the constraints and the description of a text with at most `limit` characters."""
    shown: dict[str, Any] = {"minLength": 1, "maxLength": limit, "pattern": pattern(limit)}
    extra = {"limit": limit, **more}
    return Meta(title=title, description=what, extra_json_schema=shown, extra=extra)


Label = Annotated[
    str, written(LABEL_LIMIT, "One line of at most 100 characters, no control characters.", "Label")
]
Prose = Annotated[
    str, written(PROSE_LIMIT, "At most 2,000 characters; line breaks are welcome.", "Prose")
]

_ONLY_BLANK = re.compile(rf"[{SPACES}{_BLANK}]*")


def tidy(label: str) -> str:
    """Return a label in its recorded form: Unicode NFC, single spaces, none at the ends."""
    return " ".join(words(normalized("NFC", label)))


def counted(number: int, singular: str, several: str = "") -> str:
    """Return a number with its noun for a sentence: `1 hit`, `2 hits`, `3 dice`."""
    return f"{number} {singular if number == 1 else several or singular + 's'}"


def listed(names: Sequence[str]) -> str:
    """Join names for a sentence: `Ann`, `Ann and Bo`, `Ann, Bo and Cy`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def is_label(text: str) -> bool:
    """Return whether a text is valid as a label."""
    return _fault(text, LABEL_LIMIT) is None


def unusable_text(struct: msgspec.Struct, within: str = "") -> Refused | None:
    """Return the refusal of the first invalid text in a move, or None."""
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
        Code.UNUSABLE_TEXT,
        "table.text",
        field=where,
        text_fault=fault,
        text_characters_allowed=limit,
        text_characters=len(text),
    )


def _fault(text: str, limit: int) -> str | None:
    # A fast path for most texts. `isprintable` means the same in every interpreter only for ASCII.
    if len(text) <= limit and text.isascii() and text.isprintable() and text.strip(" "):
        return None
    if _ONLY_BLANK.fullmatch(text):
        return "empty"
    if len(text) > limit:
        return "too long"
    if re.search(f"[{_unseen(limit)}]", text):
        return "made of characters that do not print"
    return None


@cache
def text_fields(struct: type[msgspec.Struct]) -> tuple[tuple[str, int], ...]:
    """Return the fields that hold texts (with their limit) or can hold structs (limit 0)."""
    fields = msgspec.inspect.type_info(struct)
    assert isinstance(fields, msgspec.inspect.StructType)
    limits = ((field.name, _limit(field.type)) for field in fields.fields)
    return tuple((name, limit) for name, limit in limits if limit is not None)


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
