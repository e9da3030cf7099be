"""The network, its marks, and characters."""

from verger.domain.core.rule import rulebook
from verger.domain.core.unicode import VERSION

RULES = rulebook(
    (
        (
            "network.node",
            "Load: Nodes",
            "A node is a noun: a label, perhaps a kind, and the seat that wrote it.",
        ),
        (
            "network.edge",
            "Load: Edges",
            "An edge is a verb from one node to another; its direction has a meaning but no power, "
            "and two nodes may have many. No edge leads from a node to itself.",
        ),
        (
            "network.similar",
            "Load: Nodes; Ratification and Power",
            "Nothing is written twice, not even an eliminated element. A label that is the same except for "
            "case, spacing or another form of the same characters is refused. A label that is merely close is "
            "refused until the writer acknowledges it. Labels are close if they differ only in punctuation, "
            "accents, articles, number, the order of words or letters that look alike, or if their sorted "
            "words have 85 % in common. Edges are compared with those between the same two nodes in the same "
            f"direction. Characters that are newer than Unicode {VERSION} are compared exactly.",
        ),
        (
            "network.relationship",
            "Load: Nodes",
            "Advice: a relation such as “wife of” is better drawn as an edge than put in a label.",
        ),
        (
            "mark.order",
            "Load: Matters of Efficiency and Neatness",
            "Marks stand after the label in the order of their writing. A repair crosses out the "
            "latest ?.",
        ),
        (
            "mark.power",
            "Load: Ratification and Power; Run: Changing the Network",
            "Standing is the number of ! less the number of X; power is standing less the number "
            "of ? and may be negative.",
        ),
        (
            "mark.strikes",
            "Load: Ratification and Power",
            "The third X eliminates at once, however many ! there are.",
        ),
        (
            "mark.standing",
            "Load: Phase 7; Run: Changing the Network",
            "A standing below 0 eliminates: in Load at cash-out, in Run at once. Weakening never "
            "eliminates.",
        ),
        (
            "mark.elimination",
            "Load: Ratification and Power",
            "An eliminated element takes no mark and no part in the fiction, but it stays "
            "readable. A node takes its edges with it. An edge leaves its nodes.",
        ),
        (
            "character.claim",
            "Load: Characters",
            "A character is a named node that one seat has claimed. A seat has at most one. A "
            "seat without a character may claim one in Run, with everyone's consent.",
        ),
        (
            "character.will",
            "Load: Characters",
            "A claim gives the sole say over the reactions of the character, not over events "
            "that happen to it: others may still connect, weaken and strengthen it.",
        ),
    )
)
