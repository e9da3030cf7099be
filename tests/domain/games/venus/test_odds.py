"""Successes by caliber, exact chances of any pool, and the printed table of bronze dice."""

from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from tests.support.venus import rule
from verger.domain.core.chance import at_least
from verger.domain.games.venus import RULESET
from verger.domain.games.venus.model.caliber import Caliber, strikes
from verger.domain.games.venus.odds import successes

PRINTED = {
    1: "33.33",
    2: "55.6 11.112",
    3: "70.3 25.93 3.704",
    4: "80.2 40.74 11.112 1.234",
    5: "87 53.9 20.98 4.527 0.411",
    6: "91 64.9 31.96 10.014 1.783 0.137",
    7: "94 73.7 42.94 17.33 4.527 0.686 0.046",
    8: "96 80.5 53.2 25.86 8.794 1.966 0.259 0.015",
}
"""The chances in percent of at least 1, 2, 3 … successes, by the number of bronze dice."""

# Thirty of the 36 cells are rounded to the nearest. These six were cut off or rounded up.
ROUNDED = {
    (2, 2): ROUND_UP,
    (4, 3): ROUND_UP,
    (3, 1): ROUND_DOWN,
    (4, 4): ROUND_DOWN,
    (5, 3): ROUND_DOWN,
    (5, 5): ROUND_DOWN,
}
AVERAGES = {1: "0.3", 2: "0.7", 3: "1.0", 4: "1.3", 5: "1.7", 6: "2.0", 7: "2.3", 8: "2.7"}
SIGMAS = {1: 0.47, 2: 0.69, 3: 0.82, 4: 0.94, 5: 1.08, 6: 1.15, 7: 1.25, 8: 1.35}

CELLS = [
    (dice, number, cell)
    for dice, row in PRINTED.items()
    for number, cell in enumerate(row.split(), start=1)
]


def decimal(chance: Fraction, like: str, rounding: str) -> Decimal:
    """The chance, rounded to the number of digits of a printed number."""
    digits = Decimal(1).scaleb(Decimal(like).as_tuple().exponent)  # type: ignore[arg-type]
    scaled = chance / Fraction(digits)
    lower = scaled.numerator // scaled.denominator
    up = {
        ROUND_UP: scaled > lower,
        ROUND_DOWN: False,
        ROUND_HALF_UP: scaled - lower >= Fraction(1, 2),
    }
    return (lower + up[rounding]) * digits


@rule("task.odds")
@pytest.mark.parametrize(("dice", "number", "cell"), CELLS)
def test_the_odds_of_bronze_dice_equal_the_printed_table_to_the_last_digit(
    dice: int, number: int, cell: str
) -> None:
    chance = at_least(successes([Caliber.BRONZE] * dice))[number] * 100
    assert decimal(chance, cell, ROUNDED.get((dice, number), ROUND_HALF_UP)) == Decimal(cell)


@rule("task.odds")
@pytest.mark.parametrize(("dice", "number"), ROUNDED)
def test_six_cells_are_not_rounded_to_the_nearest(dice: int, number: int) -> None:
    cell = PRINTED[dice].split()[number - 1]
    chance = at_least(successes([Caliber.BRONZE] * dice))[number] * 100
    assert decimal(chance, cell, ROUND_HALF_UP) != Decimal(cell)


@rule("task.odds")
@pytest.mark.parametrize("dice", PRINTED)
def test_the_averages_and_deviations_are_those_of_the_printed_table(dice: int) -> None:
    chances = successes([Caliber.BRONZE] * dice)
    mean = sum((hits * chance for hits, chance in enumerate(chances)), Fraction(0))
    variance = sum((hits * hits * c for hits, c in enumerate(chances)), Fraction(0)) - mean**2
    assert decimal(mean, AVERAGES[dice], ROUND_HALF_UP) == Decimal(AVERAGES[dice])
    # The print is off by up to 0.03 with 2, 5 and 8 dice.
    assert sqrt(variance) == pytest.approx(SIGMAS[dice], abs=0.03)


@rule("task.successes")
def test_a_die_strikes_from_5_4_3_and_2_on() -> None:
    lowest = {c: min(v for v in range(1, 7) if strikes(c, v)) for c in Caliber}
    assert list(lowest.values()) == [5, 4, 3, 2]


@rule("task.odds")
def test_the_chances_of_a_mixed_pool_are_those_of_every_roll_counted() -> None:
    pool = [Caliber.BRONZE, Caliber.BRONZE, Caliber.GOLD, Caliber.PLATINUM]
    counted = [0] * 5
    for roll in product(range(1, 7), repeat=4):
        counted[sum(map(strikes, pool, roll))] += 1
    assert successes(pool) == tuple(Fraction(number, 6**4) for number in counted)


@rule("task.odds")
def test_no_dice_have_no_successes() -> None:
    assert successes([]) == (Fraction(1),)


@rule("task.odds")
def test_the_odds_that_are_served_are_those_of_dice_of_one_caliber() -> None:
    for caliber in Caliber:
        assert tuple(RULESET.odds[caliber](5)) == successes([caliber] * 5)


@rule("check.auto")
@pytest.mark.parametrize(
    ("caliber", "passes", "fails"),
    [("bronze", 0, 5), ("silver", 5, 5), ("gold", 10, 5), ("platinum", 10, 0)],
)
def test_the_chances_of_natural_results_are_those_of_their_caliber(
    caliber: str, passes: int, fails: int
) -> None:
    assert RULESET.odds[f"{caliber}_passes"](1)[1] == Fraction(passes, 100)
    assert RULESET.odds[f"{caliber}_fails"](1)[1] == Fraction(fails, 100)
