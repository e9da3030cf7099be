"""Compile: the table agrees on its game."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "compile.gm",
            "Compile",
            "One seat is the GM's seat. Another seat can become the GM's seat at any time, if "
            "everyone agrees.",
        ),
        (
            "compile.premise",
            "Compile",
            "Genre, setting, tone and themes are proposed and agreed. The table can agree to drop "
            "each of them later, and none of them is required.",
        ),
        (
            "compile.limits",
            "Compile",
            "Any seat may draw a line or a veil at any time. Nobody has to agree.",
        ),
        (
            "compile.signal",
            "Compile",
            "Any seat may pause play at any time. The seat may do this anonymously: then no "
            "record shows which seat it was. Play resumes when everyone agrees.",
        ),
        ("compile.finish", "Compile", "The Load step begins when everyone agrees."),
        (
            "compile.house_rules",
            "house",
            "House rules are chosen at the start. A later change needs everyone's agreement.",
        ),
    )
)
