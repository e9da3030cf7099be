"""Texts that make a regular expression slow: a beginning that matches, a repeated part, an end that does not match.

They are made from the pattern itself, so a new pattern needs no list of bad texts.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

# mypy finds these two only in some runs: they have no types.
_constants, _parser = import_module("re._constants"), import_module("re._parser")

_PALETTE = "a0 A_-./:,;\"'\\%?=\n\0é“"
"""Characters to try for a part that matches several characters."""
_ALONE = 'a0 ./"\n'
"""Characters that are repeated for every pattern."""
_ENDS = ("", "\0")
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_CATEGORIES = {"CATEGORY_DIGIT": r"\d", "CATEGORY_WORD": r"\w", "CATEGORY_SPACE": r"\s"}


class Attack(NamedTuple):
    """A hostile text of any length."""

    before: str
    repeated: str
    end: str

    def text(self, length: int) -> str:
        """The text with about this many characters."""
        return self.before + self.repeated * (length // len(self.repeated)) + self.end


def attacks(pattern: re.Pattern[Any]) -> list[Attack]:
    """Return hostile texts for a pattern."""
    told: str | bytes = pattern.pattern
    text = told.decode("latin-1") if isinstance(told, bytes) else told
    tree = _parser.parse(text, pattern.flags & ~re.UNICODE)
    parts = dict.fromkeys([*_repeats(tree, ""), *(("", one) for one in _ALONE)])
    return [Attack(before, part, end) for before, part in parts if part for end in _ENDS]


def _repeats(items: Any, before: str) -> Iterator[tuple[str, str]]:
    """Yield a text for each part that a pattern repeats without limit, after a text that matches up to that part."""
    for item in items:
        name, value = str(item[0]), item[1]
        if name in _REPEATS:
            _, most, body = value
            yield from _repeats(body, before)
            if most == _constants.MAXREPEAT:
                yield from ((before, one) for one in _variants(body))
        for body in _bodies(name, value):
            yield from _repeats(body, before)
        before += _sample([item])


def _bodies(name: str, value: Any) -> list[Any]:
    match name:
        case "SUBPATTERN":
            return [value[3]]
        case "BRANCH":
            return list(value[1])
        case "ATOMIC_GROUP":
            return [value]
        case "ASSERT" | "ASSERT_NOT":
            return [value[1]]
        case _:
            return []


def _variants(body: Any) -> list[str]:
    """Return texts that match a repeated part. There are several if the part is a set of characters."""
    if len(body) == 1 and str(body[0][0]) in ("IN", "ANY", "NOT_LITERAL"):
        return [one for one in _PALETTE if _takes(body[0], one)][:4] or [_sample(body)]
    return [_sample(body)]


def _sample(items: Any) -> str:
    """A short text that matches a part of a pattern."""
    found = ""
    for item in items:
        name, value = str(item[0]), item[1]
        if name == "LITERAL":
            found += chr(value)
        elif name in ("IN", "ANY", "NOT_LITERAL"):
            every = map(chr, range(0x3000))
            found += next((one for one in (*_PALETTE, *every) if _takes(item, one)), "")
        elif name in _REPEATS:
            found += _sample(value[2]) * max(1, value[0])
        elif name not in {"ASSERT", "ASSERT_NOT"} and (bodies := _bodies(name, value)):
            found += _sample(bodies[0])
    return found


def _takes(item: Any, one: str) -> bool:
    """Return whether a part of a pattern for one character matches this character."""
    name, value = str(item[0]), item[1]
    match name:
        case "ANY":
            return one != "\n"
        case "LITERAL":
            return bool(ord(one) == value)
        case "NOT_LITERAL":
            return bool(ord(one) != value)
        case "RANGE":
            return bool(value[0] <= ord(one) <= value[1])
        case "CATEGORY":
            category = str(value)
            positive = category.replace("_NOT_", "_")
            return bool(re.match(_CATEGORIES[positive], one)) is (positive == category)
        case _:
            negated = str(value[0][0]) == "NEGATE"
            return any(_takes(part, one) for part in value[negated:]) is not negated
