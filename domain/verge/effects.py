"""Everything that can have happened in a session of Verge, besides what every game shares.

The tags and field names of effects are the stored format: a change is a new tag.
"""

from enum import StrEnum
from typing import Literal

import msgspec

from domain.identifier import RuleId, SeatId
from domain.ledger import TokensMoved
from domain.proposal import ProposalEffect, Proposed
from domain.reason import Code
from domain.table import TableEffect
from domain.verge.action import Action, DeclarationId, Made
from domain.verge.network import ElementId, NetworkEffect, NodeId
from domain.verge.subject import Aspect, PremiseId, Subject


class _Effect(msgspec.Struct, frozen=True, tag_field="effect"):
    pass


# Compile


class PremiseAgreed(_Effect, frozen=True, tag="premise_agreed"):
    """The table agreed on something that its game is about."""

    premise: PremiseId
    aspect: Aspect
    text: str


class PremiseDropped(_Effect, frozen=True, tag="premise_dropped"):
    """The table agreed to let go of a premise."""

    premise: PremiseId


# Load


class LoadStarted(_Effect, frozen=True, tag="load_started"):
    """Load begins, in this order of turns, on a clean network."""

    order: tuple[SeatId, ...]


class TurnStarted(_Effect, frozen=True, tag="turn_started"):
    """A seat's turn in a phase of Load begins."""

    phase: int
    seat: SeatId


class StepDone(_Effect, frozen=True, tag="step_done"):
    """A step of the current turn was made, with the element that it was about.

    `fresh` is no step of its own: something else that was written on the way.
    """

    step: Literal["node", "edge", "claim", "tie", "fresh", "mark"]
    element: ElementId


class CashedOut(_Effect, frozen=True, tag="cashed_out"):
    """Phase 7 was reckoned; the table now says whether the network is good."""


class RunStarted(_Effect, frozen=True, tag="run_started"):
    """The table accepted its network and plays."""


# Consent, in Run


class Ground(StrEnum):
    """Why a seat objects (`consent.objection`)."""

    FICTION = "fiction"
    AUTHORSHIP = "authorship"
    BOGUS = "bogus"


class ChangeDeclared(_Effect, frozen=True, tag="change_declared"):
    """A seat announced what it wants to change."""

    declaration: DeclarationId
    mover: SeatId
    overview: str
    actions: tuple[Action, ...]


class ActionOpened(_Effect, frozen=True, tag="action_opened"):
    """An action came up, its price in escrow; these seats have a say in it."""

    declaration: DeclarationId
    action: int
    asked: tuple[SeatId, ...]


class Consented(_Effect, frozen=True, tag="consented"):
    """A seat consented to the open action, or to all that are left; takes its objection back."""

    declaration: DeclarationId
    seat: SeatId
    all: bool


class Objected(_Effect, frozen=True, tag="objected"):
    """A seat objected to the open action."""

    declaration: DeclarationId
    seat: SeatId
    ground: Ground
    reason: str


class ActionReworded(_Effect, frozen=True, tag="action_reworded"):
    """The open action was replaced by another wording of it."""

    declaration: DeclarationId
    action: int
    wording: Action


class ActionRecorded(_Effect, frozen=True, tag="action_recorded"):
    """An action was paid and is on the network."""

    declaration: DeclarationId
    action: int
    made: Made


class ActionWithdrawn(_Effect, frozen=True, tag="action_withdrawn"):
    """The mover let an action go."""

    declaration: DeclarationId
    action: int


class ActionFailed(_Effect, frozen=True, tag="action_failed"):
    """An action had become impossible when its time came."""

    declaration: DeclarationId
    action: int
    code: Code
    rule: RuleId


class DeclarationClosed(_Effect, frozen=True, tag="declaration_closed"):
    """Nothing of a declaration is open any more."""

    declaration: DeclarationId
    outcome: Literal["done", "withdrawn", "failed"]


# Scenes, in Run


class SceneFramed(_Effect, frozen=True, tag="scene_framed"):
    """The GM framed a scene, which ends the one before."""

    camera: str
    place: str
    present: tuple[NodeId, ...]


class CameraSaw(_Effect, frozen=True, tag="camera_saw"):
    """Somebody added to what the camera sees."""

    seat: SeatId
    text: str


class CutIn(_Effect, frozen=True, tag="cut_in"):
    """Somebody joined the scene, perhaps with somebody of the network."""

    seat: SeatId
    text: str
    present: tuple[NodeId, ...]


class SceneEnded(_Effect, frozen=True, tag="scene_ended"):
    """The GM cut."""


ConsentEffect = (
    ChangeDeclared
    | ActionOpened
    | Consented
    | Objected
    | ActionReworded
    | ActionRecorded
    | ActionWithdrawn
    | ActionFailed
    | DeclarationClosed
)
LoadEffect = LoadStarted | TurnStarted | StepDone | CashedOut | RunStarted
CompileEffect = PremiseAgreed | PremiseDropped
SceneEffect = SceneFramed | CameraSaw | CutIn | SceneEnded
ProposalEffects = Proposed[Subject] | ProposalEffect

Effect = (
    NetworkEffect
    | TokensMoved
    | ConsentEffect
    | ProposalEffects
    | LoadEffect
    | CompileEffect
    | SceneEffect
    | TableEffect
)
