"""Edgerunner's rules that are built, and its house rules."""

from domain import sheet, tabletop
from domain.edgerunner.rulebook import RULES as OWN
from domain.house_rule import HouseRule, house_rules
from domain.identifier import HouseRuleId, RuleId

RULES = tabletop.RULES | sheet.RULES | OWN

FATE_POINTS = HouseRule(
    HouseRuleId("fate_points"),
    "How many fate points a new character has.",
    (RuleId("conflict.sheet"), RuleId("action.invoke"), RuleId("action.compel")),
    default_number=3,
    least=0,
    most=10,
)

HOUSE_RULES = tabletop.HOUSE_RULES | house_rules(FATE_POINTS)
