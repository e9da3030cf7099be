"""Everything that a seat can ask for in a session of Verge."""

from domain.proposal import Propose
from domain.settling import ProposeSettlement
from domain.tabletop import EveryMove, EveryRecordedMove
from domain.verge.acting import Burn, GoOn, PassRound, Reroll, StopConflict
from domain.verge.boost import BoostMove
from domain.verge.calling import CallConflict, JoinConflict, StandAside
from domain.verge.concluding import TradeDice
from domain.verge.consent import Consent, Declare, Object, Reword, Withdraw
from domain.verge.contest import GiveUp, MatchRaise, OverrideObjections, PassRaise, RaiseOverride
from domain.verge.control import ControlMove
from domain.verge.correction import Correction
from domain.verge.interest import InterestMove
from domain.verge.loss import ChooseLoss
from domain.verge.phase import (
    ClaimCharacter,
    EndTurn,
    Mark,
    Relabel,
    Tie,
    WriteEdge,
    WriteNode,
)
from domain.verge.rolling import ChooseSignal, DropOut, Narrate, Roll
from domain.verge.scene import AddToCamera, EndScene, Frame
from domain.verge.subject import Subject

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
