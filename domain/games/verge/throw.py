"""Throwing a conflict's dice, and what they signal."""

from collections.abc import Sequence

from verger.domain.core.ruling import Refused
from verger.domain.games.verge.model.conflict import FACES
from verger.domain.games.verge.state import Draft
from verger.domain.table import throw as throwing

RULE = "conflict.roll"


def throw(
    draft: Draft, count: int, reported: Sequence[int] | None, rule: str = RULE
) -> tuple[int, ...] | Refused:
    """The values of so many d6 (`conflict.roll`)."""
    return throwing.throw(draft, count, FACES, reported, rule)


def best_face(values: Sequence[int]) -> int:
    """The most frequent face, the higher one on a tie (`conflict.roll`); 0 without dice."""
    return max(values, key=lambda value: (values.count(value), value), default=0)
