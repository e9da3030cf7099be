"""Stories of Verge: the descriptions of ties, and the tokens."""

from verger.domain.core.landmark import Names
from verger.domain.core.table import SessionStarted
from verger.domain.core.telling import Telling
from verger.domain.games.verge.effects import (
    CashedOut,
    LoadStarted,
    RunStarted,
    SceneFramed,
    StepDone,
    TurnStarted,
)
from verger.domain.games.verge.model.conflict_effect import (
    ConclusionPassed,
    ConflictCalled,
    Narrated,
    RoundBegan,
)
from verger.domain.games.verge.model.declaration import Consented
from verger.domain.games.verge.model.network import EdgeAdded, NetworkScrapped
from verger.domain.games.verge.model.notice import NoticeBegan


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
