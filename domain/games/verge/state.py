"""The state of a session of Verge, and the effects that change it."""

from functools import partial
from typing import Any, assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core import decider, table
from verger.domain.core.identifier import SeatId
from verger.domain.core.ledger import TokensMoved, moved
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.games.verge.effects import (
    CameraSaw,
    CashedOut,
    CompileEffect,
    CutIn,
    LoadEffect,
    LoadStarted,
    PremiseAgreed,
    PremiseDropped,
    RunStarted,
    SceneEffect,
    SceneEnded,
    SceneFramed,
    StepDone,
    TurnsOrdered,
    TurnStarted,
)
from verger.domain.games.verge.model import (
    bribe,
    conflict_effect,
    declaration,
    grant,
    network,
    notice,
    stake,
)
from verger.domain.games.verge.model.bribe import BribeEffect, Bribes
from verger.domain.games.verge.model.conflict import Conflict
from verger.domain.games.verge.model.conflict_effect import ConflictCalled, ConflictEffect
from verger.domain.games.verge.model.declaration import (
    ChangeDeclared,
    DeclarationEffect,
    Declarations,
)
from verger.domain.games.verge.model.grant import GrantEffect, Grants
from verger.domain.games.verge.model.network import ElementId, Network, NetworkEffect, NodeId
from verger.domain.games.verge.model.notice import NoticeEffect, Notices
from verger.domain.games.verge.model.purse import NOTHING, Ledger
from verger.domain.games.verge.model.stake import Interest, InterestEffect
from verger.domain.games.verge.model.subject import Aspect, PremiseId, Subject
from verger.domain.table.folding import Chapter, folding, part
from verger.domain.table.proposal import Proposals

CASH_OUT = 7


class Compile(msgspec.Struct, frozen=True, tag_field="step", tag="compile"):
    """The table agrees on its game."""


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The steps that were done in the current turn of Load."""

    seat: SeatId
    node: NodeId | None = None
    edge: ElementId | None = None
    claimed: bool = False
    tied: tuple[ElementId, ...] = ()
    marked: tuple[ElementId, ...] = ()
    fresh: tuple[ElementId, ...] = ()
    """The elements that were written in this turn and can still be relabelled."""

    @property
    def steps(self) -> int:
        """The number of steps that were done."""
        written = (self.node is not None) + (self.edge is not None)
        return written + self.claimed + len(self.tied) + len(self.marked)


class Load(msgspec.Struct, frozen=True, tag_field="step", tag="load"):
    """The table writes its setting, seat by seat. Phase 7 has no turns."""

    order: tuple[SeatId, ...]
    phase: int = 1
    turn: Turn | None = None


class Run(msgspec.Struct, frozen=True, tag_field="step", tag="run"):
    """The table plays."""


Step = Compile | Load | Run


class Premise(msgspec.Struct, frozen=True):
    """A premise of the game that the table agreed on."""

    id: PremiseId
    aspect: Aspect
    text: str


class Scene(msgspec.Struct, frozen=True):
    """The current scene."""

    camera: str
    place: str
    present: tuple[NodeId, ...]
    seen: tuple[str, ...] = ()
    is_under_way: bool = False
    """Whether a declaration or a conflict happened in the scene. Until then, the scene is being
    framed."""


class Play(msgspec.Struct, frozen=True):
    """The play: the part of the state that a rewind changes."""

    step: Step = Compile()
    premises: tuple[Premise, ...] = ()
    premises_ever: int = 0
    network: Network = Network()
    ledger: Ledger = Map()
    proposals: Proposals[Subject] = Proposals()
    declarations: Declarations = Map()
    declarations_ever: int = 0
    scene: Scene | None = None
    scenes_ever: int = 0
    conflict: Conflict | None = None
    """The open conflict. There is never a second one (`conflict.one`)."""
    conflicts_ever: int = 0
    notices: Notices = Notices()
    bribes: Bribes = Map()
    grants: Grants = Map()
    interest: Interest = Interest()


State = decider.State[Play]


def step_name(state: State) -> str:
    """Return the step of play, for a ruling's facts."""
    return type(state.play.step).__name__.lower()


def in_run(state: State, rule: str) -> Refused | None:
    """Return the refusal of scenes and changes outside Run, or None."""
    if isinstance(state.play.step, Run):
        return None
    return refuse(Code.WRONG_STEP, rule, step_needed="run", step=step_name(state))


Draft = decider.Draft[Play]

EMPTY: State = decider.State(table.Table(), Play())


def _on_network(play: Play, effect: NetworkEffect) -> Play:
    changed = replace(play, network=network.evolve(play.network, effect))
    return _settled(changed) if play.interest.winners else changed


def _on_premises(play: Play, effect: CompileEffect) -> Play:
    match effect:
        case PremiseAgreed(id, aspect, text):
            agreed = (*play.premises, Premise(id, aspect, text))
            return replace(play, premises=agreed, premises_ever=play.premises_ever + 1)
        case PremiseDropped(id):
            remaining = tuple(premise for premise in play.premises if premise.id != id)
            return replace(play, premises=remaining)
        case _:
            assert_never(effect)


def _on_load(play: Play, effect: LoadEffect) -> Play:
    match effect:
        case LoadStarted(order):
            return replace(play, step=Load(order))
        case TurnStarted(phase, seat):
            assert isinstance(play.step, Load)
            return replace(play, step=Load(play.step.order, phase, Turn(seat)))
        case StepDone():
            assert isinstance(play.step, Load)
            assert play.step.turn is not None
            return replace(play, step=replace(play.step, turn=_after(play.step.turn, effect)))
        case TurnsOrdered(order):
            assert isinstance(play.step, Load)
            return replace(play, step=replace(play.step, order=order))
        case CashedOut():
            assert isinstance(play.step, Load)
            return replace(play, step=Load(play.step.order, CASH_OUT))
        case RunStarted():
            return replace(play, step=Run())
        case _:
            assert_never(effect)


def _after(turn: Turn, effect: StepDone) -> Turn:
    id = effect.element
    match effect.step:
        case "node":
            return replace(turn, node=NodeId(id), fresh=(*turn.fresh, id))
        case "edge":
            return replace(turn, edge=id, fresh=(*turn.fresh, id))
        case "claim":
            return replace(turn, claimed=True)
        case "tie":
            return replace(turn, tied=(*turn.tied, id))
        case "fresh":
            return replace(turn, fresh=(*turn.fresh, id))
        case "mark":
            return replace(turn, marked=(*turn.marked, id))
        case _:
            assert_never(effect.step)


def _on_declarations(play: Play, effect: DeclarationEffect) -> Play:
    ever = play.declarations_ever + isinstance(effect, ChangeDeclared)
    declared = declaration.evolve(play.declarations, effect)
    after = replace(play, declarations=declared, declarations_ever=ever)
    return _under_way(after) if isinstance(effect, ChangeDeclared) else after


def _on_conflict(play: Play, effect: ConflictEffect) -> Play:
    ever = play.conflicts_ever + isinstance(effect, ConflictCalled)
    under_way = conflict_effect.evolve(play.conflict, effect)
    after = replace(play, conflict=under_way, conflicts_ever=ever)
    return _under_way(after) if isinstance(effect, ConflictCalled) else after


def _under_way(play: Play) -> Play:
    scene = play.scene
    return replace(play, scene=replace(scene, is_under_way=True)) if scene else play


def _on_scenes(play: Play, effect: SceneEffect) -> Play:
    match effect:
        case SceneFramed(camera, place, present):
            scene = Scene(camera, place, present)
            return replace(play, scene=scene, scenes_ever=play.scenes_ever + 1)
        case CameraSaw(_, text):
            assert play.scene is not None
            seen = (*play.scene.seen, text)
            return replace(play, scene=replace(play.scene, seen=seen))
        case CutIn(_, text, joining):
            assert play.scene is not None
            seen = (*play.scene.seen, text)
            present = tuple(dict.fromkeys((*play.scene.present, *joining)))
            return replace(play, scene=replace(play.scene, seen=seen, present=present))
        case SceneEnded():
            return replace(play, scene=None)
        case _:
            assert_never(effect)


def _on_interest(play: Play, effect: InterestEffect) -> Play:
    return _settled(replace(play, interest=stake.evolve(play.interest, effect)))


def _settled(play: Play) -> Play:
    """Drop the winners for elements whose power covers their points again (`interest.lose`)."""
    return replace(play, interest=stake.settled(play.interest, play.network))


_CHAPTERS: dict[Any, Chapter[Play]] = {
    TokensMoved: part("ledger", partial(moved, nothing=NOTHING)),
    NetworkEffect: _on_network,
    DeclarationEffect: _on_declarations,
    LoadEffect: _on_load,
    CompileEffect: _on_premises,
    SceneEffect: _on_scenes,
    ConflictEffect: _on_conflict,
    NoticeEffect: part("notices", notice.evolve),
    BribeEffect: part("bribes", bribe.evolve),
    GrantEffect: part("grants", grant.evolve),
    InterestEffect: _on_interest,
}

evolve: decider.Evolve[Play] = folding(_CHAPTERS)
"""Return the state after an effect. Every effect that a decision can emit is handled."""
