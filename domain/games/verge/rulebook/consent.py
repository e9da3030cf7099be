"""Consent to changes, and control of elements."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "consent.declare",
            "Run: Consent; Procedure",
            "Changes are declared before they are made: an overview, then one or more actions in "
            "order, each a matter of fiction or of backstory.",
        ),
        (
            "consent.one_at_a_time",
            "Run: Consent; Procedure",
            "Actions are taken in order. Each is open until every other seat has consented or "
            "objected, then paid and recorded separately; a later failure leaves it recorded. By house "
            "rule, silence for a while is consent.",
        ),
        (
            "consent.objection",
            "Run: Consent",
            "An objection names its ground. Fiction stops the action for dice, authorship stops "
            "it for an override. An action that is called bogus goes on, because striking is the "
            "means against it. An objector may consent after all, or put the objection on "
            "another ground.",
        ),
        (
            "consent.negotiate",
            "Run: Consent",
            "The mover may reword an action, which opens it to everyone again, or withdraw it and "
            "get its cost back.",
        ),
        (
            "consent.spent",
            "Run: Consent; Procedure",
            "Once tokens or dice decide about an action, its cost is spent in any case.",
        ),
        (
            "control.own",
            "Run: Overrides",
            "Only its player controls a claimed character. A seat also controls the edges at its "
            "character and the nodes one edge away. An empty seat controls nothing.",
        ),
        (
            "control.gm",
            "Run: Overrides",
            "The GM controls every element that no player controls that way; by house rule, its "
            "creator does. A character whose player left is the GM's under every house rule. While "
            "the GM's seat is empty nobody controls it.",
        ),
        (
            "control.grant",
            "Run: Overrides",
            "A seat that controls an element by one of these rights may grant control of it to "
            "another seat and revoke that at any time. A grant counts while its granter sits and "
            "has that right, and cannot be granted on.",
        ),
        (
            "control.protected",
            "Run: Overrides",
            "Nobody may object when the mover strengthens, weakens or repairs an element that it "
            "controls, or connects two nodes that it controls. All else is open to objection, "
            "also new nodes.",
        ),
    )
)
