"""Exact chances of dice pools."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

Chances = tuple[Fraction, ...]
"""How likely each result is, the lowest first; together 1."""


def binomial(dice: int, chance: Fraction) -> Chances:
    """The chances of 0, 1, 2 … successes of so many dice, each with the same chance."""
    return tuple(
        comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits) for hits in range(dice + 1)
    )


def together(one: Sequence[Fraction], other: Sequence[Fraction]) -> Chances:
    """The chances of the sum of two independent results."""
    found = [Fraction(0)] * (len(one) + len(other) - 1)
    for place, chance in enumerate(one):
        for more, another in enumerate(other):
            found[place + more] += chance * another
    return tuple(found)


def at_least(chances: Sequence[Fraction]) -> Chances:
    """The chances of each result or a higher one."""
    return tuple(sum(chances[place:], Fraction(0)) for place in range(len(chances)))
