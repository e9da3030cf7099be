"""The rules and house rules about disputes that every game shares."""

from verger.domain.core.rule import house_rulebook

RULES = house_rulebook(
    {
        "dispute.open": (
            "Any seat may dispute the ruling on an event or on a refusal, with grounds and "
            "evidence. The seat may withdraw its own dispute. Play does not wait for an open "
            "dispute. A seat can have 20 open disputes, and disputes of other seats do not count. "
            "A seat can dispute a ruling only once, unless it withdrew its dispute."
        ),
        "dispute.view": (
            "Every seat that plays may state its view of an open dispute, up to 30 times."
        ),
        "dispute.settle": (
            "A settlement upholds or overturns the ruling, and gives a reason. More than half of "
            "the seats at the table agree to the settlement, or the GM decides. A house rule "
            "chooses between the two ways. A seat that leaves is no longer counted."
        ),
        "dispute.amend": (
            "Play may be corrected when everyone agrees. An amendment has a name and some "
            "corrections. Either all its corrections are made, or none of them. The rules of the game still limit the corrected "
            "play. The log is never edited."
        ),
        "dispute.override": (
            "The table may set a rule aside for one ruling. The rule applies to later moves as "
            "before."
        ),
        "dispute.appeal": (
            "A settled dispute may be opened again once. An appeal that another seat withdrew does "
            "not count."
        ),
        "dispute.precedent": (
            "A ruling names the newest settled disputes about each rule that it applies."
        ),
    }
)
