"""Everything that a seat can ask for in a session of Afterverse."""

from domain.afterverse.awareness import AwarenessMove
from domain.afterverse.bank import Kind
from domain.afterverse.banking import BankMove
from domain.afterverse.calling import CallMove
from domain.afterverse.knowledge import KnowledgeMove
from domain.afterverse.reckoning import ReckoningMove
from domain.afterverse.rolling import RollMove
from domain.afterverse.subject import Subject
from domain.afterverse.using import ChutzpahMove
from domain.proposal import Propose
from domain.remedy import MoveTokens
from domain.settling import ProposeSettlement
from domain.tabletop import EveryMove, EveryRecordedMove

Correction = MoveTokens[Kind]

PlayMove = (
    CallMove | RollMove | ReckoningMove | ChutzpahMove | KnowledgeMove | BankMove | AwarenessMove
)

Move = PlayMove | EveryMove | Propose[Subject] | ProposeSettlement[Correction]
"""What `POST /sessions/{id}/moves` takes."""

RecordedMove = PlayMove | EveryRecordedMove | Propose[Subject] | ProposeSettlement[Correction]
"""What an event can hold."""
