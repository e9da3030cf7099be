"""Unicode text as the rules read it: the same in every version of Python.

The tables of Python grow with each release, and a log could be right for one interpreter and wrong for
another. So the rules know the characters of one version of Unicode. They take each later character as it
is: a letter without case, which combines with no other and is equal only to itself.

Unicode guarantees that case folding, normal forms and combining classes of assigned characters never
change. Here the interpreter's functions see only assigned characters. The other properties may change, so
they are in a table. A test compares all of this in every supported interpreter.
"""

import re
import unicodedata
from collections.abc import Callable
from itertools import groupby
from typing import Literal

from verger.domain.core.unicode_table import RUNS

VERSION = "14.0"
"""The version of the oldest supported interpreter: it has no tables for a newer one."""

SPACES = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"
    "\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""All white space."""

SORTED_BY_PYTHON = 100
"""The maximum length of a text whose marks are left to Python's insertion sort."""

_RUNS = [(name, int(length, 16)) for name, length in re.findall("([-A-Z])([0-9a-f]+)", RUNS)]
_GROUPS = "".join([name * length for name, length in _RUNS])
_WORD = re.compile(f"[^{SPACES}]+")
_OF_MARKS = frozenset("\u0f73\u0f75\u0f81")
"""The characters of combining class 0 that decompose into combining marks only."""


def group(character: str) -> str:
    """Return the group of a character, as a letter (see the table); `-` if it is not assigned."""
    return _GROUPS[ord(character)]


def ranges(groups: str) -> str:
    """Return all characters of some groups as ranges in a regular expression."""
    parts, at = [], 0
    for is_one, run in groupby(_RUNS, lambda entry: entry[0] in groups):
        after = at + sum(length for _, length in run)
        parts += [f"\\U{at:08x}-\\U{after - 1:08x}"] if is_one else []
        at = after
    return "".join(parts)


def words(text: str) -> list[str]:
    """Return the parts of a text between white space."""
    return _WORD.findall(text)


def trimmed(text: str) -> str:
    """Return a text without white space at its ends."""
    return text.strip(SPACES)


def folded(text: str) -> str:
    """Return a text in a form that is the same for capitals and small letters."""
    return _of_assigned(str.casefold, text)


def normalized(form: Literal["NFC", "NFKD"], text: str) -> str:
    """Return a text in a Unicode normal form, in a time almost proportional to its length."""
    return text if text.isascii() else _of_assigned(lambda run: _normalized(form, run), text)


def _of_assigned(function: Callable[[str], str], text: str) -> str:
    """Return a text with each run of assigned characters replaced by its value."""
    runs = groupby(text, lambda character: group(character) != "-")
    parts = [(is_assigned, "".join(run)) for is_assigned, run in runs]
    return "".join([function(run) if is_assigned else run for is_assigned, run in parts])


def _normalized(form: Literal["NFC", "NFKD"], text: str) -> str:
    """Return assigned characters in a normal form.

    Python uses insertion sort for the marks of a letter. That takes seconds for 64 kB of marks. In a
    long text, the marks are sorted beforehand, so that Python moves none of them.
    """
    has_marks = any(map(unicodedata.combining, text)) or not _OF_MARKS.isdisjoint(text)
    if has_marks and len(text) > SORTED_BY_PYTHON:
        decomposition: Literal["NFD", "NFKD"] = "NFD" if form == "NFC" else form
        apart = "".join([unicodedata.normalize(decomposition, character) for character in text])
        # Only marks have a class above 0, and only adjacent marks are sorted (Unicode, 3.11).
        runs = groupby(apart, lambda character: unicodedata.combining(character) > 0)
        parts = (sorted(run, key=unicodedata.combining) if marks else run for marks, run in runs)
        text = "".join(["".join(part) for part in parts])
    return unicodedata.normalize(form, text)
