"""Stories of the Venus Engine: its tokens."""

from verger.domain.core.table import SessionStarted
from verger.domain.core.telling import Telling
from verger.domain.games.venus.effects import ChapterBegun, ChapterEnded
from verger.domain.games.venus.model.scenes import SceneSet
from verger.domain.games.venus.model.throw_effect import ClaimAnswered

TELLING = Telling(
    headings=frozenset({SessionStarted, ChapterBegun, ChapterEnded, SceneSet}),
    quiet=frozenset({ClaimAnswered}),
    tokens={"lots": ("Lot", "Lots"), "ego": ("Ego", "Ego")},
)
