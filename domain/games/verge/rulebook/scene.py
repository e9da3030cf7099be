"""Scenes."""

from domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "scene.frame",
            "Run: The Camera",
            "The GM frames a scene: what the camera shows, where, and who is there; the others "
            "add what it sees.",
        ),
        ("scene.cut_in", "Run: The Camera", "Joining a scene under way needs the GM's word."),
    )
)
