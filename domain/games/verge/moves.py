"""Everything that a seat can ask for in a session of Verge."""

from domain.dispute.settling import ProposeSettlement
from domain.games.verge.acting import Burn, GoOn, PassRound, Reroll, StopConflict
from domain.games.verge.boost import BoostMove
from domain.games.verge.calling import CallConflict, JoinConflict, StandAside
from domain.games.verge.concluding import TradeDice
from domain.games.verge.consent import Consent, Declare, Object, Reword, Withdraw
from domain.games.verge.contest import (
    GiveUp,
    MatchRaise,
    OverrideObjections,
    PassRaise,
    RaiseOverride,
)
from domain.games.verge.control import ControlMove
from domain.games.verge.correction import Correction
from domain.games.verge.interest import InterestMove
from domain.games.verge.loss import ChooseLoss
from domain.games.verge.model.subject import Subject
from domain.games.verge.phase import (
    ClaimCharacter,
    EndTurn,
    Mark,
    Relabel,
    Tie,
    WriteEdge,
    WriteNode,
)
from domain.games.verge.rolling import ChooseSignal, DropOut, Narrate, Roll
from domain.games.verge.scene import AddToCamera, EndScene, Frame
from domain.judging.tabletop import EveryMove, EveryRecordedMove
from domain.table.proposal import Propose

LoadMove = WriteNode | WriteEdge | ClaimCharacter | Tie | Mark | Relabel | EndTurn
ChangeMove = Declare | Consent | Object | Reword | Withdraw
SceneMove = Frame | AddToCamera | EndScene | ChooseLoss
RunMove = ChangeMove | SceneMove | BoostMove | ControlMove | InterestMove
OverrideMove = OverrideObjections | RaiseOverride | MatchRaise | PassRaise | GiveUp
ConflictMove = (
    CallConflict
    | JoinConflict
    | StandAside
    | Roll
    | ChooseSignal
    | Narrate
    | GoOn
    | StopConflict
    | Burn
    | Reroll
    | PassRound
    | DropOut
    | TradeDice
)

PlayMove = LoadMove | RunMove | OverrideMove | ConflictMove

Move = PlayMove | EveryMove | Propose[Subject] | ProposeSettlement[Correction]
"""What `POST /sessions/{id}/moves` takes."""

RecordedMove = PlayMove | EveryRecordedMove | Propose[Subject] | ProposeSettlement[Correction]
"""What an event can hold."""
