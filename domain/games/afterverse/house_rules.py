"""The house rules of Afterverse."""

from verger.domain.core.amendment import choice_of
from verger.domain.core.house_rule import HouseRule, house_rules
from verger.domain.core.identifier import HouseRuleId, RuleId
from verger.domain.games.afterverse.amendments import AMENDMENTS
from verger.domain.judging import tabletop
from verger.domain.table import throw

ATTRIBUTES = ("MAN", "PER", "WIL", "INT", "REA", "BOD")
"""The attributes by their names in the text. A table can use others on its sheets."""

BY_DIE = "die"
"""With this value, a die chooses the attribute for each character and session."""

HOUSE_RULES = (
    tabletop.HOUSE_RULES
    | choice_of(AMENDMENTS)
    | house_rules(
        throw.dice("test.hits", "chutzpah.take_two", "chutzpah.adrenaline"),
        HouseRule(
            HouseRuleId("chutzpah"),
            "Whether chutzpah is set to the rating of its attribute, or to the hits of a roll with as "
            "many dice.",
            (RuleId("chutzpah.bank"),),
            choices=("rating", "rolled"),
            labels=("Chutzpah is the rating of its attribute", "Chutzpah is the hits of a roll"),
        ),
        HouseRule(
            HouseRuleId("chutzpah_attribute"),
            "The attribute that sets chutzpah. With `die`, a die chooses an attribute of the sheet. A "
            "character without the chosen attribute has no chutzpah.",
            (RuleId("chutzpah.bank"),),
            choices=(*ATTRIBUTES, BY_DIE),
            labels=(
                *(f"Attribute {one} sets chutzpah" for one in ATTRIBUTES),
                "A die chooses the attribute of chutzpah",
            ),
        ),
    )
)
