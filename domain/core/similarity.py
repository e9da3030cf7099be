"""Similarity of labels: whether two labels are the same in another spelling, or close to each other."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import Indel

from verger.domain.core.spelling import looks, same
from verger.domain.core.unicode import folded, group, is_vowel_point, normalized, words

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


def same_label(wanted: str, labels: Sequence[str]) -> int | None:
    """Return the position of the label that is the same as the wanted one, or None."""
    forms = [same(label) for label in labels]
    return forms.index(same(wanted)) if same(wanted) in forms else None


def close_labels(wanted: str, labels: Sequence[str]) -> list[int]:
    """Return the positions of labels that are close to the wanted one or look like it, the closest first."""
    close = close_forms(form(wanted), [form(label) for label in labels])
    own = looks(wanted)
    alike = [
        position
        for position, label in enumerate(labels)
        if any(one == other for one, other in zip(own, looks(label), strict=True))
    ]
    return [*dict.fromkeys([*close, *alike])][:CLOSE_LIMIT]


@lru_cache(maxsize=65_536)
def form(label: str) -> str:
    """Return the sorted words of a label, without case, accents, punctuation, articles, plurals."""
    singular = [_singular(word) for word in words(_bare(label)) if word not in _ARTICLES]
    # A label that contains only articles or punctuation must also be distinguishable.
    return " ".join(sorted(singular)) or folded(label)


def _bare(label: str) -> str:
    """Return a label without case and punctuation, and without the accents of letters that have case.

    In other scripts a mark is often a vowel, as in Hindi or Thai, and another vowel makes another word.
    """
    kept, base = [], ""
    for character in folded(normalized("NFKD", label)):
        of_group = group(character)
        if of_group == "M":
            seen = "" if base == "L" or is_vowel_point(character) else character
        else:
            seen, base = _seen(character, of_group), of_group
        kept.append(seen)
    return "".join(kept)


def _seen(character: str, of_group: str) -> str:
    if character in "'\u2019":
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
    # A close form cannot be longer than this, and both forms cannot have more characters that are
    # not in common.
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
