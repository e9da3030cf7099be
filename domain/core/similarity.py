"""Similarity of labels: whether two labels are the same in another form, or close to each other."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import Indel

from verger.domain.core.unicode import folded, group, normalized, words

_ARTICLES = frozenset({"a", "an", "the"})
_SIBILANTS = ("che", "she", "sse", "xe", "ze")

CLOSE_FROM = 85
"""The lowest similarity of close labels, in percent of their sorted words.

The similarity of two forms is the share of their characters that are in the longest common subsequence of
both. This is an exact fraction. `rapidfuzz` only counts the other characters (the Indel distance).
"""
CLOSE_LIMIT = 10
"""The maximum number of close labels that are found."""
FORM_LIMIT = 2_000
"""The maximum length of a compared form, in characters. The forms of valid labels are shorter."""


@lru_cache(maxsize=65_536)
def form(label: str) -> str:
    """Return the sorted words of a label, without case, accents, punctuation, articles, plurals."""
    singular = [_singular(word) for word in words(_bare(label)) if word not in _ARTICLES]
    # A label that contains only articles or punctuation must also be distinguishable.
    return " ".join(sorted(singular)) or folded(label)


def _bare(label: str) -> str:
    decomposed = folded(normalized("NFKD", label))
    kept = (_seen(character) for character in decomposed)
    return "".join(kept)


def _seen(character: str) -> str:
    of_group = group(character)
    if of_group == "M" or character in "'\u2019":
        return ""
    return " " if of_group == "X" else character


def _singular(word: str) -> str:
    """Return a word without plural endings, so that `axes` and `axe` become the same."""
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if len(word) > 3 and word.endswith("ie"):
        return word[:-2] + "y"
    return word[:-1] if word.endswith(_SIBILANTS) else word


def close_forms(wanted: str, forms: Iterable[str]) -> list[int]:
    """Return the positions of the forms that are close to the wanted one, the closest first."""
    if len(wanted) > FORM_LIMIT:
        return []
    # The time to compare two forms grows with the product of their lengths. `extract_iter` skips None.
    compared = [form if len(form) <= FORM_LIMIT else None for form in forms]
    # A close form cannot be longer than this, and cannot have more characters that are not in
    # common.
    longest = len(wanted) * (200 - CLOSE_FROM) // CLOSE_FROM
    most = (len(wanted) + longest) * (100 - CLOSE_FROM) // 100
    matches = process.extract_iter(
        wanted, compared, scorer=Indel.distance, processor=None, score_cutoff=most
    )
    apart = [
        (Fraction(distance, len(wanted) + len(form)), position)
        for form, distance, position in matches
        if form and distance * 100 <= (len(wanted) + len(form)) * (100 - CLOSE_FROM)
    ]
    return [position for _, position in sorted(apart)[:CLOSE_LIMIT]]
