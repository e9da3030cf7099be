"""The list of all rulesets. To add a ruleset, add it here."""

from collections.abc import Mapping
from typing import Any

from verger.domain.core.decider import Ruleset
from verger.domain.games.afterverse import RULESET as AFTERVERSE
from verger.domain.games.edgerunner import RULESET as EDGERUNNER
from verger.domain.games.venus import RULESET as VENUS
from verger.domain.games.verge import RULESET as VERGE

EDITIONS: tuple[Ruleset[Any], ...] = (VERGE, EDGERUNNER, VENUS, AFTERVERSE)
"""All versions of all games that sessions use, with the newest version of each game last."""

RULESETS: Mapping[str, Ruleset[Any]] = {ruleset.name: ruleset for ruleset in EDITIONS}
"""By name: the version for new sessions."""

DEFAULT = VERGE.name
"""The ruleset of a new session that names none."""


def edition(name: str, version: int) -> Ruleset[Any] | None:
    """Return a version of a ruleset, or None."""
    return next(
        (rules for rules in EDITIONS if (rules.name, rules.version) == (name, version)), None
    )
