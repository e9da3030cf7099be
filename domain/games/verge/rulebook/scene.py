"""Scenes."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "scene.frame",
            "Run: The Camera",
            "The GM frames a scene: what the camera shows, where, and who is there; the others "
            "add what it sees, until something is declared or fought in it.",
        ),
        (
            "scene.cut_in",
            "Run: The Camera",
            "Joining a scene under way, or adding to what its camera sees, needs the GM's word.",
        ),
    )
)
