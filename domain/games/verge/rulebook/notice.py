"""First notices of loss."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "fnol.choice",
            "Run: First Notice of Loss",
            "Only the player chooses which of the two most important things is lost.",
        ),
        (
            "fnol.loss",
            "Run: First Notice of Loss",
            "The record keeps the loss, its story and its cause. A seat that has lost something "
            "may designate anything else that its character is tied to as the next loss.",
        ),
        (
            "fnol.budget",
            "Run: First Notice of Loss",
            "The GM gets 12 story tokens for the scene, and has to spend all of them by the "
            "usual rules. Tokens that are left at its end go back to the bank, with a warning.",
        ),
        (
            "fnol.conflict",
            "Run: First Notice of Loss",
            "The GM has the spotlight, fights to the end, and wins by exactly one signal die "
            "over the player's, even if others join. If need be, the GM gets virtual dice, which "
            "are traded like others. The player fights for another goal, perhaps with a bit "
            "character, and gets 1 token of insurance. The GM gets as many as the two noises "
            "differ by. A goal there changes only the lost edge, its two ends, elements of the "
            "GM, and elements that the goal itself creates. Elements of the GM are those that "
            "the GM controls, and those that the GM wrote and no third seat controls. All other "
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
