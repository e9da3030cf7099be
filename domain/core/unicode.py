"""Unicode text as the rules read it: the same in every version of Python.

The tables of Python grow with each release, and a log could be right for one interpreter and wrong for
another. So the rules know the characters of one version of Unicode. They take each later character as it
is: a letter without case, which combines with no other and is equal only to itself.

Unicode guarantees that case folding, normal forms, combining classes and names of assigned characters
never change. Here the interpreter's functions see only assigned characters. The other properties may
change, so they are in tables. A test compares all of this in every supported interpreter.
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

IGNORABLE = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e0fff"
)
"""Characters that show nothing themselves, for a regular expression: Default_Ignorable_Code_Point in
DerivedCoreProperties.txt of the pinned version."""

ZERO_WIDTH_NON_JOINER, ZERO_WIDTH_JOINER = "\u200c", "\u200d"

SORTED_BY_PYTHON = 100
"""The maximum length of a text whose marks only Python sorts. Python uses insertion sort."""

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


_SHOWN = re.compile(f"[^{SPACES}{IGNORABLE}\u2800{ranges('M')}]")
_CONTINUES = re.compile(f"[{IGNORABLE}{ranges('M')}\U0001f3fb-\U0001f3ff]")
"""Characters that belong to the character before them: marks, ignorable characters, skin
colours."""
_FLAGS = "".join(map(chr, range(0x1F1E6, 0x1F200)))
_FLAG = re.compile(f"[{_FLAGS}]")
"""Two of these letters make a flag."""
_JAMO = re.compile("[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]")
_VIRAMA = 9
"""The combining class of marks that join two letters of an Indic script."""
_POINTS = range(10, 36)
"""The combining classes of the vowels of Hebrew and Arabic, which most texts leave out."""
_PHONETIC = range(0x250, 0x2B0), range(0x1D00, 0x1DC0)


def shows(text: str) -> bool:
    """Return whether a text shows anything.

    White space, ignorable characters, the empty Braille pattern and marks without a letter show nothing.
    """
    return _SHOWN.search(text) is not None


def script(letter: str) -> str:
    """Return the script of an assigned letter, by its name. Phonetic letters count as one separate script."""
    if any(ord(letter) in letters for letters in _PHONETIC):
        return "PHONETIC"
    return unicodedata.name(letter, "").partition(" ")[0]


def is_vowel_point(mark: str) -> bool:
    """Return whether a mark is a vowel of Hebrew or Arabic."""
    return unicodedata.combining(mark) in _POINTS


def words(text: str) -> list[str]:
    """Return the parts of a text between white space."""
    return _WORD.findall(text)


def trimmed(text: str) -> str:
    """Return a text without white space at its ends."""
    return text.strip(SPACES)


def cut(text: str, most: int, mark: str = "") -> str:
    """Return at most `most` characters of a text. If the text is longer, it ends with the mark.

    A character that a reader sees as one, such as an emoji of several code points, is not divided.
    """
    if len(text) <= most:
        return text
    end = most - len(mark)
    while end > 0 and _is_joined(text, end):
        end -= 1
    # A character with a hundred accents can be longer than the limit.
    return trimmed(text[: end or most - len(mark)]) + mark


def _is_joined(text: str, at: int) -> bool:
    """Return whether two neighbours belong to one character that a reader sees (UAX #29, simplified)."""
    before, after = text[at - 1], text[at]
    if _CONTINUES.match(after) or before == ZERO_WIDTH_JOINER:
        return True
    if _FLAG.match(before) and _FLAG.match(after):
        return (at - len(text[:at].rstrip(_FLAGS))) % 2 == 1
    is_conjunct = unicodedata.combining(before) == _VIRAMA and group(after) == "O"
    return is_conjunct or bool(_JAMO.match(before) and _JAMO.match(after))


def folded(text: str) -> str:
    """Return a text in a form that is the same for capitals and small letters."""
    return _of_assigned(str.casefold, text)


def normalized(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    """Return a text in a Unicode normal form, in a time almost proportional to its length."""
    return text if text.isascii() else _of_assigned(lambda run: _normalized(form, run), text)


def _of_assigned(function: Callable[[str], str], text: str) -> str:
    """Return a text with the function applied to each run of assigned characters."""
    if all(group(character) != "-" for character in set(text)):
        return function(text)
    runs = groupby(text, lambda character: group(character) != "-")
    parts = [(is_assigned, "".join(run)) for is_assigned, run in runs]
    return "".join([function(run) if is_assigned else run for is_assigned, run in parts])


def _normalized(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    """Return assigned characters in a normal form.

    Python uses insertion sort for the marks of a letter. That takes seconds for 64 kB of marks. In a
    long text, the marks are sorted beforehand, so that Python moves none of them.
    """
    if len(text) > SORTED_BY_PYTHON and _has_marks({*text}):
        decomposition: Literal["NFD", "NFKD"] = "NFD" if form == "NFC" else "NFKD"
        apart = "".join([unicodedata.normalize(decomposition, character) for character in text])
        # Only marks have a class above 0, and only adjacent marks are sorted (Unicode, 3.11).
        runs = groupby(apart, lambda character: unicodedata.combining(character) > 0)
        parts = (sorted(run, key=unicodedata.combining) if marks else run for marks, run in runs)
        text = "".join(["".join(part) for part in parts])
    return unicodedata.normalize(form, text)


def _has_marks(characters: set[str]) -> bool:
    return any(map(unicodedata.combining, characters)) or not _OF_MARKS.isdisjoint(characters)
