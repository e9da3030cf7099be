"""Load: the table writes its setting."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "load.ideas",
            "Load: Phase 1",
            "Each seat in turn writes one idea, ideology, technology or theme, without an edge. "
            "In the Load step, each new node and edge can have an explanation.",
        ),
        (
            "load.organizations",
            "Load: Phase 2",
            "Each seat in turn writes an organization, draws an edge from it to another node, and "
            "makes two marks.",
        ),
        (
            "load.people",
            "Load: Phase 3",
            "Each seat in turn writes a person, draws an edge from it to another node, and makes "
            "two marks.",
        ),
        (
            "load.characters",
            "Load: Phase 4",
            "Each player claims an unclaimed person, or writes a new person, joins it to another "
            "node and claims it. The GM writes and joins a person, but claims none. Each of these "
            "turns ends with two marks.",
        ),
        (
            "load.first_thing",
            "Load: Phase 5",
            "Each player draws a new edge between the player's character and the thing that is "
            "most important to the character, and can give the reason. The edge gets the number "
            "#1 and four exclamation marks (`!`). The GM does this for at least one unclaimed "
            "person. Each turn ends with two marks.",
        ),
        (
            "load.second_thing",
            "Load: Phase 6",
            "Phase 5 is repeated with the second most important thing. The edge gets the number "
            "#2 and two exclamation marks (`!`).",
        ),
        (
            "load.marks",
            "Load: Phases 2 to 6",
            "The two marks of a turn go to two different elements. Each mark is an exclamation "
            "mark (`!`) or a cross (`X`). A seat cannot mark an element that it wrote, its own "
            "character, or an eliminated element.",
        ),
        (
            "load.relabel",
            "house",
            "During its turn, a seat may reword an element that it has written in this turn.",
        ),
        (
            "load.cash_out",
            "Load: Phase 7",
            "A seat gets one story token for each exclamation mark (`!`), and loses one for each "
            "cross (`X`), on all elements that it wrote. Eliminated elements count too. A seat "
            "never ends below 0 tokens.",
        ),
        (
            "load.accept",
            "Load: Load Procedure; Summary",
            "If everyone agrees that the network is good, the Run step begins. If everyone agrees "
            "to scrap the network, the Load step starts again with an empty network.",
        ),
    )
)
