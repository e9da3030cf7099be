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
from domain.clock import TimePasses
from domain.fork import ForkSession
from domain.log import LogMove, RecordedLogMove
from domain.proposal import AnswerMove, Propose
from domain.remedy import MoveTokens
from domain.safety import SafetyMove
from domain.seating import Leave, SeatingMove
from domain.settling import ProposeSettlement

Correction = MoveTokens[Kind]

PlayMove = (
    CallMove | RollMove | ReckoningMove | ChutzpahMove | KnowledgeMove | BankMove | AwarenessMove
)

OwnMove = PlayMove | Propose[Subject] | AnswerMove | SafetyMove | Leave

Move = OwnMove | LogMove | ProposeSettlement[Correction]
"""What `POST /sessions/{id}/moves` takes."""

RecordedMove = (
    OwnMove
    | RecordedLogMove
    | ProposeSettlement[Correction]
    | SeatingMove
    | ForkSession
    | TimePasses
)
"""What an event can hold."""
