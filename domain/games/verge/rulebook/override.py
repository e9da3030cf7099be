"""Overriding objections with tokens."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "override.allowed",
            "Run: Overrides",
            "Objections to an action can be overridden only while none of them is within the "
            "fiction. It does not matter whether the mover declared the action as fiction or as "
            "backstory. An objection within the fiction goes to dice, unless its seat withdraws "
            "it or changes its ground. Objections to a claim can never be overridden.",
        ),
        (
            "override.create",
            "Run: Overrides",
            "An override for a new node costs the power of the existing node that the new node is "
            "joined to.",
        ),
        (
            "override.connect",
            "Run: Overrides",
            "An override for a connection costs the power of each of its two nodes. A node is "
            "free if the mover controls it, or if a controller of the node consents.",
        ),
        (
            "override.change",
            "Run: Overrides",
            "An override for strengthening, weakening or repairing costs the power of the element.",
        ),
        (
            "override.cost",
            "Run: Overrides",
            "A negative power costs nothing. A seat may pay an override with tokens of any kind.",
        ),
        (
            "override.payee",
            "Run: Overrides",
            "The price of each element goes to the other seats that control it. They share it "
            "evenly. Each token that is left over goes to the next seat in seat order. If no other "
            "seat controls the element, or by a house rule, the price goes to the bank. Boosts in "
            "the price go to the GM or the bank as usual. If a seat does not get its boost, the "
            "bank pays it a story token instead.",
        ),
        (
            "override.raise",
            "Run: Procedure",
            "Nobody may object again to an overridden action, but any other seat may raise the "
            "price. Every two tokens of any kind that the seat pays to the bank raise the price "
            "by one. A seat may raise as often as it likes, each time with a complication in the "
            "fiction.",
        ),
        (
            "override.match",
            "Run: Procedure",
            "The mover matches the raise and describes the solution, or gives up, or lets dice "
            "decide. Dice are possible because each raise is a complication in the fiction. "
            "Raises and matches alternate until every other seat lets the price stand. Then the "
            "change is recorded.",
        ),
    )
)
