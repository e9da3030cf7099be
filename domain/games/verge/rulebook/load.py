"""Load: the table writes its setting."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "load.ideas",
            "Load: Phase 1",
            "Each seat in turn writes one idea, ideology, technology or theme, unconnected. In Load "
            "each new node and edge can have an explanation.",
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
            "Each player claims an unclaimed person, or writes and joins a new one and claims it; "
            "the GM writes and joins one and claims none; then two marks.",
        ),
        (
            "load.first_thing",
            "Load: Phase 5",
            "Each player ties the own character by a new edge, #1 with four !, to the thing that "
            "is most important to it, and can give the reason. The GM does so for at least one "
            "unclaimed person. Then two marks follow.",
        ),
        (
            "load.second_thing",
            "Load: Phase 6",
            "As in phase 5 with the second most important thing: #2, with two !.",
        ),
        (
            "load.marks",
            "Load: Phases 2 to 6",
            "A turn's two marks go to two different elements, each ! or X, none written by the "
            "marker, none the marker's own character, none eliminated.",
        ),
        (
            "load.relabel",
            "house",
            "Within the same turn its seat may reword the element that it has just written.",
        ),
        (
            "load.cash_out",
            "Load: Phase 7",
            "A seat gets one story token for each ! and loses one for each X on all that it "
            "wrote, eliminated elements included, but never ends below 0.",
        ),
        (
            "load.accept",
            "Load: Load Procedure; Summary",
            "Everyone agrees that the network is good and Run begins; or everyone agrees to scrap "
            "it, and Load starts over on a clean sheet.",
        ),
    )
)
