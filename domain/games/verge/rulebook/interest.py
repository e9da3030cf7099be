"""Controlling interest, for tables that play with it."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "interest.buy",
            "Run: Controlling Interest",
            "By a house rule, one token of any kind buys a point in an element. After the "
            "purchase, all points in the element together must not exceed its power.",
        ),
        (
            "interest.lose",
            "Run: Controlling Interest",
            "By a house rule, seats lose points when the power of an element falls below its "
            "points. The winner of the conflict that lowered the power names a seat that loses a "
            "point, as often as necessary. If no such winner is at the table, the GM does this.",
        ),
        (
            "interest.control",
            "Run: Controlling Interest",
            "By a house rule, a seat that has more points in an element than any other seat at "
            "the table controls it. No other seat then controls the element. This right goes "
            "before other rights, but does not apply to a claimed character.",
        ),
        (
            "interest.dice",
            "Run: Controlling Interest",
            "By a house rule, a seat can use a distant node for dice only if the seat controls "
            "the node, or if a controller of the node allows it. A node is distant if it is not "
            "next to the seat's own node in the conflict. The target is always open.",
        ),
        (
            "interest.narration",
            "Run: Controlling Interest",
            "By a house rule, a seat that controls an element can object that another seat's "
            "narration in a conflict uses the element in a way that does not fit. The narrator "
            "changes the narration, or the table agrees that it stands. The conflict can go on "
            "before that.",
        ),
    )
)
