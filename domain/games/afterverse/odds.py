"""The exact odds of a roll: of hits, of hits with Good Luck, and of a glitch."""

from fractions import Fraction
from functools import cache

from verger.domain.core.chance import binomial

HIT = Fraction(1, 3)
LUCKY = Fraction(1, 2)
ONE = Fraction(1, 6)
PLAIN = 2
"""The number of glitch dice without risk, and the number of ones in a glitch."""


@cache
def hit_odds(dice: int) -> tuple[Fraction, ...]:
    """Return the chances of 0, 1, 2 … hits on this number of dice (`test.hits`)."""
    return binomial(dice, HIT)


@cache
def good_luck_odds(dice: int) -> tuple[Fraction, ...]:
    """Return the chances of hits with one more pip on each die (`chutzpah.good_luck`)."""
    return binomial(dice, LUCKY)


@cache
def glitch_odds(dice: int) -> tuple[Fraction, Fraction]:
    """Return the chances of no glitch and of a glitch on 2 + risk glitch dice (`glitch.risk`)."""
    without = sum(binomial(dice, ONE)[:PLAIN], Fraction())
    return without, 1 - without
