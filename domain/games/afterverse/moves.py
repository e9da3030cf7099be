"""All moves that a seat can make in a session of Afterverse."""

from typing import Any

from msgspec.structs import replace

from verger.domain.core.decider import Seal
from verger.domain.core.identifier import Sign
from verger.domain.core.ruling import Refused
from verger.domain.dispute.settling import ProposeSettlement
from verger.domain.games.afterverse.awareness import AwarenessMove
from verger.domain.games.afterverse.banking import BankMove
from verger.domain.games.afterverse.beginning import BeginMove, RecordedBeginMove, SetThreshold
from verger.domain.games.afterverse.calling import (
    CallMove,
    CallTest,
    RecordedCallMove,
    Sealed,
    Secretly,
    unfit_hits,
)
from verger.domain.games.afterverse.chutzpah_use import ChutzpahMove
from verger.domain.games.afterverse.correction import Correction
from verger.domain.games.afterverse.glitch import AddGlitchDice
from verger.domain.games.afterverse.knowledge import KnowledgeMove, RecordedKnowledgeMove, WeighFact
from verger.domain.games.afterverse.model.subject import Subject
from verger.domain.games.afterverse.reckoning import ReckoningMove
from verger.domain.games.afterverse.rolling import RollMove
from verger.domain.judging.tabletop import EveryMove, EveryRecordedMove
from verger.domain.table.proposal import Propose

_Alike = RollMove | AddGlitchDice | ReckoningMove | ChutzpahMove | BankMove | AwarenessMove

_Asked = CallMove | BeginMove | KnowledgeMove | _Alike
_Recorded = RecordedCallMove | RecordedBeginMove | RecordedKnowledgeMove | _Alike

Move = _Asked | EveryMove | Propose[Subject] | ProposeSettlement[Correction]
"""The body of `POST /sessions/{id}/moves`."""

RecordedMove = _Recorded | EveryRecordedMove | Propose[Subject] | ProposeSettlement[Correction]
"""The recorded forms of the moves, without numbers that are in sealed notes."""


def sealed(move: Any, seal: Seal) -> Any | Refused:
    """Return a move without the threshold that only the GM knows (`test.hits`)."""
    match move:
        case (
            CallTest(threshold=Secretly(hits))
            | SetThreshold(threshold=Secretly(hits))
            | WeighFact(threshold=Secretly(hits))
        ):
            return unfit_hits(hits) or replace(move, threshold=Sealed(Sign(seal(str(hits)))))
        case _:
            return move
