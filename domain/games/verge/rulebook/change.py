"""The six changes of Run."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "change.create",
            "Run: Changing the Network",
            "A new node costs 1 story token, together with a new edge that joins it to an "
            "existing node. By a house rule, the node and the edge cost 1 token each. A node that "
            "is created in the fiction must be framed and described first: its declaration needs "
            "a scene. The declaration stays valid if the scene ends before the node is recorded.",
        ),
        (
            "change.connect",
            "Run: Changing the Network",
            "A new edge between two nodes costs 1 story token. The meaning of the edge must be "
            "narrated first.",
        ),
        (
            "change.strike",
            "Run: Changing the Network",
            "A strike costs 1 story token. It puts a cross (`X`) on an element, with the reason. "
            "Nobody may object, and the strike is recorded at once. A claimed character cannot be "
            "struck while its player is at the table.",
        ),
        (
            "change.strengthen",
            "Run: Changing the Network",
            "An exclamation mark (`!`) costs 1 story token, and stands for an event in the "
            "fiction. If the mover wrote the element, the mark costs 1 more development token. An "
            "element that has a question mark (`?`) cannot be strengthened.",
        ),
        (
            "change.weaken",
            "Run: Changing the Network",
            "A question mark (`?`) costs 1 development token, and stands for an event in the "
            "fiction. The power of the element may fall below 0.",
        ),
        (
            "change.repair",
            "Run: Changing the Network",
            "A repair costs 1 development token, and stands for an event in the fiction. It "
            "removes one question mark (`?`).",
        ),
    )
)
