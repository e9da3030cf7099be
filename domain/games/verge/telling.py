"""How a story of Verge is told besides its sentences: what ties say, and its tokens."""

from domain.core.landmark import Names
from domain.core.table import SessionStarted
from domain.core.telling import Telling
from domain.games.verge.effects import (
    CashedOut,
    LoadStarted,
    RunStarted,
    SceneFramed,
    StepDone,
    TurnStarted,
)
from domain.games.verge.model.conflict_effect import (
    ConclusionPassed,
    ConflictCalled,
    Narrated,
    RoundBegan,
)
from domain.games.verge.model.declaration import Consented
from domain.games.verge.model.network import EdgeAdded, NetworkScrapped
from domain.games.verge.model.notice import NoticeBegan


def _tied(effect: EdgeAdded, names: Names) -> str:
    return f"“{names.of(effect.source)}” {effect.label} “{names.of(effect.target)}”."


TELLING = Telling(
    headings=frozenset(
        {
            SessionStarted,
            NetworkScrapped,
            LoadStarted,
            TurnStarted,
            CashedOut,
            RunStarted,
            SceneFramed,
            NoticeBegan,
            ConflictCalled,
            RoundBegan,
        }
    ),
    changes={EdgeAdded: _tied},
    quiet=frozenset(
        {
            Consented,
            Narrated,
            ConclusionPassed,
            EdgeAdded,
            StepDone,
            ConflictCalled,
            SceneFramed,
            NoticeBegan,
        }
    ),
    tokens={
        "story": ("story token", "story tokens"),
        "development": ("development token", "development tokens"),
        "boost": ("boost", "boosts"),
    },
)
