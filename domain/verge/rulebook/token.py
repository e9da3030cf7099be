"""Tokens: kinds, paying, earning."""

from domain.rule import rulebook

RULES = rulebook(
    (
        (
            "token.kinds",
            "Run: Tokens; Earning Tokens",
            "Story, development and boost tokens move from account to account, each time with a "
            "reason. The bank's story and development tokens do not run out; there is exactly one "
            "boost for each seat.",
        ),
        (
            "token.pay",
            "Run: Consent",
            "Tokens are paid action by action: unless the payment is named, exactly the kinds "
            "that are asked for, then boosts.",
        ),
        (
            "token.boost",
            "Run: Earning Tokens",
            "A boost pays for a story or a development token. A player's goes to the GM when it "
            "is spent, the GM's to the bank.",
        ),
        (
            "token.ratified",
            "Run: Earning Tokens",
            "In Run, who wrote an element gets a story token when somebody else strengthens it.",
        ),
        (
            "token.interest",
            "Run: Earning Tokens",
            "When a player's own character enters a conflict, the GM gets story tokens to the number "
            "of its power, at least none.",
        ),
    )
)
