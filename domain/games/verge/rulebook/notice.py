"""First notices of loss."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "fnol.choice",
            "Run: First Notice of Loss",
            "The player alone picks which of the two most important things is lost.",
        ),
        (
            "fnol.loss",
            "Run: First Notice of Loss",
            "What was lost, how and by whom is kept. Who has lost something may designate "
            "anything else that its character is tied to as the next loss.",
        ),
        (
            "fnol.budget",
            "Run: First Notice of Loss",
            "The GM gets 12 story tokens for the scene, to be spent by the usual rules, and "
            "all of them; what is left at its end goes back to the bank, with a warning.",
        ),
        (
            "fnol.conflict",
            "Run: First Notice of Loss",
            "The GM has the spotlight, fights to the end, and wins by exactly one signal die "
            "over the player's, whoever else joins: with virtual dice if need be, which are "
            "traded like others. The player fights for another goal, perhaps with a bit "
            "character, and gets 1 token of insurance, the GM as many as the two noises "
            "differ by. A goal there changes only the lost edge, its two ends, elements of the "
            "GM, and elements that the goal itself creates. Elements of the GM are those that the "
            "GM controls, and those that the GM wrote and no third seat controls. All other "
            "changes are declared.",
        ),
        (
            "fnol.order",
            "Run: First Notice of Loss",
            "Every player who has something to lose has a first notice of loss before "
            "ordinary scenes, declarations and conflicts; more may be called later.",
        ),
    )
)
