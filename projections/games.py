"""The explicit list of what games show besides; one that is not on it shows what every game does."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

from projections.edgerunner import SHOWN as EDGERUNNER
from projections.shown import Shown
from projections.verge import SHOWN as VERGE

GAMES: Mapping[str, Shown] = {"verge": VERGE, "edgerunner": EDGERUNNER}
"""By the names of their rulesets."""


def shown_by(ruleset: str) -> Shown:
    """What a game shows besides."""
    return GAMES.get(ruleset, Shown())


def given(read: str) -> Any:
    """The type of what a read gives, in whichever games have it."""
    return reduce(or_, [shown.reads[read].gives for shown in GAMES.values() if read in shown.reads])
