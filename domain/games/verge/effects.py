"""The effects of Verge, and those that all games share."""

from typing import Literal

from verger.domain.core.identifier import SeatId
from verger.domain.core.ledger import TokensMoved
from verger.domain.core.table import TableEffect
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.verge.model.bribe import BribeEffect
from verger.domain.games.verge.model.conflict_effect import ConflictEffect
from verger.domain.games.verge.model.declaration import DeclarationEffect
from verger.domain.games.verge.model.grant import GrantEffect
from verger.domain.games.verge.model.network import ElementId, NetworkEffect, NodeId
from verger.domain.games.verge.model.notice import NoticeEffect
from verger.domain.games.verge.model.purse import Token
from verger.domain.games.verge.model.stake import InterestEffect
from verger.domain.games.verge.model.subject import Aspect, PremiseId, Subject
from verger.domain.table.proposal import ProposalEffect, Proposed

# Compile


class PremiseAgreed(TaggedEffect, frozen=True, tag="premise_agreed"):
    """The table agreed on a premise of its game."""

    premise: PremiseId
    aspect: Aspect
    text: str


class PremiseDropped(TaggedEffect, frozen=True, tag="premise_dropped"):
    """The table agreed to drop a premise."""

    premise: PremiseId


# Load


class LoadStarted(TaggedEffect, frozen=True, tag="load_started"):
    """Load began, in this order of turns, with an empty network."""

    order: tuple[SeatId, ...]


class TurnStarted(TaggedEffect, frozen=True, tag="turn_started"):
    """A seat's turn in a phase of Load began."""

    phase: int
    seat: SeatId


class StepDone(TaggedEffect, frozen=True, tag="step_done"):
    """A step of the current turn was done with an element.

    `fresh` is not a step: it names one more element that was written in this turn.
    """

    step: Literal["node", "edge", "claim", "tie", "fresh", "mark"]
    element: ElementId


class TurnsOrdered(TaggedEffect, frozen=True, tag="turns_ordered"):
    """Somebody left or joined. Turns now follow this order."""

    order: tuple[SeatId, ...]


class CashedOut(TaggedEffect, frozen=True, tag="cashed_out"):
    """Phase 7 was computed. The table now decides whether to accept the network."""


class RunStarted(TaggedEffect, frozen=True, tag="run_started"):
    """The table accepted its network and plays."""


# Scenes, in Run


class SceneFramed(TaggedEffect, frozen=True, tag="scene_framed"):
    """The GM framed a scene. This ended the previous scene."""

    camera: str
    place: str
    present: tuple[NodeId, ...]


class CameraSaw(TaggedEffect, frozen=True, tag="camera_saw"):
    """A seat added a detail to the scene."""

    seat: SeatId
    text: str


class CutIn(TaggedEffect, frozen=True, tag="cut_in"):
    """A seat joined the scene, perhaps with a person of the network."""

    seat: SeatId
    text: str
    present: tuple[NodeId, ...]


class SceneEnded(TaggedEffect, frozen=True, tag="scene_ended"):
    """The GM ended the scene."""


LoadEffect = LoadStarted | TurnStarted | TurnsOrdered | StepDone | CashedOut | RunStarted
CompileEffect = PremiseAgreed | PremiseDropped
SceneEffect = SceneFramed | CameraSaw | CutIn | SceneEnded
ProposalEffects = Proposed[Subject] | ProposalEffect

Effect = (
    NetworkEffect
    | TokensMoved[Token]
    | DeclarationEffect
    | ProposalEffects
    | LoadEffect
    | CompileEffect
    | ConflictEffect
    | NoticeEffect
    | SceneEffect
    | BribeEffect
    | GrantEffect
    | InterestEffect
    | TableEffect
)
