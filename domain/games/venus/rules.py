"""The Venus Engine's rules, in the text's order, and its house rules."""

from verger.domain.core.house_rule import HouseRule, house_rules
from verger.domain.core.identifier import HouseRuleId, RuleId
from verger.domain.games.venus.rulebook import RULES as OWN
from verger.domain.judging import tabletop
from verger.domain.judging.tabletop import TableRules
from verger.domain.table import sheet
from verger.domain.table.throw import dice

__all__ = ["HOUSE_RULES", "RULES", "TABLE_RULES"]

RULES = tabletop.RULES | sheet.RULES | OWN

TABLE_RULES = TableRules(signal="scene.pause")

HOUSE_RULES = tabletop.HOUSE_RULES | house_rules(
    dice("check.roll", "check.bonus", "task.successes", "kiss.once"),
    HouseRule(
        HouseRuleId("starting_lots"),
        "How many Lots a player has with the first character.",
        (RuleId("lots.start"),),
        default_number=10,
        least=0,
        most=10,
    ),
)
