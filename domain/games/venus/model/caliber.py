"""Calibers: the faces that succeed on a task's die, and the d20 results that decide a check."""

from enum import StrEnum
from fractions import Fraction

D6, D20 = 6, 20


class Caliber(StrEnum):
    """The potential of an ability, from the lowest to the highest."""

    BRONZE = "bronze"
    SILVER = "silver"
    GOLD = "gold"
    PLATINUM = "platinum"


_STRIKES_FROM = {
    Caliber.BRONZE: 5,
    Caliber.SILVER: 4,
    Caliber.GOLD: 3,
    Caliber.PLATINUM: 2,
}
_PASSES_FROM = {
    Caliber.BRONZE: D20 + 1,
    Caliber.SILVER: 20,
    Caliber.GOLD: 19,
    Caliber.PLATINUM: 19,
}


def strikes(caliber: Caliber, value: int) -> bool:
    """Return whether a die of a task is a success (`task.successes`)."""
    return value >= _STRIKES_FROM[caliber]


def chance(caliber: Caliber) -> Fraction:
    """Return the chance that a die of a task is a success (`task.successes`)."""
    return Fraction(D6 + 1 - _STRIKES_FROM[caliber], D6)


def passes_alone(caliber: Caliber, natural: int) -> bool:
    """Return whether a check passes for any target (`check.auto`)."""
    return natural >= _PASSES_FROM[caliber]


def fails_alone(caliber: Caliber, natural: int) -> bool:
    """Return whether a check fails for any sum (`check.auto`)."""
    return natural == 1 and caliber is not Caliber.PLATINUM


def chance_to_pass_alone(caliber: Caliber) -> Fraction:
    """Return the chance that the d20 passes a check for any target (`check.auto`)."""
    return Fraction(sum(passes_alone(caliber, value) for value in range(1, D20 + 1)), D20)


def chance_to_fail_alone(caliber: Caliber) -> Fraction:
    """Return the chance that the d20 fails a check for any sum (`check.auto`)."""
    return Fraction(sum(fails_alone(caliber, value) for value in range(1, D20 + 1)), D20)
