"""The house rules of Edgerunner."""

from verger.domain.core.amendment import choice_of
from verger.domain.core.house_rule import HouseRule, house_rules
from verger.domain.core.identifier import HouseRuleId, RuleId
from verger.domain.games.edgerunner.amendments import AMENDMENTS
from verger.domain.judging import tabletop
from verger.domain.table.throw import dice

FATE_POINTS = HouseRule(
    HouseRuleId("fate_points"),
    "The number of fate points of a new character.",
    (RuleId("conflict.sheet"),),
    default_number=3,
    least=0,
    most=10,
    number="the number of fate points of a new character is {value}",
)

HOUSE_RULES = (
    tabletop.HOUSE_RULES
    | choice_of(AMENDMENTS)
    | house_rules(FATE_POINTS, dice("action.roll", "action.invoke"))
)
