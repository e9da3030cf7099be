"""Consent to changes, and control of elements."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "consent.declare",
            "Run: Consent; Procedure",
            "A seat declares changes before it makes them. A declaration has an overview, and "
            "then one or more actions in order. Each action is a matter of fiction or of "
            "backstory.",
        ),
        (
            "consent.one_at_a_time",
            "Run: Consent; Procedure",
            "Actions are taken in order. Each action is open until every other seat has consented "
            "or objected. Each action is paid and recorded separately, and stays recorded if a "
            "later action fails. By a house rule, silence for some time counts as consent.",
        ),
        (
            "consent.objection",
            "Run: Consent",
            "An objection names its ground. An objection within the fiction stops the action, "
            "and dice can settle it. An objection as an author also stops the action, and an "
            "override can settle it. An objection that calls the action bogus does not stop it, "
            "because seats can answer the action with a strike. A seat that objected may still "
            "consent, or change the ground of its objection.",
        ),
        (
            "consent.negotiate",
            "Run: Consent",
            "The mover may reword an action. The action is then open to everyone again. The mover "
            "may also withdraw the action, and gets its cost back.",
        ),
        (
            "consent.spent",
            "Run: Consent; Procedure",
            "As soon as tokens or dice decide about an action, its cost is spent, even if the "
            "action fails.",
        ),
        (
            "control.own",
            "Run: Overrides",
            "Only the player of a claimed character controls it. The player's seat also controls "
            "the edges at the character, and the nodes one edge away. An empty seat controls "
            "nothing.",
        ),
        (
            "control.gm",
            "Run: Overrides",
            "The GM controls every element that no player controls through a character. By a "
            "house rule, the seat that wrote the element controls it instead. Under every house "
            "rule, the GM controls a character whose player left. While the GM's seat is empty, "
            "nobody controls the GM's elements.",
        ),
        (
            "control.grant",
            "Run: Overrides",
            "A seat that controls an element by right, not by a grant, may grant control of it "
            "to another seat. The seat may revoke the grant at any time. A grant counts while "
            "both seats are taken and the granting seat controls the element by right. A seat "
            "cannot grant control that it has only by a grant.",
        ),
        (
            "control.protected",
            "Run: Overrides",
            "Nobody may object when the mover strengthens, weakens or repairs an element that the "
            "mover controls, or connects two nodes that the mover controls. Seats may object to "
            "all other changes except strikes, new nodes included.",
        ),
    )
)
