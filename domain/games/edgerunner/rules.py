"""Edgerunner's rules as far as they are built, and its house rules."""

from domain.core.house_rule import HouseRule, house_rules
from domain.core.identifier import HouseRuleId, RuleId
from domain.games.edgerunner.rulebook import RULES as OWN
from domain.judging import tabletop
from domain.table import sheet
from domain.table.throw import dice

RULES = tabletop.RULES | sheet.RULES | OWN

FATE_POINTS = HouseRule(
    HouseRuleId("fate_points"),
    "How many fate points a new character has.",
    (RuleId("conflict.sheet"), RuleId("action.invoke"), RuleId("action.compel")),
    default_number=3,
    least=0,
    most=10,
)

HOUSE_RULES = tabletop.HOUSE_RULES | house_rules(FATE_POINTS, dice("action.roll", "action.invoke"))
