"""Stories of Edgerunner: its dice and its tokens."""

from verger.domain.core.table import SessionStarted
from verger.domain.core.telling import Telling
from verger.domain.games.edgerunner.model.chart import MapDrawn
from verger.domain.games.edgerunner.model.conflict_effect import (
    CompelsClosed,
    ConflictBegun,
    ExchangeBegun,
    RollStood,
    TurnClaimed,
    TurnEnded,
    WardsEnded,
)

TELLING = Telling(
    headings=frozenset({SessionStarted, MapDrawn, ConflictBegun, ExchangeBegun}),
    quiet=frozenset({TurnClaimed, CompelsClosed, RollStood, TurnEnded, WardsEnded, ExchangeBegun}),
    tokens={
        "fate": ("fate point", "fate points"),
        "invoke": ("free invoke", "free invokes"),
        "spin": ("spin", "spins"),
    },
    faces={3: ("-1", "0", "+1")},
)
