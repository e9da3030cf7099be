"""Edgerunner's rules that are built, and its house rules."""

from domain import tabletop
from domain.edgerunner.rulebook import RULES as OWN
from domain.house_rule import HouseRule, house_rules
from domain.identifier import HouseRuleId, RuleId
from domain.log import RULES as LOG
from domain.seating import RULES as SEATING

RULES = SEATING | LOG | tabletop.RULES | OWN

FATE_POINTS = HouseRule(
    HouseRuleId("fate_points"),
    "How many fate points a new character has.",
    (RuleId("conflict.sheet"), RuleId("action.invoke"), RuleId("action.compel")),
    default_number=3,
    least=0,
    most=10,
)

HOUSE_RULES = tabletop.HOUSE_RULES | house_rules(FATE_POINTS)
