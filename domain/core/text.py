"""Texts that people write: labels (one line) and prose, with their limits."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.unicode import (
    ZERO_WIDTH_JOINER,
    ZERO_WIDTH_NON_JOINER,
    group,
    normalized,
    shows,
    trimmed,
    words,
)

LABEL_LIMIT = 100
"""The maximum length of a label or a name, in characters."""

PROSE_LIMIT = 2_000
"""The maximum length of a narration, a reason or a note, in characters."""

REDACTED = "[redacted]"
"""Replaces a text that was removed from a log."""

_REFUSED = (
    r"\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff"
)
"""Control characters, noncharacters and annotation marks. The server accepts no text with them."""

_BREAKS = "\v\f\r\x85\u2028\u2029"
_NEEDLESS = (
    "\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufff8"
    "\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff"
)
"""Ignorable characters that change no letter: soft hyphens, zero-width spaces, word joiners, byte order
marks, embeddings, isolates and overrides of the direction, and reserved characters."""

_TAGS = "\U000e0020-\U000e007f"
_JOINERS = ZERO_WIDTH_NON_JOINER + ZERO_WIDTH_JOINER
_BREAK = re.compile(f"\r\n|[{_BREAKS}]")
_LONE_TAGS = re.compile(f"(?<![\U0001f3f4{_TAGS}])[{_TAGS}]+")
"""Tags that are not in the flag of a region, such as Scotland."""
_OMITTED = re.compile(f"[{_NEEDLESS}]")
_TO_CLEAN = re.compile(f"[\t{_BREAKS}{_NEEDLESS}{_JOINERS}{_TAGS}]")
_TO_REFUSE = re.compile(f"[{_REFUSED}]")


def pattern() -> str:
    """Return a pattern for texts that the server accepts, in a syntax that Python and JSON Schema share.

    The pattern does not list all invisible characters, so a text that matches it can still look
    empty.
    """
    return rf"^[ \t\n]*[^ \t\n{_REFUSED}][^{_REFUSED}]*$"


def written(limit: int, what: str, title: str | None = None, **more: Any) -> Meta:
    """Return the constraints and the description of a text with at most `limit` characters."""
    shown: dict[str, Any] = {"minLength": 1, "maxLength": limit, "pattern": pattern()}
    extra = {"limit": limit, **more}
    return Meta(title=title, description=what, extra_json_schema=shown, extra=extra)


Label = Annotated[
    str,
    written(
        LABEL_LIMIT, "One line of at most 100 characters, without control characters.", "Label"
    ),
]
Prose = Annotated[
    str, written(PROSE_LIMIT, "At most 2,000 characters; line breaks are welcome.", "Prose")
]

_Struct = TypeVar("_Struct", bound=msgspec.Struct)


def cleaned(text: str, limit: int = PROSE_LIMIT) -> str:
    """Return a text in its stored form.

    Every line end becomes a line feed (in one line a space), and a tab becomes a space. Characters that show
    nothing and change no letter are left out, and the rest is in the normal form NFC. A text with a character
    that the server refuses stays as it is, so that the refusal names its place.
    """
    if text.isascii() and text.isprintable():
        return text
    characters = "".join({*text})
    if _TO_REFUSE.search(characters):
        return text
    if _TO_CLEAN.search(characters):
        text = _BREAK.sub("\n", text).replace("\t", " ")
        text = _LONE_TAGS.sub("", _OMITTED.sub("", text))
        text = _with_needed_joiners(text)
    return normalized("NFC", text if limit == PROSE_LIMIT else text.replace("\n", " "))


def _with_needed_joiners(text: str) -> str:
    """Return a text that keeps joiners only after a symbol or a letter of a script without case.

    Persian and Hindi are written in such scripts. Symbols with joiners form one emoji.
    """
    kept: list[str] = []
    base = "X"
    for character in text:
        if character not in _JOINERS:
            base = base if group(character) == "M" else group(character)
        elif base not in "OS-" or kept[-1] in _JOINERS:
            continue
        kept.append(character)
    return "".join(kept)


def with_clean_texts(struct: _Struct) -> _Struct:
    """Return a struct with all its texts in their stored form."""
    changed = {
        name: new
        for name, limit in text_fields(type(struct))
        if (new := _clean(value := getattr(struct, name), limit)) is not value
    }
    return replace(struct, **changed) if changed else struct


def _clean(value: Any, limit: int) -> Any:
    if isinstance(value, str):
        return cleaned(value, limit) if limit else value
    if isinstance(value, msgspec.Struct):
        return with_clean_texts(value)
    if isinstance(value, tuple):
        parts = tuple([_clean(part, 0) for part in value])
        return value if parts == value else parts
    return value


def tidy(label: str) -> str:
    """Return a label in its recorded form: Unicode NFC, single spaces, none at the ends."""
    return " ".join(words(normalized("NFC", label)))


def counted(number: int, singular: str, several: str = "") -> str:
    """Return a number with its noun for a sentence: `1 hit`, `2 hits`, `3 dice`."""
    return f"{number} {singular if number == 1 else several or singular + 's'}"


def listed(names: Sequence[str]) -> str:
    """Join names for a sentence: `Ann`, `Ann and Bo`, `Ann, Bo and Cy`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def narrated(text: str | None) -> str:
    """Return a player's text as the end of a sentence; only a full stop if the text is empty."""
    words = trimmed(text or "")
    return ended(f": “{words}”" if words else "")


def ended(sentence: str) -> str:
    """Return a sentence with a full stop, unless it ends with `.`, `!`, `?` or `…`, even before `”`."""
    is_ended = sentence.removesuffix("”").endswith((".", "!", "?", "…"))
    return sentence if is_ended else f"{sentence}."


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
    index = _odd_place(text, limit) if fault == _ODD else None
    if index is None:
        return refuse(
            Code.UNUSABLE_TEXT,
            "table.text",
            field=where,
            text_fault=fault,
            text_fault_in_words=_FAULTS[fault],
            text_characters_allowed=limit,
            text_characters=len(text),
        )
    code_point = f"U+{ord(text[index]):04X}"
    return refuse(
        Code.UNUSABLE_TEXT,
        "table.text",
        field=where,
        text_fault=fault,
        text_fault_in_words=f"{_FAULTS[fault]} ({code_point} at index {index})",
        text_characters_allowed=limit,
        text_characters=len(text),
        code_point=code_point,
        text_index=index,
    )


_ODD = "unstorable"

_FAULTS = {
    "too_long": "too long",
    "empty": "empty",
    _ODD: "not made of characters that can be stored",
}
"""The faults of a text, in words."""


def _fault(text: str, limit: int) -> str | None:
    # A fast path for most texts. `isprintable` means the same in every interpreter only for ASCII.
    if len(text) <= limit and text.isascii() and text.isprintable() and text.strip(" "):
        return None
    if len(text) > limit:
        return "too_long"
    if not shows(text) and not _TO_REFUSE.search(text):
        return "empty"
    return _ODD if _odd_place(text, limit) is not None else None


def _odd_place(text: str, limit: int) -> int | None:
    """Return the index of the first character that cannot be stored, or None."""
    stored = cleaned(text, limit)
    if refused := _TO_REFUSE.search("".join({*text})) and _TO_REFUSE.search(text):
        return refused.start()
    if stored == text:
        return None
    pairs = enumerate(zip(text, stored, strict=False))
    return next(
        (place for place, (one, other) in pairs if one != other), min(len(text), len(stored))
    )


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
