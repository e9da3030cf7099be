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
        "The seat that controls an element if no player controls it through a character.",
        _bears_on("control.gm"),
        ("gm", "creator"),
        labels=(
            "The GM controls elements that no player controls",
            "The writer of an element controls it if no player does",
        ),
    ),
    HouseRule(
        HouseRuleId("create_cost"),
        "Whether one story token pays for a new node together with its edge, or the node and the "
        "edge cost one token each.",
        _bears_on("change.create"),
        ("together", "each"),
        labels=(
            "One token pays for a node and its edge",
            "A node and its edge cost one token each",
        ),
    ),
    HouseRule(
        HouseRuleId("override_payee"),
        "The receiver of the tokens that override an objection.",
        _bears_on("override.payee"),
        ("controller", "bank"),
        labels=(
            "Controllers of the elements receive tokens of overrides",
            "The bank receives the tokens of overrides",
        ),
    ),
    HouseRule(
        HouseRuleId("conflict_ties"),
        "The result of a conflict whose best signals are equal.",
        _bears_on("conflict.ties"),
        ("status_quo", "higher_face"),
        labels=("A tied conflict changes nothing", "The higher face wins a tied conflict"),
    ),
    HouseRule(
        HouseRuleId("goal_cost"),
        "Whether the changes of a goal are paid when the goal is stated, are paid by its winner, "
        "or are free.",
        _bears_on("conflict.goals"),
        ("stated", "winner", "free"),
        labels=(
            "Goals are paid when they are stated",
            "Goals are paid by their winner",
            "Goals are free",
        ),
    ),
    dice("conflict.roll"),
    rewind.UNDO,
    rewind.UNDO_DICE,
    settling.SETTLED_BY,
    HouseRule(
        HouseRuleId("controlling_interest"),
        "Whether seats can buy controlling interest in elements.",
        _bears_on(
            "interest.buy",
            "interest.lose",
            "interest.control",
            "interest.dice",
            "interest.narration",
        ),
        ("off", "on"),
        labels=("Seats cannot buy controlling interest", "Seats can buy controlling interest"),
    ),
    SEAT_LIMIT,
    ANSWER_SECONDS,
    onlookers.ONLOOKERS,
    closing.SESSION,
)
