"""Edgerunner's rules as far as they are built, and its house rules."""

from verger.domain.core.house_rule import HouseRule, house_rules
from verger.domain.core.identifier import HouseRuleId, RuleId
from verger.domain.games.edgerunner.rulebook import RULES as OWN
from verger.domain.judging import tabletop
from verger.domain.table import sheet
from verger.domain.table.throw import dice

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
