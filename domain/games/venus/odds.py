"""Exact chances: successes of a task's dice, and checks that the d20 decides for any target."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial

from verger.domain.core.chance import Chances, binomial, together
from verger.domain.games.venus.model.caliber import (
    Caliber,
    chance,
    chance_to_fail_alone,
    chance_to_pass_alone,
)


def successes(pool: Iterable[Caliber]) -> Chances:
    """Return the chances of 0, 1, 2 … successes of dice of any calibers (`task.odds`)."""
    chances: Chances = (Fraction(1),)
    for caliber in pool:
        chances = together(chances, binomial(1, chance(caliber)))
    return chances


def _so_often(happens: Fraction) -> Callable[[int], Sequence[Fraction]]:
    return partial(binomial, chance=happens)


ODDS: dict[str, Callable[[int], Sequence[Fraction]]] = {
    **{caliber.value: _so_often(chance(caliber)) for caliber in Caliber},
    **{f"{caliber}_passes": _so_often(chance_to_pass_alone(caliber)) for caliber in Caliber},
    **{f"{caliber}_fails": _so_often(chance_to_fail_alone(caliber)) for caliber in Caliber},
}
"""For each caliber: the chances of successes, and of checks that the d20 decides for any target."""
