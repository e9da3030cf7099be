"""All moves that a seat can make in a session of Verge."""

from verger.domain.dispute.settling import ProposeSettlement
from verger.domain.games.verge.acting import ActingMove
from verger.domain.games.verge.boost import BoostMove
from verger.domain.games.verge.calling import CallingMove
from verger.domain.games.verge.concluding import TradeDice
from verger.domain.games.verge.consent import ChangeMove
from verger.domain.games.verge.contest import OverrideMove
from verger.domain.games.verge.control import ControlMove
from verger.domain.games.verge.correction import Correction
from verger.domain.games.verge.doubting import DoubtingMove
from verger.domain.games.verge.interest import InterestMove
from verger.domain.games.verge.loss import ChooseLoss
from verger.domain.games.verge.model.subject import Subject
from verger.domain.games.verge.narrating import NarratingMove
from verger.domain.games.verge.phase import LoadMove
from verger.domain.games.verge.rolling import RollingMove
from verger.domain.games.verge.scene import SceneMove
from verger.domain.judging.tabletop import EveryMove, EveryRecordedMove
from verger.domain.table.proposal import Propose

RunMove = ChangeMove | SceneMove | ChooseLoss | BoostMove | ControlMove | InterestMove
ConflictMove = CallingMove | RollingMove | NarratingMove | DoubtingMove | ActingMove | TradeDice

PlayMove = LoadMove | RunMove | OverrideMove | ConflictMove

Move = PlayMove | EveryMove | Propose[Subject] | ProposeSettlement[Correction]
"""The body of `POST /sessions/{id}/moves`."""

RecordedMove = PlayMove | EveryRecordedMove | Propose[Subject] | ProposeSettlement[Correction]
"""The recorded forms of the moves."""
