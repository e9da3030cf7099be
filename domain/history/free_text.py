"""Free texts: finding the texts that people wrote, and removing them.

A free text is a field of type `Label`, `Prose` or plain `str`, or a fact of a ruling that contains
one. Ids, enums, literals, values of house rules and `Sign`s are no free texts, and a redaction
never changes them. The hash chain commits to each free text separately. So a text is removed as a
whole, and `[redacted]` replaces it. A redaction removes a set of texts from a session, and each
free text that contains one of them, in any spelling that reads the same (`read_as`):

- as the whole text;
- as whole words (the last of several words can have an ending), if it has at least four
  characters or is a person's name; at any place in scripts that are written without spaces;
  upper and lower case are different;
- as everything between “ and ”, however short;
- in the facts of a ruling by the same rules, if the last word in the fact's name shows that it
  contains texts (`seat_name`, `close_labels` …), or if the fact has several words.

So the redaction of a label such as `a`, `s1` or `story` changes only free texts.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from itertools import chain, repeat
from types import NoneType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NewType,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec.structs import replace

from verger.domain.core.ruling import Applied, Fact, Refused
from verger.domain.core.spelling import read_as
from verger.domain.core.text import REDACTED
from verger.domain.core.unicode import group, ranges

BLANK = "\0"
"""Replaces each free text if only the other parts of a struct matter. No recorded text contains
it."""

WORD_LENGTH = 4
"""The minimum length of a text that is also replaced within other texts. Shorter texts are too
common."""

TEXT_ENDINGS = frozenset(
    {"label", "labels", "name", "names", "subject", "subjects", "text", "words"}
)
"""The last words in the names of facts that contain texts, such as `seat_name` and `zone_names`."""

_FACTS = ("facts", "circumstances")
"""The members of a ruling whose facts can contain texts."""

LETTERS, UNSPACED = "-LNO", "-O"
"""The groups of characters in words, and the groups of the scripts without case."""

WRITTEN = ("job", "label", "name", "reason", "text", "track")
"""The members that contain free texts, in data that is stored without its type."""

# Most characters are ASCII, and the class of all other letters is long. So this class comes last.
_WORD = re.compile(rf"(?:[0-9A-Za-z_]+|(?![\0-\x7f])[{ranges(LETTERS)}])+")
_Struct = TypeVar("_Struct", bound=msgspec.Struct)
_Add = Callable[[str], object]
"""Receives each text that is replaced."""
_New = Callable[[], str]
"""Returns the replacement of the next text."""
_Replacer = Callable[[Any, _Add, _New, bool], Any]
_blank: _New = repeat(BLANK).__next__


class Texts:
    """A set of texts to find and remove."""

    def __init__(self, texts: Iterable[str], names: Iterable[str] = ()) -> None:
        known = dict.fromkeys(map(read_as, texts), False) | dict.fromkeys(map(read_as, names), True)
        for none in ("", REDACTED):
            known.pop(none, None)
        self._whole = frozenset(known)
        self._by_word: dict[str, list[str]] = {}
        self._anywhere: list[str] = []
        firsts = {text: _first_word(text) for text in known}
        self._words = {word for word in firsts.values() if word}
        self._wordless = [text for text, word in firsts.items() if not word]
        for text, word in firsts.items():
            if len(text) >= WORD_LENGTH or known[text]:
                entries = self._by_word.setdefault(word, []) if word else self._anywhere
                entries.append(text)

    def __bool__(self) -> bool:
        return bool(self._whole)

    def taken_out(self, struct: _Struct) -> _Struct:
        """Return the struct without the texts, or the same object if it contains none of the texts."""
        _, texts = blanked(struct)
        remainders = [self.left_of(text) for text in texts]
        return (
            struct
            if remainders == texts
            else _replaced(struct, list[str]().append, iter(remainders).__next__)
        )

    def may_be_in(self, json: str) -> bool:
        """Return whether a JSON text might contain one of the texts.

        False is certain, and the check is fast.
        """
        read = read_as(_ESCAPED.sub(_unescaped, json))
        words = set(_WORD.findall(read))
        return not self._words.isdisjoint(words) or any(text in read for text in self._wordless)

    def left_of(self, text: str) -> str:
        """Return a free text, or its replacement if it contains one of the texts."""
        read = read_as(text)
        quoted = map(read_as, _QUOTED.findall(text))
        is_out = read in self._whole or not self._whole.isdisjoint(quoted) or self._is_within(read)
        return REDACTED if is_out else text

    def _is_within(self, text: str) -> bool:
        """Return whether a text contains one of the texts as whole words."""
        words = set(_WORD.findall(text)) if self._by_word else set()
        candidates = (known for word in words for known in self._by_word.get(word, ()))
        return any(_stands_in(text, known) for known in chain(candidates, self._anywhere))


def blanked(struct: _Struct) -> tuple[_Struct, list[str]]:
    """Return a struct with BLANK for each free text, and these texts in the order of its JSON."""
    texts: list[str] = []
    return _replaced(struct, texts.append, _blank), texts


def _replaced(value: Any, add: _Add, new: _New, is_text: bool = False) -> Any:  # noqa: FBT001, FBT002
    """Return a value with new texts, in the order of its JSON; the same value if it contains no text."""
    return _REPLACERS[type(value)](value, add, new, is_text)


def _text_replaced(text: str, add: _Add, new: _New, is_text: bool) -> str:  # noqa: FBT001
    # An empty text contains nothing to replace. As a default, it is not stored at all.
    if not is_text or not text:
        return text
    add(text)
    return new()


def _tuple_replaced(value: tuple[Any, ...], add: _Add, new: _New, is_text: bool) -> Any:  # noqa: FBT001
    parts = tuple([_REPLACERS[type(part)](part, add, new, is_text) for part in value])
    return value if parts == value else parts


def _list_replaced(value: list[Any], add: _Add, new: _New, is_text: bool) -> Any:  # noqa: FBT001
    return [_replaced(part, add, new, is_text) for part in value]


def _dict_replaced(value: dict[str, Any], add: _Add, new: _New, _is_text: bool) -> Any:  # noqa: FBT001
    # Only a ruleset has types for this data, such as the corrections of a table.
    return {key: _replaced(part, add, new, key in WRITTEN) for key, part in value.items()}


def _facts_replaced(facts: dict[str, Fact], add: _Add, new: _New, _is_text: bool) -> Any:  # noqa: FBT001
    changed: dict[str, Any] = {}
    for name, fact in facts.items():
        if (
            type(fact) is not int
            and (remainder := _fact_replaced(name, fact, add, new)) is not fact
        ):
            changed[name] = remainder
    return {**facts, **changed} if changed else facts


def _fact_replaced(name: str, fact: Any, add: _Add, new: _New) -> Any:
    kind = type(fact)
    if kind is tuple:
        parts = tuple([_fact_replaced(name, part, add, new) for part in fact])
        return fact if parts == fact else parts
    if kind is not str:
        # In a stored fact, an id or an enum is a plain text too.
        return _fact_replaced(name, fact.value, add, new) if isinstance(fact, Enum) else fact
    is_text = name.rpartition("_")[2] in TEXT_ENDINGS or " " in fact or fact == REDACTED
    return _text_replaced(fact, add, new, is_text)


def _struct_replacer(kind: type[msgspec.Struct]) -> _Replacer:
    places = _places(kind)

    def replaced(struct: msgspec.Struct, add: _Add, new: _New, _is_text: bool) -> Any:  # noqa: FBT001
        changed: dict[str, Any] = {}
        for name, is_text, replacer in places:
            value = getattr(struct, name)
            if not value:
                continue
            if is_text and type(value) is str:
                # This check avoids a function call. Every new event comes here.
                add(value)
                changed[name] = new()
            elif (
                remainder := (replacer or _REPLACERS[type(value)])(value, add, new, is_text)
            ) is not value:
                changed[name] = remainder
        if "salt" in changed and changed.get("text") == REDACTED:
            # Remove the salt too: with it, a reader could guess the removed text.
            changed["salt"] = REDACTED
        return replace(struct, **changed) if changed else struct

    return replaced if places else _same


def _same(value: Any, _add: _Add, _new: _New, _is_text: bool) -> Any:  # noqa: FBT001
    return value


class _Replacers(dict[type, _Replacer]):
    """The functions that replace the texts of values, by the exact types of the values."""

    def __missing__(self, kind: type) -> _Replacer:
        self[kind] = _struct_replacer(kind) if issubclass(kind, msgspec.Struct) else _same
        return self[kind]


_REPLACERS = _Replacers(
    {str: _text_replaced, tuple: _tuple_replaced, list: _list_replaced, dict: _dict_replaced}
)


def _first_word(text: str) -> str:
    """Return the first word, for a fast search; "" if the text has letters of a script without case."""
    word = _WORD.search(text)
    return "" if word is None or any(map(_is_unspaced, text)) else word[0]


_ESCAPED = re.compile(r"\\(?:u[0-9A-Fa-f]{4}|.)")


def _unescaped(found: re.Match[str]) -> str:
    """Return the character that a backslash escapes, or a space for a control character."""
    return found[0][1] if found[0][1] in '"\\/' else " "


def _stands_in(text: str, known: str) -> bool:
    """Return whether a text contains another one as whole words."""
    at = text.find(known)
    while at >= 0:
        if _is_whole(text, known, at):
            return True
        at = text.find(known, at + 1)
    return False


def _is_whole(text: str, known: str, start: int) -> bool:
    end = start + len(known)
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    # The last of several words can have an ending. Hardly any other text begins with the same
    # words.
    ends = not _is_letter(after) or not _needs_edge(known[-1]) or " " in known
    return ends and not (_is_letter(before) and _needs_edge(known[0]))


_QUOTED = re.compile("“([^“”]*)”")


def _needs_edge(character: str) -> bool:
    return _is_letter(character) and not _is_unspaced(character)


def _is_letter(character: str) -> bool:
    return character == "_" or (character != "" and group(character) in LETTERS)


def _is_unspaced(character: str) -> bool:
    """Return whether a letter is of a script without case.

    Many of these scripts have no spaces between words.
    """
    return group(character) in UNSPACED


def texts_of(struct: msgspec.Struct) -> Iterator[tuple[str, str]]:
    """Yield every free text in a struct and in its inner structs, with the name of its field."""
    for name, is_text, *_ in _places(type(struct)):
        yield from _texts_in(getattr(struct, name), name, is_text=is_text)


def _texts_in(value: Any, name: str, *, is_text: bool) -> Iterator[tuple[str, str]]:
    """Yield the free texts of a field's value, each with the name of the field that holds it.

    `is_text` says whether the field is free text. If not, only structs in the field hold free text.
    """
    match value:
        case Enum():  # Some enums are strings, but none is free text.
            return
        case str():
            if is_text:
                yield name, value
        case msgspec.Struct():
            yield from texts_of(value)
        case tuple():
            for part in value:
                yield from _texts_in(part, name, is_text=is_text)
        case _:
            return


def texts(structs: Iterable[msgspec.Struct]) -> Texts:
    """Return the free texts of some moves.

    The name of a seat counts as a name, however short it is.
    """
    pairs = [pair for struct in structs for pair in texts_of(struct)]
    names = [text for field, text in pairs if field == "name"]
    return Texts([text for _, text in pairs], names)


class _Place(NamedTuple):
    """A field that is a free text, or may contain some."""

    name: str
    is_text: bool
    replacer: _Replacer | None
    """Replaces the texts in the facts of a ruling. None if the type of the value determines the
    replacer."""


@cache
def _places(struct: type[msgspec.Struct]) -> tuple[_Place, ...]:
    hints: Mapping[str, Any] = get_type_hints(struct, include_extras=True)
    is_ruled = issubclass(struct, Applied | Refused)
    return tuple(
        _Place(name, is_text(hints[name]), _facts_replaced if is_ruled and name in _FACTS else None)
        for name in struct.__struct_fields__
        if _may_hold(hints[name])
    )


def _may_hold(hint: Any, within: tuple[Any, ...] = ()) -> bool:
    """Return whether a field of this type, or a struct in it, may contain a text."""
    if isinstance(hint, NewType) or get_origin(hint) is Literal or hint is Ellipsis:
        return False
    kind = get_origin(hint) or hint
    if kind is Annotated:
        return not _is_sign(hint) and _may_hold(get_args(hint)[0], within)
    if any(_may_hold(arm, within) for arm in get_args(hint)):
        return True
    if not isinstance(kind, type):
        return isinstance(kind, TypeVar)
    if not issubclass(kind, msgspec.Struct):
        return kind is str
    hints = get_type_hints(kind, include_extras=True).values() if kind not in within else ()
    return any(_may_hold(inner, (*within, kind)) for inner in hints)


def _is_sign(hint: Any) -> bool:
    return any((getattr(note, "extra", None) or {}).get("sign") for note in get_args(hint)[1:])


def is_text(hint: Any) -> bool:
    """Return whether a field of this type is a free text, or a list of free texts."""
    if get_origin(hint) is Annotated:
        return is_text(get_args(hint)[0]) and not _is_sign(hint)
    arms = get_args(hint)
    if get_origin(hint) is tuple:
        return is_text(arms[0])
    if arms and NoneType in arms:
        return any(is_text(arm) for arm in arms if arm is not NoneType)
    return hint is str
