"""Controlling interest, for tables that play with it."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "interest.buy",
            "Run: Controlling Interest",
            "By house rule, one token of any kind buys a point in an element; all points in it "
            "together never exceed its power when one is bought.",
        ),
        (
            "interest.lose",
            "Run: Controlling Interest",
            "By house rule, when power falls below the points, the winner of the conflict that did it "
            "says who loses one, as often as it takes; without such a winner at the table, the GM.",
        ),
        (
            "interest.control",
            "Run: Controlling Interest",
            "By house rule, the seat with more points in an element than any other at the table is the "
            "only one that controls it. This goes before other rights, but "
            "does not apply to a claimed character.",
        ),
        (
            "interest.dice",
            "Run: Controlling Interest",
            "By house rule, a node that is not adjacent to a seat's participant counts for dice only if "
            "the seat controls it or has its controller's leave. The target itself is always open.",
        ),
        (
            "interest.narration",
            "Run: Controlling Interest",
            "By house rule, a seat that controls an element can say that another seat's narration in a "
            "conflict uses it in a way that does not fit. The narrator words it differently, or the "
            "table agrees that it stands. The conflict can go on before that.",
        ),
    )
)
