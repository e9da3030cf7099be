"""The views of a session of Verge. Every seat can see everything."""

import msgspec

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.members import made_of
from verger.domain.games.verge.acting import spotlight
from verger.domain.games.verge.loss import owing
from verger.domain.games.verge.model.action import Action, ConflictId, DeclarationId
from verger.domain.games.verge.model.conflict import Conflict, Doubt, Goal, Trade, Trading
from verger.domain.games.verge.model.declaration import Declaration, Objection
from verger.domain.games.verge.model.network import EdgeId, ElementId, NodeId
from verger.domain.games.verge.model.notice import Loss, Notice
from verger.domain.games.verge.model.override import Raise, Share
from verger.domain.games.verge.model.purse import Purse, held
from verger.domain.games.verge.model.subject import Subject
from verger.domain.games.verge.state import Load, Premise, Scene, State, step_name
from verger.domain.games.verge.token import budget, escrow
from verger.domain.games.verge.turn import due, next_step
from verger.domain.table import proposal
from verger.domain.table.proposal import ProposalView


class TurnView(msgspec.Struct, frozen=True):
    """The current turn in Load, and its remaining steps."""

    seat: SeatId
    due: tuple[str, ...]
    """The remaining steps, in order."""
    next: str | None
    """The first remaining step that is possible. If no step is possible, the seat ends its turn."""


class OverrideView(msgspec.Struct, frozen=True):
    """An open override: its price, and the seats that can still raise it."""

    shares: tuple[Share, ...]
    raises: tuple[Raise, ...]
    total: int
    owed: int
    """The number of tokens that the mover must pay to match the raises."""
    waiting: tuple[SeatId, ...]


class ParticipantView(msgspec.Struct, frozen=True):
    """A seat in a conflict, with its dice."""

    seat: SeatId
    """The seat."""
    node: NodeId
    """The id of the node that it fights with."""
    goal: int
    """The number of the goal that it supports."""
    has_rolled: bool
    """Whether it has rolled its dice."""
    path: tuple[ElementId, ...]
    """The ids of the edges and nodes from its node to the target."""
    dice: tuple[int, ...]
    """The rolled values."""
    face: int | None
    """The face that it chose as its signal; null before the choice."""
    signal: int
    """The number of dice that show this face."""
    noise: int
    """The number of its other dice."""
    has_dropped: bool
    """Whether it has left the conflict."""
    doubts: tuple[Doubt, ...]
    """The open doubts about its narration (`interest.narration`)."""


class ConflictView(msgspec.Struct, frozen=True):
    """The open conflict (`conflict.call`)."""

    id: ConflictId
    """The id of the conflict."""
    stage: str
    """`gathering`, `rolling`, `narrating`, `acting`, `concluding` or `trading`."""
    spotlight: SeatId
    """The seat that ends the conflict or continues it. This is the caller, or the first in order if
    the caller has left."""
    round: int
    """The number of the round, from 1."""
    notice: SeatId | None
    """The seat whose first notice of loss this conflict is. Null if it is an ordinary conflict."""
    goals: tuple[Goal, ...]
    """The goals, in the order of their numbers."""
    participants: tuple[ParticipantView, ...]
    """The participants in the order of their signal faces, the highest first. Participants who gave
    up are last."""
    next: SeatId | None
    """The seat whose turn it is."""
    trades: tuple[Trade, ...]
    """The rolls with the other side's number of dice, for development. Empty before they begin."""
    winner: int | None
    """The goal that won, after the decision; 0 for nobody."""


class NoticesView(msgspec.Struct, frozen=True):
    """First notices of loss (`fnol.order`)."""

    owed: tuple[SeatId, ...]
    """The seats that must have a first notice before ordinary play, and that have something to
    lose."""
    chosen: dict[SeatId, EdgeId]
    current: Notice | None
    budget: int
    """The unspent budget of the GM in the current notice."""
    lost: tuple[Loss, ...]
    """All losses in order (`fnol.loss`)."""


class DeclarationView(msgspec.Struct, frozen=True):
    """Declared changes that are not all recorded yet."""

    id: DeclarationId
    mover: SeatId
    overview: str
    actions: tuple[Action, ...]
    current: int
    """The number of the open action, from 1."""
    asked: tuple[SeatId, ...]
    waiting: tuple[SeatId, ...]
    consented_to_all: tuple[SeatId, ...]
    objections: tuple[Objection, ...]
    in_escrow: Purse
    override: OverrideView | None
    conflict: ConflictId | None
    """The conflict that decides about the open action, if there is one."""


class BribeView(msgspec.Struct, frozen=True):
    """A boost on an element for the seat that satisfies its condition (`token.bribe`)."""

    seat: SeatId
    """The seat that placed the boost. It judges whether the condition is satisfied."""
    element: ElementId
    condition: str


class PlayView(msgspec.Struct, frozen=True):
    """The play of a session, without its network and its banks."""

    step: str
    phase: int | None
    """The phase of Load, 1 to 7."""
    turn: TurnView | None
    premises: tuple[Premise, ...]
    characters: dict[SeatId, NodeId]
    proposals: tuple[ProposalView[Subject], ...]
    declarations: tuple[DeclarationView, ...]
    scene: Scene | None
    bribes: tuple[BribeView, ...]
    conflict: ConflictView | None
    notices: NoticesView


def view(state: State, seat: SeatId) -> PlayView:
    """Return the play as a seat can see it."""
    del seat  # Nothing in Verge is hidden from a seat.
    play = state.play
    load = play.step if isinstance(play.step, Load) else None
    return PlayView(
        step=step_name(state),
        phase=load.phase if load else None,
        turn=_turn(state, load),
        premises=play.premises,
        characters=dict(in_order(play.network.characters.items())),
        proposals=proposal.shown(play.proposals),
        declarations=tuple(
            _declaration(state, id, item) for id, item in in_order(play.declarations.items())
        ),
        scene=play.scene,
        bribes=tuple(
            BribeView(id, bribe.element, bribe.condition)
            for id, bribe in in_order(play.bribes.items())
        ),
        conflict=conflict_view(state, play.conflict) if play.conflict else None,
        notices=_notices(state),
    )


def _turn(state: State, load: Load | None) -> TurnView | None:
    if load is None or load.turn is None:
        return None
    return TurnView(load.turn.seat, due(state), next_step(state))


def _declaration(state: State, id: DeclarationId, item: Declaration) -> DeclarationView:
    override = item.override
    return made_of(
        DeclarationView,
        item,
        item.agreement,
        id=id,
        consented_to_all=item.blanket,
        in_escrow=held(state.play.ledger, escrow(id)),
        override=made_of(OverrideView, override, override.agreement) if override else None,
    )


def conflict_view(state: State, item: Conflict) -> ConflictView:
    """Return a conflict as everybody sees it."""
    out = [participant for participant in item.participants if participant.has_dropped]
    return made_of(
        ConflictView,
        item,
        stage=item.stage_name,
        spotlight=spotlight(state.table, item),
        participants=tuple(
            made_of(ParticipantView, participant, face=participant.face or None)
            for participant in (*item.active, *out)
        ),
        trades=item.stage.trades if isinstance(item.stage, Trading) else (),
    )


def _notices(state: State) -> NoticesView:
    notices, ledger = state.play.notices, state.play.ledger
    current = notices.current
    unspent = held(ledger, budget(current.seat)).story if current else 0
    chosen = dict(in_order(notices.chosen.items()))
    owed = tuple(owing(state))
    return NoticesView(owed=owed, chosen=chosen, current=current, budget=unspent, lost=notices.lost)
