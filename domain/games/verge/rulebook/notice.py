"""First notices of loss."""

from domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "fnol.choice",
            "Run: First Notice of Loss",
            "The player alone picks which of the two most important things is lost.",
        ),
        (
            "fnol.budget",
            "Run: First Notice of Loss",
            "The GM gets 12 story tokens for the scene, to be spent by the usual rules; what "
            "is left at its end goes back to the bank.",
        ),
        (
            "fnol.conflict",
            "Run: First Notice of Loss",
            "The GM has the spotlight and wins by exactly one signal die, with virtual dice "
            "if need be. The player gets 1 token of insurance, the GM as many as the two "
            "noises differ by. A bit character may stand in for the player's own.",
        ),
        (
            "fnol.order",
            "Run: First Notice of Loss",
            "Every player who has something to lose has a first notice of loss before "
            "ordinary scenes; more may be called later.",
        ),
    )
)
