"""Overriding objections with tokens."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "override.allowed",
            "Run: Overrides",
            "Objections to an action are overridden only while none of them lies in the fiction, "
            "whatever its mover calls the action: such an objection goes to dice, unless its seat "
            "takes it back or puts it on another ground. A claim is never overridden.",
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
            "The price goes to the others who control each element, shared evenly with the odd "
            "tokens by seat order; where nobody else does, or by house rule, to the bank. A boost "
            "takes its own way, and the bank makes it good.",
        ),
        (
            "override.raise",
            "Run: Procedure",
            "Nobody objects anew to what is overridden, but any other seat raises the price by one "
            "for every two tokens of any kind that it pays to the bank, as often as it likes, each "
            "time with a complication in the fiction.",
        ),
        (
            "override.match",
            "Run: Procedure",
            "The mover matches what was raised and says how it is solved, or gives up, or goes "
            "to dice, since what raises the price is a complication in the fiction. It goes back "
            "and forth until every other seat lets the price stand; then the change is recorded.",
        ),
    )
)
