"""Everything that a seat can ask for in a session of the Venus Engine."""

from domain.proposal import Propose
from domain.settling import ProposeSettlement
from domain.tabletop import EveryMove, EveryRecordedMove
from domain.venus.chapter import Award
from domain.venus.check import CheckMove
from domain.venus.claiming import ClaimMove
from domain.venus.correction import Correction
from domain.venus.kiss import KissMove
from domain.venus.lots import MarkExcess
from domain.venus.roll import CallMove
from domain.venus.ruling import RulingMove
from domain.venus.scene import SceneMove
from domain.venus.spend import SpendMove
from domain.venus.subject import Subject
from domain.venus.task import TaskMove

RollMove = CallMove | CheckMove | ClaimMove | TaskMove | KissMove | SpendMove
PlayMove = SceneMove | RulingMove | RollMove | MarkExcess | Award

Move = PlayMove | EveryMove | Propose[Subject] | ProposeSettlement[Correction]
"""What `POST /sessions/{id}/moves` takes."""

RecordedMove = PlayMove | EveryRecordedMove | Propose[Subject] | ProposeSettlement[Correction]
"""What an event can hold."""
