"""The games of generated play: all rulesets, each with its habits."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.laws.habit import Habits
from tests.laws.walk import Walk
from verger.domain.core.decider import Ruleset
from verger.domain.games.rulesets import RULESETS

HABITS: Mapping[str, Habits] = {
    path.stem: import_module(f"tests.laws.habits.{path.stem}").HABITS
    for path in Path(__file__).with_name("habits").glob("*.py")
}
"""The habits of the games that have their own."""


def habits_of(ruleset: Ruleset[Any]) -> Habits:
    """Return the habits of a game's walks."""
    return HABITS.get(ruleset.name, Habits())


def seeds() -> Iterator[tuple[str, int]]:
    """The game and the seed of each walk in the tests."""
    for name, ruleset in RULESETS.items():
        for seed in range(habits_of(ruleset).seeds):
            yield name, seed


@cache
def walk(name: str, seed: int) -> Walk:
    """The walk of a game with a seed. It is played only once."""
    ruleset = RULESETS[name]
    return Walk(ruleset, habits_of(ruleset), seed).play()


def walks(name: str) -> list[Walk]:
    """All the walks of a game."""
    return [walk(name, seed) for seed in range(habits_of(RULESETS[name]).seeds)]
