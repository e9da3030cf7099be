"""Overriding objections with tokens."""

from domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "override.allowed",
            "Run: Overrides",
            "Only a backstory action can be overridden; a contested action of the fiction "
            "goes to dice.",
        ),
        (
            "override.create",
            "Run: Overrides",
            "To override for a new node costs the power of the node that it is joined to.",
        ),
        (
            "override.connect",
            "Run: Overrides",
            "To override for a connection costs the power of each of the two nodes that the "
            "mover neither controls nor has a controller's consent for.",
        ),
        (
            "override.change",
            "Run: Overrides",
            "To override for strengthening, weakening or repairing costs the power of the element.",
        ),
        (
            "override.cost",
            "Run: Overrides",
            "A negative power costs nothing. Tokens of any kind pay an override.",
        ),
        (
            "override.payee",
            "Run: Overrides",
            "The price goes to the controllers of each element, shared evenly with the odd "
            "tokens by seat order; by house rule it goes to the bank. A boost takes its own "
            "way, and the bank makes it good.",
        ),
        (
            "override.raise",
            "Run: Procedure",
            "Any other seat raises the price by one for every two tokens of any kind that it "
            "pays to the bank, as often as it likes, each time with a complication.",
        ),
        (
            "override.match",
            "Run: Procedure",
            "The mover matches what was raised and says how it is solved, or gives up, or "
            "goes to dice where the raiser calls the complication fiction. It goes back and "
            "forth until every other seat lets the price stand; then the change is recorded.",
        ),
    )
)
