"""Everything that a seat can ask for in a session of Edgerunner."""

from domain.edgerunner.beginning import BeginningMove
from domain.edgerunner.compelling import CompelMove
from domain.edgerunner.correction import Correction
from domain.edgerunner.declaring import DeclaringMove
from domain.edgerunner.drawing import DrawingMove
from domain.edgerunner.ending import DecideFate
from domain.edgerunner.initiative import InitiativeMove
from domain.edgerunner.rolling import RollingMove
from domain.edgerunner.roster import PoseProblem
from domain.edgerunner.spending import SpendingMove
from domain.edgerunner.straining import StrainMove
from domain.edgerunner.subject import Subject
from domain.proposal import Propose
from domain.settling import ProposeSettlement
from domain.tabletop import EveryMove, EveryRecordedMove

SetUpMove = DrawingMove | BeginningMove | PoseProblem
TurnMove = DeclaringMove | CompelMove | RollingMove | StrainMove | SpendingMove | DecideFate
OwnMove = SetUpMove | InitiativeMove | TurnMove

_Asked = OwnMove | Propose[Subject] | ProposeSettlement[Correction]

Move = _Asked | EveryMove
"""What `POST /sessions/{id}/moves` takes."""

RecordedMove = _Asked | EveryRecordedMove
"""What an event can hold."""
