"""The explicit list of rulesets; adding one is adding it here."""

from collections.abc import Mapping
from typing import Any

from domain.decider import Ruleset
from domain.verge import RULESET as VERGE

RULESETS: Mapping[str, Ruleset[Any]] = {ruleset.name: ruleset for ruleset in (VERGE,)}
