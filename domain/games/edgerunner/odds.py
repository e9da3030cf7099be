"""The odds of fudge dice: the probability of each sum."""

from fractions import Fraction
from functools import cache

FACES = 3
"""The number of faces. A fudge die shows -1, 0 and 1 equally often: the face minus 2."""
DICE = 4


def lowest(dice: int) -> int:
    """Return the lowest sum of these fudge dice."""
    return -dice


@cache
def fudge_odds(dice: int) -> tuple[Fraction, ...]:
    """Return the chances of the sums of fudge dice, the lowest first (`action.roll`)."""
    counts = [1]
    for _ in range(dice):
        padded = [0, 0, *counts, 0, 0]
        counts = [sum(padded[place : place + FACES]) for place in range(len(counts) + 2)]
    return tuple(Fraction(count, FACES**dice) for count in counts)
