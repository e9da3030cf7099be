"""Free texts: what people wrote, told by its type from ids, tags and marks; and taking it out again.

A free text is a field whose type is `Label`, `Prose` or plain `str`. Ids (types of their own),
enums, literals, house rules' values and `Sign`s are none, and are never touched. What is taken out
of a session is a set of texts; each is replaced by `[redacted]`

- where it is a whole free text;
- within other free texts, sentences and warnings where it stands as whole words (of several words
  the last may have an ending), if it has at least four characters or is somebody's name; in scripts
  that are written without spaces wherever it stands; upper and lower case are told apart;
- in sentences and warnings also where it is all that stands in quotation marks, however short;
- in a ruling's facts by the same rules where the fact is one that holds texts (`label`, `name` …),
  and otherwise only where it is the whole fact and of several words.

So a label `a`, `s1` or `story` damages no more than free texts.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from types import NoneType
from typing import Annotated, Any, NewType, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from domain.core.ruling import Applied, Fact, Refused
from domain.core.text import tidy
from domain.core.unicode import group, ranges, trimmed

REDACTED = "[redacted]"

WORD_LENGTH = 4
"""Characters from which a text is also replaced within other texts; shorter ones are too common."""

TEXT_FACTS = frozenset(
    {"controllers", "deed", "label", "name", "named", "now", "spotlight", "there", "why"}
)
"""The facts that hold names and labels, alone or in a list."""

LETTERS, UNSPACED = "-LNO", "-O"
"""The groups of characters that words are made of, and those of scripts without cases."""

_RULED = ("sentence", "warnings", "was", "now")
"""The fields that hold the sentences of rulings."""

_WRITTEN = ("label", "name", "reason", "text")
"""The members that hold what people wrote, in data kept without its type."""

# Most characters are ASCII, and the class of all letters is long: it is tried last.
_WORD = re.compile(rf"(?:[0-9A-Za-z_]+|(?![\0-\x7f])[{ranges(LETTERS)}])+")
_Struct = TypeVar("_Struct", bound=msgspec.Struct)


class Texts:
    """Some texts, to be found and taken out wherever they stand."""

    def __init__(self, texts: Iterable[str], names: Iterable[str] = ()) -> None:
        known = {form: False for text in texts for form in _forms(text)}
        known |= {form: True for name in names for form in _forms(name)}
        self._whole = frozenset(known)
        self._by_word: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
        self._anywhere: list[tuple[str, re.Pattern[str]]] = []
        firsts = {text: _first_word(text) for text in known}
        self._words = {word for word in firsts.values() if word}
        self._wordless = [_in_json(text) for text, word in firsts.items() if not word]
        # The longest first: of two that begin alike the longer one is the one meant.
        for text in sorted(known, key=lambda text: (-len(text), text)):
            if len(text) >= WORD_LENGTH or known[text]:
                self._remember(text)

    def __bool__(self) -> bool:
        return bool(self._whole)

    def _remember(self, text: str) -> None:
        word, entry = _first_word(text), (text, _as_words(text))
        if word:
            self._by_word.setdefault(word, []).append(entry)
        else:
            self._anywhere.append(entry)

    def taken_out(self, struct: _Struct) -> _Struct:
        """The same struct without the texts; itself where it holds none of them."""
        changed: dict[str, Any] = {}
        for name, is_text in _places(type(struct)):
            value = getattr(struct, name)
            redact = self._said if name in _RULED else self._written
            left = self._within(value, redact if is_text else None)
            if left is not value and left != value:
                changed[name] = left
        if isinstance(struct, Applied | Refused):
            facts = {name: self._fact(name, fact) for name, fact in struct.facts.items()}
            if facts != struct.facts:
                changed["facts"] = facts
        return replace(struct, **changed) if changed else struct

    def may_be_in(self, json: str) -> bool:
        """A quick check whether one of them may stand in a JSON text; a no is certain."""
        words = set(_WORD.findall(json.replace("\\n", " ").replace('\\"', " ")))
        return not self._words.isdisjoint(words) or any(text in json for text in self._wordless)

    def left_of(self, text: str) -> str:
        """A free text without them."""
        return self._written(text)

    def _within(self, value: Any, redact: Callable[[str], str] | None) -> Any:
        match value:
            case Enum():
                return value
            case str():
                left = redact(value) if redact else value
                return value if left == value else left
            case msgspec.Struct():
                return self.taken_out(value)
            case dict():
                # Data that only a ruleset has types for, such as a table's corrections.
                return {
                    key: self._within(part, self._written if key in _WRITTEN else None)
                    for key, part in value.items()
                }
            case tuple():
                parts = tuple([self._within(part, redact) for part in value])
                same = all(new is old for new, old in zip(parts, value, strict=True))
                return value if same else parts
            case _:
                return value

    def _written(self, text: str) -> str:
        """A free text with each of them replaced."""
        if text in self._whole:
            return REDACTED
        for known, pattern in self._standing_in(text):
            text = _without(text, known, pattern)
        return text

    def _said(self, sentence: str) -> str:
        """A sentence of a ruling, or a warning, with each of them replaced."""
        return _QUOTED.sub(self._quoted, self._written(sentence))

    def _quoted(self, found: re.Match[str]) -> str:
        return f"“{REDACTED}”" if found[1] in self._whole else found[0]

    def _fact(self, name: str, fact: Fact) -> Fact:
        if isinstance(fact, tuple):
            return tuple([self._spoken(name, part) for part in fact])
        return self._spoken(name, fact) if isinstance(fact, str) else fact

    def _spoken(self, name: str, fact: str) -> str:
        if name in TEXT_FACTS:
            return REDACTED if fact in self._whole else self._said(fact)
        return REDACTED if fact in self._whole and " " in fact else fact

    def _standing_in(self, text: str) -> Iterator[tuple[str, re.Pattern[str]]]:
        """Those that may stand in a text, the longest first."""
        words = set(_WORD.findall(text)) if self._by_word else set()
        found = [entry for word in words for entry in self._by_word.get(word, ())]
        found += self._anywhere
        found.sort(key=lambda entry: (-len(entry[0]), entry[0]))
        return (entry for entry in found if entry[0] in text)


def _forms(text: str) -> set[str]:
    """A text as it was sent, and as it is recorded."""
    return {text, trimmed(text), tidy(text)} - {"", REDACTED}


def _first_word(text: str) -> str:
    """A word to look for first; nothing where a text has none, or none with spaces around it."""
    word = _WORD.search(text)
    return "" if word is None or any(map(_is_unspaced, text)) else word[0]


def _in_json(text: str) -> str:
    return msgspec.json.encode(text).decode()[1:-1]


def _as_words(text: str) -> re.Pattern[str]:
    """The text, or an earlier redaction, which is passed over."""
    return re.compile(f"{re.escape(REDACTED)}|{re.escape(text)}")


def _without(text: str, known: str, pattern: re.Pattern[str]) -> str:
    """A text with another one replaced wherever that stands as whole words."""
    parts, end, at = [], 0, 0
    while found := pattern.search(text, at):
        at = found.start() + 1
        if found[0] == REDACTED or _is_whole(text, known, found):
            parts += [text[end : found.start()], REDACTED]
            end = at = found.end()
    return "".join([*parts, text[end:]])


def _is_whole(text: str, known: str, found: re.Match[str]) -> bool:
    start, end = found.span()
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    # Of several words the last may be inflected: nothing else begins like that.
    ends = not _is_letter(after) or not _needs_edge(known[-1]) or " " in known
    return ends and not (_is_letter(before) and _needs_edge(known[0]))


_QUOTED = re.compile("“([^“”]*)”")


def _needs_edge(character: str) -> bool:
    return _is_letter(character) and not _is_unspaced(character)


def _is_letter(character: str) -> bool:
    return character == "_" or (character != "" and group(character) in LETTERS)


def _is_unspaced(character: str) -> bool:
    """Whether a letter is of a script without cases, many of which put no spaces between words."""
    return group(character) in UNSPACED


def texts_of(struct: msgspec.Struct) -> Iterator[tuple[str, str]]:
    """Every free text of a struct and of those within it, with its field's name."""
    for name, is_text in _places(type(struct)):
        yield from _texts_in(getattr(struct, name), name, is_text=is_text)


def _texts_in(value: Any, name: str, *, is_text: bool) -> Iterator[tuple[str, str]]:
    match value:
        case Enum():
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
    """The free texts of some moves; what a seat is called is a name, however short."""
    found = [pair for struct in structs for pair in texts_of(struct)]
    names = [text for field, text in found if field == "name"]
    return Texts([text for _, text in found], names)


@cache
def _places(struct: type[msgspec.Struct]) -> tuple[tuple[str, bool], ...]:
    """The fields that are free texts (true), or may hold some further within (false)."""
    hints: Mapping[str, Any] = get_type_hints(struct, include_extras=True)
    fields = [(name, hints[name]) for name in struct.__struct_fields__]
    return tuple((name, is_text(hint)) for name, hint in fields if _may_hold(hint))


def _may_hold(hint: Any) -> bool:
    """Whether a text may stand in a field of this type, or a struct that holds one."""
    if isinstance(hint, NewType):
        return False
    return not isinstance(hint, type) or hint is str or issubclass(hint, msgspec.Struct)


def is_text(hint: Any) -> bool:
    """Whether a field of this type is a free text, or a list of them."""
    if get_origin(hint) is Annotated:
        inner, *notes = get_args(hint)
        signs = [note for note in notes if (getattr(note, "extra", None) or {}).get("sign")]
        return is_text(inner) and not signs
    arms = get_args(hint)
    if get_origin(hint) is tuple:
        return is_text(arms[0])
    if arms and NoneType in arms:
        return any(is_text(arm) for arm in arms if arm is not NoneType)
    return hint is str
