"""The statement of a rule mentions each house rule that changes it, so that it is true at every table."""

import pytest

from verger.domain.core import amendment
from verger.domain.core.house_rule import HouseRule
from verger.domain.games.rulesets import RULESETS

WHO_ROLLS = "dice"
"""The house rule about real dice. It changes no statement."""
CHANGING = [
    pytest.param(name, rule, id=f"{name}-{rule.id}")
    for name, ruleset in RULESETS.items()
    for rule in ruleset.house_rules.values()
    if rule.id not in (WHO_ROLLS, amendment.HOUSE_RULE)
]


@pytest.mark.parametrize(("game", "house_rule"), CHANGING)
def test_a_rule_that_a_house_rule_bears_on_says_so(game: str, house_rule: HouseRule) -> None:
    rules = RULESETS[game].rules
    silent = [id for id in house_rule.bears_on if "house rule" not in rules[id].statement.lower()]
    assert silent == []
