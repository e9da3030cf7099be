"""Scenes."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "scene.frame",
            "Run: The Camera",
            "The GM frames a scene: the picture of the camera, the place, and the people there. "
            "The others add details that the camera sees, until something is declared or fought "
            "in the scene.",
        ),
        (
            "scene.cut_in",
            "Run: The Camera",
            "Joining a scene under way, or adding to the picture of its camera, needs the GM's "
            "word.",
        ),
    )
)
