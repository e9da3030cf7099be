"""When two labels are the same in another form, and when they are merely close."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from rapidfuzz import fuzz, process

from domain.core.text import normalized

_ARTICLES = frozenset({"a", "an", "the"})
_SIBILANTS = ("che", "she", "sse", "xe", "ze")

CLOSE_FROM = 85.0
"""Similarity of the sorted words, in percent, from which two labels are close."""
FORM_LIMIT = 2_000
"""The maximum length of a compared form, in characters. The forms of valid labels are shorter."""


@lru_cache(maxsize=65_536)
def form(label: str) -> str:
    """The label's words, sorted, without case, accents, punctuation, articles and plurals."""
    words = [_singular(word) for word in _bare(label).split() if word not in _ARTICLES]
    # A label of nothing but articles or punctuation still has to differ from another.
    return " ".join(sorted(words)) or label.casefold()


def _bare(label: str) -> str:
    decomposed = normalized("NFKD", label).casefold()
    kept = (_seen(character) for character in decomposed)
    return "".join(kept)


def _seen(character: str) -> str:
    group = unicodedata.category(character)[0]
    if group == "M" or character in "'\u2019":
        return ""
    return character if group in "LNS" else " "


def _singular(word: str) -> str:
    """The word without a plural's s, its end made alike, so that `axes` meets `axe`."""
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if len(word) > 3 and word.endswith("ie"):
        return word[:-2] + "y"
    return word[:-1] if word.endswith(_SIBILANTS) else word


def close_forms(wanted: str, forms: Iterable[str]) -> list[int]:
    """The positions of the forms that are close to the wanted one, the closest first."""
    if len(wanted) > FORM_LIMIT:
        return []
    # The time to compare two forms grows with the product of their lengths. `extract` skips None.
    compared = [form if len(form) <= FORM_LIMIT else None for form in forms]
    found = process.extract(
        wanted, compared, scorer=fuzz.ratio, processor=None, score_cutoff=CLOSE_FROM, limit=10
    )
    return [position for _, _, position in found]
