"""Scenes."""

from verger.domain.core.rule import rulebook

RULES = rulebook(
    (
        (
            "scene.frame",
            "Run: The Camera",
            "The GM frames a scene: the picture of the camera, the place, and the people there. "
            "The other seats may add details that the camera sees, until a change is declared or "
            "a conflict is called in the scene.",
        ),
        (
            "scene.cut_in",
            "Run: The Camera",
            "When a scene is under way, a seat needs the GM's agreement to join it, or to add to "
            "the picture of its camera.",
        ),
    )
)
