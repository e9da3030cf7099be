"""The house rules of the Venus Engine."""

from verger.domain.core.amendment import choice_of
from verger.domain.core.house_rule import HouseRule, house_rules
from verger.domain.core.identifier import HouseRuleId, RuleId
from verger.domain.games.venus.amendments import AMENDMENTS
from verger.domain.judging import tabletop
from verger.domain.table.throw import dice

HOUSE_RULES = (
    tabletop.HOUSE_RULES
    | choice_of(AMENDMENTS)
    | house_rules(
        dice("check.roll", "check.bonus", "task.successes", "kiss.once"),
        HouseRule(
            HouseRuleId("starting_lots"),
            "The number of Lots that a player gets with the first character.",
            (RuleId("lots.start"),),
            default_number=10,
            least=0,
            most=10,
            number="the number of Lots with the first character is {value}",
        ),
    )
)
