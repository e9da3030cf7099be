"""How a story of the Venus Engine is told besides its sentences: its tokens."""

from domain.core.table import SessionStarted
from domain.core.telling import Telling
from domain.games.venus.effects import ChapterBegun, ChapterEnded
from domain.games.venus.model.scenes import SceneSet
from domain.games.venus.model.throw_effect import ClaimAnswered

TELLING = Telling(
    headings=frozenset({SessionStarted, ChapterBegun, ChapterEnded, SceneSet}),
    quiet=frozenset({ClaimAnswered}),
    tokens={"lots": ("Lot", "Lots"), "ego": ("Ego", "Ego")},
)
