"""The network, its marks, and characters."""

from verger.domain.core.rule import rulebook
from verger.domain.core.unicode import VERSION

RULES = rulebook(
    (
        (
            "network.node",
            "Load: Nodes",
            "A node is a noun. It has a label and perhaps a kind, and the record names the seat "
            "that wrote it.",
        ),
        (
            "network.edge",
            "Load: Edges",
            "An edge is a verb from one node to another. Its direction has a meaning but no "
            "effect in the rules. Two nodes may have many edges. No edge leads from a node to "
            "itself.",
        ),
        (
            "network.similar",
            "Load: Nodes; Ratification and Power",
            "No element may be written twice, not even an eliminated element. A label is refused "
            "if it differs from an existing label only in case, spacing or another form of the "
            "same characters. A label that is only close to an existing label is refused until "
            "the writer acknowledges the existing label. Labels are close if they differ only in "
            "punctuation, accents, articles, plural endings, letters that look alike, or the order "
            "of their words. They are also close if their sorted words have 85 % in common. An edge "
            "is compared only with edges between the same two nodes in the same direction. "
            f"Characters that are newer than Unicode {VERSION} are compared exactly.",
        ),
        (
            "network.relationship",
            "Load: Nodes",
            "Advice: draw a relation such as “wife of” as an edge, and do not put it in a label.",
        ),
        (
            "mark.order",
            "Load: Matters of Efficiency and Neatness",
            "Marks stand after the label, in the order of their writing. A repair removes the "
            "latest question mark (`?`).",
        ),
        (
            "mark.power",
            "Load: Ratification and Power; Run: Changing the Network",
            "The standing of an element is its number of exclamation marks (`!`) minus its number "
            "of crosses (`X`). Its power is its standing minus its number of question marks "
            "(`?`), and may be negative.",
        ),
        (
            "mark.strikes",
            "Load: Ratification and Power",
            "The third cross (`X`) eliminates an element at once, however many exclamation marks "
            "(`!`) the element has.",
        ),
        (
            "mark.standing",
            "Load: Phase 7; Run: Changing the Network",
            "A standing below 0 eliminates an element: in the Load step at the cash-out, and in "
            "the Run step at once. Weakening never eliminates an element.",
        ),
        (
            "mark.elimination",
            "Load: Ratification and Power",
            "An eliminated element takes no mark and no part in the fiction, but it stays "
            "readable. If a node is eliminated, its edges are eliminated too. If an edge is "
            "eliminated, its nodes stay.",
        ),
        (
            "character.claim",
            "Load: Characters",
            "A character is a named node that one seat has claimed. A seat has at most one "
            "character. A seat without a character may claim one in the Run step, if everyone "
            "consents.",
        ),
        (
            "character.will",
            "Load: Characters",
            "A claim gives a seat the only say over the reactions of its character. It gives no "
            "say over events that happen to the character: other seats may still connect, weaken "
            "and strengthen the character.",
        ),
    )
)
