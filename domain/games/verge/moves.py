"""Everything that a seat can ask for in a session of Verge."""

from domain.dispute.settling import ProposeSettlement
from domain.games.verge.acting import ActingMove
from domain.games.verge.boost import BoostMove
from domain.games.verge.calling import CallingMove
from domain.games.verge.concluding import TradeDice
from domain.games.verge.consent import ChangeMove
from domain.games.verge.contest import OverrideMove
from domain.games.verge.control import ControlMove
from domain.games.verge.correction import Correction
from domain.games.verge.interest import InterestMove
from domain.games.verge.loss import ChooseLoss
from domain.games.verge.model.subject import Subject
from domain.games.verge.narrating import NarratingMove
from domain.games.verge.phase import LoadMove
from domain.games.verge.rolling import RollingMove
from domain.games.verge.scene import SceneMove
from domain.judging.tabletop import EveryMove, EveryRecordedMove
from domain.table.proposal import Propose

RunMove = ChangeMove | SceneMove | ChooseLoss | BoostMove | ControlMove | InterestMove
ConflictMove = CallingMove | RollingMove | NarratingMove | ActingMove | TradeDice

PlayMove = LoadMove | RunMove | OverrideMove | ConflictMove

Move = PlayMove | EveryMove | Propose[Subject] | ProposeSettlement[Correction]
"""The body of `POST /sessions/{id}/moves`."""

RecordedMove = PlayMove | EveryRecordedMove | Propose[Subject] | ProposeSettlement[Correction]
"""The moves that events hold."""
