"""Everything that a seat can ask for in a session of Edgerunner."""

from domain.dispute.settling import ProposeSettlement
from domain.games.edgerunner.beginning import BeginningMove
from domain.games.edgerunner.compelling import CompelMove
from domain.games.edgerunner.correction import Correction
from domain.games.edgerunner.declaring import DeclaringMove
from domain.games.edgerunner.drawing import DrawingMove
from domain.games.edgerunner.ending import DecideFate
from domain.games.edgerunner.initiative import InitiativeMove
from domain.games.edgerunner.model.subject import Subject
from domain.games.edgerunner.rolling import RollingMove
from domain.games.edgerunner.spending import SpendingMove
from domain.games.edgerunner.straining import StrainMove
from domain.judging.tabletop import EveryMove, EveryRecordedMove
from domain.table.proposal import Propose

SetUpMove = DrawingMove | BeginningMove
TurnMove = DeclaringMove | CompelMove | RollingMove | StrainMove | SpendingMove | DecideFate
OwnMove = SetUpMove | InitiativeMove | TurnMove

_Asked = OwnMove | Propose[Subject] | ProposeSettlement[Correction]

Move = _Asked | EveryMove
"""The body of `POST /sessions/{id}/moves`."""

RecordedMove = _Asked | EveryRecordedMove
"""The moves that events hold."""
