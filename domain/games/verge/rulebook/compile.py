"""Compile: the table agrees on its game."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "compile.gm",
            "Compile",
            "One seat is the GM's. Handing it over needs everyone's agreement, at any time.",
        ),
        (
            "compile.premise",
            "Compile",
            "Genre, setting, tone and themes are proposed and agreed, and can be un-agreed later; "
            "none of them is required.",
        ),
        (
            "compile.limits",
            "Compile",
            "Any seat draws a line or a veil at any time and needs nobody's agreement for it.",
        ),
        (
            "compile.signal",
            "Compile",
            "Any seat may pause play at any time, anonymously if it likes: then no record holds "
            "whose signal it was. Everyone agrees to resume.",
        ),
        ("compile.finish", "Compile", "Everyone agrees to go on to Load."),
        (
            "compile.house_rules",
            "house",
            "House rules are chosen at the start; changing one needs everyone's agreement.",
        ),
    )
)
