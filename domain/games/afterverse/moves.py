"""Everything that a seat can ask for in a session of Afterverse."""

from domain.dispute.settling import ProposeSettlement
from domain.games.afterverse.awareness import AwarenessMove
from domain.games.afterverse.banking import BankMove
from domain.games.afterverse.beginning import BeginMove
from domain.games.afterverse.calling import CallMove
from domain.games.afterverse.chutzpah_use import ChutzpahMove
from domain.games.afterverse.correction import Correction
from domain.games.afterverse.glitch import AddGlitchDice
from domain.games.afterverse.knowledge import KnowledgeMove
from domain.games.afterverse.model.subject import Subject
from domain.games.afterverse.reckoning import ReckoningMove
from domain.games.afterverse.rolling import RollMove
from domain.judging.tabletop import EveryMove, EveryRecordedMove
from domain.table.proposal import Propose

PlayMove = (
    CallMove
    | BeginMove
    | RollMove
    | AddGlitchDice
    | ReckoningMove
    | ChutzpahMove
    | KnowledgeMove
    | BankMove
    | AwarenessMove
)

Move = PlayMove | EveryMove | Propose[Subject] | ProposeSettlement[Correction]
"""The body of `POST /sessions/{id}/moves`."""

RecordedMove = PlayMove | EveryRecordedMove | Propose[Subject] | ProposeSettlement[Correction]
"""The moves that events hold."""
