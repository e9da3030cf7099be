"""The exact odds of a roll: of hits, of hits with Good Luck, of a glitch."""

from fractions import Fraction
from functools import cache

from verger.domain.core.chance import binomial

HIT = Fraction(1, 3)
LUCKY = Fraction(1, 2)
ONE = Fraction(1, 6)
PLAIN = 2
"""Glitch dice without any risk, and the ones that make a glitch."""


@cache
def hit_odds(dice: int) -> tuple[Fraction, ...]:
    """The chances of 0, 1, 2 … hits on so many dice (`test.hits`)."""
    return binomial(dice, HIT)


@cache
def good_luck_odds(dice: int) -> tuple[Fraction, ...]:
    """The same with a pip more on each die (`chutzpah.good_luck`)."""
    return binomial(dice, LUCKY)


@cache
def glitch_odds(dice: int) -> tuple[Fraction, Fraction]:
    """The chances of no glitch and of a glitch on so many glitch dice, 2 + risk (`glitch.risk`)."""
    without = sum(binomial(dice, ONE)[:PLAIN], Fraction())
    return without, 1 - without
