"""Everything that a seat can ask for in a session of the Venus Engine."""

from domain.dispute.settling import ProposeSettlement
from domain.games.venus.attendance import NamePeer
from domain.games.venus.chapter import Award
from domain.games.venus.check import CheckMove
from domain.games.venus.claiming import ClaimMove
from domain.games.venus.correction import Correction
from domain.games.venus.kiss import KissMove
from domain.games.venus.lots import MarkExcess
from domain.games.venus.model.subject import Subject
from domain.games.venus.roll import CallMove
from domain.games.venus.ruling import RulingMove
from domain.games.venus.scene import SceneMove
from domain.games.venus.spend import SpendMove
from domain.games.venus.task import TaskMove
from domain.judging.tabletop import EveryMove, EveryRecordedMove
from domain.table.proposal import Propose

RollMove = CallMove | CheckMove | ClaimMove | TaskMove | KissMove | SpendMove
PlayMove = NamePeer | SceneMove | RulingMove | RollMove | MarkExcess | Award

Move = PlayMove | EveryMove | Propose[Subject] | ProposeSettlement[Correction]
"""The body of `POST /sessions/{id}/moves`."""

RecordedMove = PlayMove | EveryRecordedMove | Propose[Subject] | ProposeSettlement[Correction]
"""The moves that events hold."""
