"""Overriding objections with tokens."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "override.allowed",
            "Run: Overrides",
            "Objections to an action are overridden only while none of them lies in the fiction. "
            "The nature that the mover gives the action does not matter. An objection in the "
            "fiction goes to dice, unless its seat takes it back or puts it on another ground. A "
            "claim is never overridden.",
        ),
        (
            "override.create",
            "Run: Overrides",
            "To override for a new node costs the power of the node that it is joined to.",
        ),
        (
            "override.connect",
            "Run: Overrides",
            "To override for a connection costs the power of each of its two nodes, except a "
            "node that the mover controls or has a controller's consent for.",
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
            "tokens by seat order. If nobody else controls it, or by house rule, the price goes "
            "to the bank. A boost takes its own way, and the bank makes it good.",
        ),
        (
            "override.raise",
            "Run: Procedure",
            "Nobody objects again to an overridden action, but any other seat raises the price "
            "by one for every two tokens of any kind that it pays to the bank. It may do so as "
            "often as it likes, each time with a complication in the fiction.",
        ),
        (
            "override.match",
            "Run: Procedure",
            "The mover matches the raise and describes the solution, or gives up, or goes to "
            "dice, because each raise is a complication in the fiction. Raises and matches "
            "alternate until every other seat lets the price stand. Then the change is recorded.",
        ),
    )
)
