"""The subjects of laws: each walk of each game, or a game with all its walks."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest

from tests.laws.anything import decodes
from tests.laws.game import seeds
from tests.laws.played import Played, Step
from verger.domain.games.rulesets import RULESETS

FEW = 2
"""The number of walks of each game in `make test`. `make test-all` takes all walks."""

each_walk = pytest.mark.parametrize(
    "played",
    [
        pytest.param((game, seed), marks=[pytest.mark.thorough] if seed >= FEW else [])
        for game, seed in seeds()
    ],
    ids=lambda one: f"{one[0]}-{one[1]}",
    indirect=True,
    scope="session",
)
"""Runs a test for each walk (`played`). Because of tests/conftest.py, one process plays all walks of a game."""

each_game = pytest.mark.parametrize("game", list(RULESETS))

_REFERENCE = re.compile(r'"a[0-9]+\.(node|edge)"')


def is_comparable(played: Played, move: dict[str, Any]) -> bool:
    """Return whether the options must list this move if it is possible.

    Moves with their own addresses are not listed. Options show the entries of some lists separately, so the move has at most one entry in
    each. A name such as `a1.node` is not listed either.
    """
    single = all(len(found) <= 1 for name in played.habits.singly for found in _lists(move, name))
    return single and not _REFERENCE.search(json.dumps(move)) and decodes(move, played.ruleset)


def _lists(part: Any, name: str) -> Sequence[Sequence[Any]]:
    """Every list of this name in a move."""
    if isinstance(part, list):
        return [found for one in part for found in _lists(one, name)]
    if not isinstance(part, dict):
        return []
    own = [part[name]] if isinstance(part.get(name), list) else []
    return [*own, *[found for value in part.values() for found in _lists(value, name)]]


def version_after(step: Step) -> int:
    """The version after a step."""
    return step.facts.version if step.accepted else step.facts.version - 1
