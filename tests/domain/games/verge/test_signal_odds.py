"""The odds of signals are the same as if all possible rolls are counted."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from tests.support.play import rule
from verger.domain.games.verge.odds import signal_odds


@cache
def counted(dice: int) -> tuple[Fraction, ...]:
    """Count the rolls of every multiset of faces, and add them up by their largest group."""
    found = [0] * (dice + 1)
    for faces in combinations_with_replacement(range(1, 7), dice):
        groups = [faces.count(face) for face in range(1, 7)]
        found[max(groups)] += factorial(dice) // prod(map(factorial, groups))
    return tuple(Fraction(number, 6**dice) for number in found)


@rule("conflict.roll")
@pytest.mark.parametrize("dice", range(1, 13))
def test_the_odds_of_a_signal_are_those_of_counting_every_roll(dice: int) -> None:
    assert signal_odds(dice) == counted(dice)


@rule("conflict.roll")
@pytest.mark.parametrize("dice", [0, 1, 2, 13, 60])
def test_the_odds_of_all_signals_add_up_to_1(dice: int) -> None:
    odds = signal_odds(dice)
    assert (sum(odds), len(odds), min(odds) >= 0) == (1, dice + 1, True)


@rule("conflict.roll")
@pytest.mark.parametrize(
    ("dice", "odds"), [(0, "1"), (1, "0 1"), (2, "0 5/6 1/6"), (3, "0 5/9 5/12 1/36")]
)
def test_the_odds_of_few_dice_can_be_worked_out_by_hand(dice: int, odds: str) -> None:
    assert " ".join(map(str, signal_odds(dice))) == odds
