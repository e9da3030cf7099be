"""The rules and house rules about disputes that every game shares."""

from verger.domain.core.rule import house_rulebook

RULES = house_rulebook(
    {
        "dispute.open": (
            "Any seat may dispute the ruling on an event or on a refusal, with grounds and evidence, "
            "and let its own dispute go. An open dispute holds nothing up. A seat can have 20 open "
            "disputes; those of other seats do not count. A seat disputes one ruling only once, "
            "unless it withdrew its dispute."
        ),
        "dispute.view": (
            "Every seat with a say may state its view of an open dispute, up to 30 times."
        ),
        "dispute.settle": (
            "A dispute ends with a reason: more than half of those at the table agree that the "
            "ruling is upheld or overturned, or the GM decides this. A house rule chooses "
            "between the two ways. A seat that leaves is no longer counted."
        ),
        "dispute.amend": (
            "Play may be corrected when everyone agrees: all corrections of a named amendment or "
            "none, with every law of the game kept. The log is never edited."
        ),
        "dispute.override": (
            "The table may set a rule aside for one ruling; later moves are judged by it as before."
        ),
        "dispute.appeal": (
            "A settled dispute may be opened again once. An appeal that another seat withdrew does "
            "not count."
        ),
        "dispute.precedent": (
            "Rulings name the newest settled disputes about each rule that they apply."
        ),
    }
)
