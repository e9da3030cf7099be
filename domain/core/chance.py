"""Exact chances of dice pools."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

Chances = tuple[Fraction, ...]
"""The probability of each result, the lowest result first. The sum is 1."""


def binomial(dice: int, chance: Fraction) -> Chances:
    """Return the chances of 0, 1, 2 … successes of dice that succeed with the same chance."""
    return tuple(
        comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits) for hits in range(dice + 1)
    )


def together(first: Sequence[Fraction], second: Sequence[Fraction]) -> Chances:
    """Return the chances of the sum of two independent results."""
    sums = [Fraction(0)] * (len(first) + len(second) - 1)
    for place, chance in enumerate(first):
        for more, another in enumerate(second):
            sums[place + more] += chance * another
    return tuple(sums)


def at_least(chances: Sequence[Fraction]) -> Chances:
    """Return the chances of each result or a higher one."""
    return tuple(sum(chances[place:], Fraction(0)) for place in range(len(chances)))
