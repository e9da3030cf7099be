"""All moves that a seat can make in a session of Edgerunner."""

from verger.domain.dispute.settling import ProposeSettlement
from verger.domain.games.edgerunner.beginning import BeginningMove
from verger.domain.games.edgerunner.compelling import CompelMove
from verger.domain.games.edgerunner.correction import Correction
from verger.domain.games.edgerunner.declaring import DeclaringMove
from verger.domain.games.edgerunner.drawing import DrawingMove
from verger.domain.games.edgerunner.ending import DecideFate
from verger.domain.games.edgerunner.initiative import InitiativeMove
from verger.domain.games.edgerunner.model.subject import Subject
from verger.domain.games.edgerunner.rolling import RollingMove
from verger.domain.games.edgerunner.spending import SpendingMove
from verger.domain.games.edgerunner.straining import StrainMove
from verger.domain.judging.tabletop import EveryMove, EveryRecordedMove
from verger.domain.table.proposal import Propose

SetUpMove = DrawingMove | BeginningMove
TurnMove = DeclaringMove | CompelMove | RollingMove | StrainMove | SpendingMove | DecideFate
OwnMove = SetUpMove | InitiativeMove | TurnMove

_Asked = OwnMove | Propose[Subject] | ProposeSettlement[Correction]

Move = _Asked | EveryMove
"""The body of `POST /sessions/{id}/moves`."""

RecordedMove = _Asked | EveryRecordedMove
"""The recorded forms of the moves."""
