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
            "may choose anything else that its character is tied to as its next loss.",
        ),
        (
            "fnol.budget",
            "Run: First Notice of Loss",
            "The GM gets 12 story tokens for the scene, and must spend all of them by the usual "
            "rules. Tokens that are left at the end of the scene go back to the bank, with a "
            "warning.",
        ),
        (
            "fnol.conflict",
            "Run: First Notice of Loss",
            "The GM has the spotlight, fights to the end, and wins with exactly one signal die "
            "more than the player, even if others join. If necessary, the GM gets virtual dice, "
            "which are traded like other dice. The player fights for another goal, perhaps with a "
            "bit character, and gets 1 story token of insurance. The GM gets the difference "
            "between the two numbers of noise dice in story tokens. A goal in this conflict "
            "changes only the lost edge, its two ends, elements of the GM, and elements that the "
            "goal itself creates. Elements of the GM are those that the GM controls, and those "
            "that the GM wrote and no third seat controls. All other changes must be declared.",
        ),
        (
            "fnol.order",
            "Run: First Notice of Loss",
            "Before ordinary scenes, declarations and conflicts, each player with something to "
            "lose has a first notice of loss. More notices of loss may be called later.",
        ),
    )
)
