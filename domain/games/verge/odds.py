"""The odds of a signal: the probability of each size of the largest group of equal faces."""

from fractions import Fraction
from functools import cache
from math import comb

from verger.domain.games.verge.model.conflict import FACES


@cache
def signal_odds(dice: int) -> tuple[Fraction, ...]:
    """Return the chances that the best signal has 0, 1, 2 … dice (`conflict.roll`).

    The rolls that show no face more than k times have the exponential generating function (Σ xʲ/j!,
    j ≤ k)⁶. Their number for n dice is its coefficient of xⁿ, times n!.
    """
    at_most = [_rolls_without_more(dice, most) for most in range(dice + 1)]
    exactly = [here - below for here, below in zip(at_most, [0, *at_most[:-1]], strict=True)]
    return tuple(Fraction(rolls, FACES**dice) for rolls in exactly)


def _rolls_without_more(dice: int, most: int) -> int:
    """Return the number of rolls that show no face more than `most` times."""
    counts = [1] + [0] * dice
    for _ in range(FACES):
        counts = [
            sum(comb(total, here) * counts[total - here] for here in range(min(most, total) + 1))
            for total in range(dice + 1)
        ]
    return counts[dice]
