"""Tokens: kinds, paying, earning."""

from verger.domain.core.rule import rulebook

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
            "is spent, the GM's to the bank; and to the bank while the GM's seat is empty.",
        ),
        (
            "token.award_boost",
            "Run: Earning Tokens",
            "Any seat hands another a boost from the bank, naming the cool thing that it did.",
        ),
        (
            "token.bribe",
            "Run: Earning Tokens",
            "Any seat lays a boost from the bank on an element with a condition, one at a time. "
            "Only this seat judges who else satisfies the condition and gets the boost, or takes "
            "it back.",
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
