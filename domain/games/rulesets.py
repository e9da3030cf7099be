"""The explicit list of rulesets; adding one is adding it here."""

from collections.abc import Mapping
from typing import Any

from verger.domain.core.decider import Ruleset
from verger.domain.games.afterverse import RULESET as AFTERVERSE
from verger.domain.games.edgerunner import RULESET as EDGERUNNER
from verger.domain.games.venus import RULESET as VENUS
from verger.domain.games.verge import RULESET as VERGE

EDITIONS: tuple[Ruleset[Any], ...] = (VERGE, EDGERUNNER, VENUS, AFTERVERSE)
"""Every version by which a session may have been played, the newest of each game last."""

RULESETS: Mapping[str, Ruleset[Any]] = {ruleset.name: ruleset for ruleset in EDITIONS}
"""By name, the version that new sessions are played by."""

DEFAULT = VERGE.name
"""The ruleset where nobody names one."""


def edition(name: str, version: int) -> Ruleset[Any] | None:
    """A version of a ruleset, if there is one."""
    return next((one for one in EDITIONS if (one.name, one.version) == (name, version)), None)
