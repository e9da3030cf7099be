"""Fair dice give signals as often as counting says they do."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from tests.support.play import rule
from verger.domain.core.dice import SeededDice
from verger.domain.core.identifier import SessionId
from verger.domain.games.verge.model.conflict import best_face
from verger.domain.games.verge.odds import signal_odds

SEED = bytes(range(32))
SESSION = SessionId("01890a5d-ac96-774b-bcce-b302099a8057")
ROLLS = 10_000

# Upper critical values at p = 0.001 by degrees of freedom: NIST/SEMATECH e-Handbook of
# Statistical Methods, section 1.3.6.7.4, table of the chi-square distribution.
CRITICAL = {1: 10.828, 2: 13.816, 3: 16.266, 4: 18.467, 5: 20.515, 6: 22.458}

FEWEST = 5
"""The least that is expected in a class of a chi-squared test (Cochran's rule)."""


@cache
def counted(dice: int) -> tuple[Fraction, ...]:
    """Count the rolls of every multiset of faces, and add them up by their largest group."""
    found = [0] * (dice + 1)
    for faces in combinations_with_replacement(range(1, 7), dice):
        groups = [faces.count(face) for face in range(1, 7)]
        found[max(groups)] += factorial(dice) // prod(map(factorial, groups))
    return tuple(Fraction(number, 6**dice) for number in found)


@cache
def rolls(faces: int = 6) -> tuple[tuple[int, ...], ...]:
    """Roll twelve dice many times; with a seventh face, which counts as a six, loaded ones."""
    source = SeededDice(SEED, SESSION, 0)
    values = [source.roll(12, faces).values for _ in range(ROLLS)]
    return tuple(tuple(min(value, 6) for value in roll) for roll in values)


def signals(dice: int, faces: int = 6) -> list[int]:
    """Give the signals of the first so many dice of every roll."""
    taken = [roll[:dice] for roll in rolls(faces)]
    return [values.count(best_face(values)) for values in taken]


def classes(dice: int) -> list[tuple[int, ...]]:
    """Put neighbouring signals together until enough of each are expected."""
    found: list[tuple[int, ...]] = [()]
    for signal in range(1, dice + 1):
        found[-1] = (*found[-1], signal)
        if expected(dice, found[-1]) >= FEWEST:
            found.append(())
    *whole, rest = found
    whole[-1] = (*whole[-1], *rest)
    return whole


def expected(dice: int, together: Sequence[int]) -> float:
    """Give how many of the rolls have one of these signals, on average."""
    return float(ROLLS * sum(counted(dice)[signal] for signal in together))


def chi_squared(dice: int, seen: Counter[int]) -> tuple[float, int]:
    """Give Pearson's statistic and its degrees of freedom."""
    found = classes(dice)
    terms = [
        (sum(seen[one] for one in together) - expected(dice, together)) ** 2
        / expected(dice, together)
        for together in found
    ]
    return sum(terms), len(found) - 1


@rule("conflict.roll")
@pytest.mark.parametrize("dice", range(1, 13))
def test_the_odds_of_a_signal_are_those_of_counting_every_roll(dice: int) -> None:
    assert signal_odds(dice) == counted(dice)


@rule("conflict.roll")
@pytest.mark.parametrize("dice", [0, 1, 2, 13, 60])
def test_some_signal_or_other_is_certain(dice: int) -> None:
    odds = signal_odds(dice)
    assert (sum(odds), len(odds), min(odds) >= 0) == (1, dice + 1, True)


@rule("conflict.roll")
@pytest.mark.parametrize(
    ("dice", "odds"), [(0, "1"), (1, "0 1"), (2, "0 5/6 1/6"), (3, "0 5/9 5/12 1/36")]
)
def test_the_odds_of_few_dice_can_be_worked_out_by_hand(dice: int, odds: str) -> None:
    assert " ".join(map(str, signal_odds(dice))) == odds


@rule("conflict.roll")
def test_of_seven_dice_two_at_least_are_equal() -> None:
    assert signal_odds(6)[1] > signal_odds(7)[1] == 0


FREEDOM = {2: 1, 3: 2, 4: 3, 5: 4, 6: 4, 7: 4, 8: 4, 9: 5, 10: 5, 11: 5, 12: 6}
"""Degrees of freedom by number of dice: the classes less one."""


@rule("conflict.roll")
@pytest.mark.parametrize(("dice", "freedom"), FREEDOM.items())
def test_seeded_dice_give_signals_by_these_odds(dice: int, freedom: int) -> None:
    statistic, degrees = chi_squared(dice, Counter(signals(dice)))
    assert degrees == freedom
    assert statistic < CRITICAL[freedom]


@pytest.mark.parametrize("dice", range(2, 13))
def test_loaded_dice_would_be_found_out(dice: int) -> None:
    statistic, freedom = chi_squared(dice, Counter(signals(dice, faces=7)))
    assert statistic > CRITICAL[freedom]
