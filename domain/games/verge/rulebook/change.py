"""The six changes of Run."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "change.create",
            "Run: Changing the Network",
            "For 1 story token: a new node, and a new edge between it and one that is there, "
            "after it was framed and described: a creation in the fiction needs a scene when it is "
            "declared. It stays valid if the scene ends before it is recorded. By house rule each "
            "of the two costs 1.",
        ),
        (
            "change.connect",
            "Run: Changing the Network",
            "For 1 story token: a new edge between two nodes, after narrating its meaning.",
        ),
        (
            "change.strike",
            "Run: Changing the Network",
            "For 1 story token: an X, with the reason. Nobody may object, it is recorded at once, "
            "and never on a claimed character while its player is at the table.",
        ),
        (
            "change.strengthen",
            "Run: Changing the Network",
            "For 1 story token: an ! for an event in the fiction, never on an element that has a "
            "?. For an element that the player wrote, it costs 1 development token more.",
        ),
        (
            "change.weaken",
            "Run: Changing the Network",
            "For 1 development token: a ? for an event in the fiction; power may fall below 0.",
        ),
        (
            "change.repair",
            "Run: Changing the Network",
            "For 1 development token: one ? less, for an event in the fiction.",
        ),
    )
)
