"""Forms for comparing texts. If two texts have the same form, they are the same for one purpose.

| form | purpose | ignores |
| --- | --- | --- |
| `same` | labels that are the same | case, spacing, compatibility forms |
| `sought` | search | the same differences as `same`, the dot of an `i` (Turkish), and `ss` in place of `ß` |
| `read_as` | redaction | spacing, compatibility forms, ignorable characters, kinds of dashes and quotation marks |
| `looks` | seats' names, labels that look alike | differences that a reader can hardly see |

No form is stored. All of them depend only on the pinned version of Unicode and on pinned tables.
"""

import re
from functools import lru_cache

from verger.domain.core.lookalike_table import GROUPS
from verger.domain.core.unicode import IGNORABLE, folded, group, normalized, script, words

_LIKE = {
    chr(int(code, 16)): "".join([chr(int(part, 16)) for part in like.split("+")])
    for like, *codes in (entry.split() for entry in GROUPS.split(";"))
    for code in codes
}
_IGNORED = re.compile(f"[{IGNORABLE}]")
_DIRECTION = re.compile("[\u061c\u200e\u200f\u034f]")
"""Direction marks and grapheme joiners. If they are removed, a reader sees the same text."""

_DASHES = re.compile("[\u2010-\u2015\u2212\u05be\u30a0\ufe58\ufe63]")
_APOSTROPHES = re.compile("[\u2018\u2019\u201b\u02bc\u02b9\u02bb\u2032\u00b4`]")
_QUOTES = re.compile("[\u201c-\u201f\u00ab\u00bb\u2033]")
_BLANK = re.compile("[\u2800\u3164\uffa0]")
"""Characters that look like a space: the empty Braille pattern and the Hangul fillers."""
_TATWEEL = "\u0640"
"""A line that stretches a word in Arabic script. It is no letter."""

_ALIKE = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "O"})
"""ASCII characters that many typefaces hardly distinguish."""


@lru_cache(maxsize=65_536)
def same(label: str) -> str:
    """Return the form of labels that are the same: without case, with single spaces.

    `ß` is not `ss` here, because `Maße` and `Masse` are different words.
    """
    plain = _DIRECTION.sub("", normalized("NFKD", label)).replace("\u1e9e", "\u00df")
    return " ".join(words("\u00df".join(map(_caseless, plain.split("\u00df")))))


def _caseless(text: str) -> str:
    """Return decomposed text without case. Folding can make text that decomposes again."""
    return normalized("NFKD", folded(normalized("NFKD", folded(text))))


def _plain(text: str) -> str:
    """Return a text without differences that a reader cannot see, or hardly sees."""
    plain = _IGNORED.sub("", _BLANK.sub(" ", text)).replace(_TATWEEL, "")
    plain = _APOSTROPHES.sub("'", _DASHES.sub("-", _QUOTES.sub('"', plain)))
    plain = normalized("NFKC", plain)
    # A compatibility form of a dash or a space is a dash or a space of another kind.
    return " ".join(words(_IGNORED.sub("", _DASHES.sub("-", plain))))


def read_as(text: str) -> str:
    """Return a text as a person reads it, with its case: all spellings that read the same have one form."""
    return " ".join(words(text.replace("`", "'"))) if text.isascii() else _plain(text)


def caseless(text: str) -> str:
    """Return a text as a person reads it, without case."""
    return _caseless(read_as(text)).replace("i\u0307", "i")


def sought(text: str) -> str:
    """Return the form that a search compares. Turkish has an `i` with and without a dot, small and capital."""
    return caseless(text).replace("\u0131", "i")


@lru_cache(maxsize=65_536)
def looks(text: str) -> tuple[str, ...]:
    """Return forms of a text by its look. Texts with an equal form at the same place look alike.

    In the last form, `I` and `l` are equal. This form keeps case, because `i` looks different.
    """
    plain = sought(text)
    cased = _without_other_scripts(normalized("NFKD", read_as(text)))
    return plain, _without_other_scripts(plain), cased.translate(_ALIKE)


def _without_other_scripts(text: str) -> str:
    return normalized("NFKD", "".join([_LIKE.get(one, one) for one in text]))


def scripts(text: str) -> frozenset[str]:
    """Return the scripts of the letters in a text."""
    letters = (one for one in normalized("NFKD", text) if group(one) in "LO")
    return frozenset(map(script, letters))


def are_confusable(one: str, other: str) -> bool:
    """Return whether a reader could take one name for the other.

    Letters of one script are not look-alikes: its readers distinguish them.
    """
    pairs = [a == b for a, b in zip(looks(one), looks(other), strict=True)]
    if pairs[0]:
        return True
    own = scripts(one)
    return any(pairs) and not (len(own) == 1 and own == scripts(other) and own != {"LATIN"})
