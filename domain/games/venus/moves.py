"""All moves that a seat can make in a session of the Venus Engine."""

from verger.domain.dispute.settling import ProposeSettlement
from verger.domain.games.venus.attendance import NamePeer
from verger.domain.games.venus.chapter import Award
from verger.domain.games.venus.check import CheckMove
from verger.domain.games.venus.claiming import ClaimMove
from verger.domain.games.venus.correction import Correction
from verger.domain.games.venus.kiss import KissMove
from verger.domain.games.venus.lots import MarkExcess
from verger.domain.games.venus.model.subject import Subject
from verger.domain.games.venus.roll import CallMove
from verger.domain.games.venus.ruling import RulingMove
from verger.domain.games.venus.scene import SceneMove
from verger.domain.games.venus.spend import SpendMove
from verger.domain.games.venus.task import TaskMove
from verger.domain.judging.tabletop import EveryMove, EveryRecordedMove
from verger.domain.table.proposal import Propose

RollMove = CallMove | CheckMove | ClaimMove | TaskMove | KissMove | SpendMove
PlayMove = NamePeer | SceneMove | RulingMove | RollMove | MarkExcess | Award

Move = PlayMove | EveryMove | Propose[Subject] | ProposeSettlement[Correction]
"""The body of `POST /sessions/{id}/moves`."""

RecordedMove = PlayMove | EveryRecordedMove | Propose[Subject] | ProposeSettlement[Correction]
"""The recorded forms of the moves."""
