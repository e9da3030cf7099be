"""Tokens: kinds, paying, earning."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "token.kinds",
            "Run: Tokens; Earning Tokens",
            "Story, development and boost tokens move from account to account, each time with a "
            "reason. The bank never runs out of story and development tokens. There is exactly "
            "one boost for each seat.",
        ),
        (
            "token.pay",
            "Run: Consent",
            "Tokens are paid action by action. A seat that names no payment pays with the kinds of "
            "tokens in the price. Boosts replace missing tokens.",
        ),
        (
            "token.boost",
            "Run: Earning Tokens",
            "A boost pays for a story token or a development token. A boost that a player spends "
            "goes to the GM, or to the bank while the GM's seat is empty. A boost that the GM "
            "spends goes to the bank.",
        ),
        (
            "token.award_boost",
            "Run: Earning Tokens",
            "Any seat may give another seat a boost from the bank, and names the cool thing that "
            "this seat did.",
        ),
        (
            "token.bribe",
            "Run: Earning Tokens",
            "Any seat may place one boost at a time from the bank on an element, with a "
            "condition. Only this seat judges which other seat satisfies the condition and gets "
            "the boost. This seat may also return the boost to the bank.",
        ),
        (
            "token.ratified",
            "Run: Earning Tokens",
            "In the Run step, the seat that wrote an element gets a story token when another seat "
            "strengthens the element.",
        ),
        (
            "token.interest",
            "Run: Earning Tokens",
            "When a player's own character enters a conflict, the GM gets as many story tokens as "
            "the character has power. If the power is negative, the GM gets none.",
        ),
    )
)
