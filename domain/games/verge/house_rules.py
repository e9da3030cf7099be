"""The house rules of Verge."""

from verger.domain.core.amendment import choice_of
from verger.domain.core.house_rule import HouseRule, house_rules
from verger.domain.core.identifier import HouseRuleId, RuleId
from verger.domain.dispute import settling
from verger.domain.games.verge.amendments import AMENDMENTS
from verger.domain.history import rewind
from verger.domain.judging.tabletop import SEAT_LIMIT
from verger.domain.table import closing, onlookers
from verger.domain.table.seating import ANSWER_SECONDS
from verger.domain.table.throw import dice


def _bears_on(*rules: str) -> tuple[RuleId, ...]:
    return tuple(RuleId(rule) for rule in rules)


HOUSE_RULES = choice_of(AMENDMENTS) | house_rules(
    HouseRule(
        HouseRuleId("residual_control"),
        "Who controls what no player controls through a character.",
        _bears_on("control.gm"),
        ("gm", "creator"),
    ),
    HouseRule(
        HouseRuleId("create_cost"),
        "Whether a story token pays for a new node together with its edge, or for each of the two.",
        _bears_on("change.create"),
        ("together", "each"),
    ),
    HouseRule(
        HouseRuleId("override_payee"),
        "Who gets the tokens that override an objection.",
        _bears_on("override.payee"),
        ("controller", "bank"),
    ),
    HouseRule(
        HouseRuleId("conflict_ties"),
        "What happens when the best signals of a conflict are equal.",
        _bears_on("conflict.ties"),
        ("status_quo", "higher_face"),
    ),
    HouseRule(
        HouseRuleId("goal_cost"),
        "When the changes of a goal are paid: when the goal is stated, by its winner, or never.",
        _bears_on("conflict.goals"),
        ("stated", "winner", "free"),
    ),
    dice("conflict.roll"),
    rewind.UNDO,
    rewind.UNDO_DICE,
    settling.SETTLED_BY,
    HouseRule(
        HouseRuleId("controlling_interest"),
        "Whether seats buy controlling interest in elements.",
        _bears_on(
            "interest.buy",
            "interest.lose",
            "interest.control",
            "interest.dice",
            "interest.narration",
        ),
        ("off", "on"),
    ),
    SEAT_LIMIT,
    ANSWER_SECONDS,
    onlookers.ONLOOKERS,
    closing.SESSION,
)
