"""The odds of fudge dice: how likely each sum is."""

from fractions import Fraction
from functools import cache

FACES = 3
"""A fudge die shows -1, 0 and 1 equally often: three faces, less two."""
DICE = 4


def lowest(dice: int) -> int:
    """The lowest sum of so many fudge dice."""
    return -dice


@cache
def fudge_odds(dice: int) -> tuple[Fraction, ...]:
    """The chances of the sums of so many fudge dice, the lowest first (`action.roll`)."""
    counts = [1]
    for _ in range(dice):
        padded = [0, 0, *counts, 0, 0]
        counts = [sum(padded[place : place + FACES]) for place in range(len(counts) + 2)]
    return tuple(Fraction(count, FACES**dice) for count in counts)
