"""The list of games that have their own reads and pictures."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

from verger.projections.edgerunner import SHOWN as EDGERUNNER
from verger.projections.shown import Shown
from verger.projections.verge import SHOWN as VERGE

GAMES: Mapping[str, Shown] = {"verge": VERGE, "edgerunner": EDGERUNNER}
"""The reads and pictures of each game, by the name of its ruleset."""


def shown_by(ruleset: str) -> Shown:
    """Return a game's own reads and pictures; nothing if the game has none."""
    return GAMES.get(ruleset, Shown())


def given(read: str) -> Any:
    """Return the type of a read's result: a union if several games have the read."""
    return reduce(or_, [shown.reads[read].gives for shown in GAMES.values() if read in shown.reads])
