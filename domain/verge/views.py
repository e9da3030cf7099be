"""What a seat may see of a session of Verge: at this table everything is open to every seat."""

import msgspec

from domain.identifier import ProposalId, SeatId, in_order
from domain.ledger import Purse, held
from domain.verge.action import Action, DeclarationId
from domain.verge.declaration import Declaration, Objection
from domain.verge.network import ElementId, NodeId
from domain.verge.state import Load, Premise, Scene, State, step_name
from domain.verge.subject import Subject
from domain.verge.token import escrow
from domain.verge.turn import due, next_step


class TurnView(msgspec.Struct, frozen=True):
    """Whose turn it is in Load, and what it asks for."""

    seat: SeatId
    due: tuple[str, ...]
    """The steps that are left, in order."""
    next: str | None
    """The first of them that can be done; without one the seat ends its turn."""


class ProposalView(msgspec.Struct, frozen=True):
    """An open question to the table."""

    id: ProposalId
    by: SeatId
    subject: Subject
    asked: tuple[SeatId, ...]
    waiting: tuple[SeatId, ...]


class DeclarationView(msgspec.Struct, frozen=True):
    """Changes that were declared and are not all recorded yet."""

    id: DeclarationId
    mover: SeatId
    overview: str
    actions: tuple[Action, ...]
    current: int
    """The open action, counted from 1."""
    asked: tuple[SeatId, ...]
    waiting: tuple[SeatId, ...]
    consented_to_all: tuple[SeatId, ...]
    objections: tuple[Objection, ...]
    in_escrow: Purse


class BribeView(msgspec.Struct, frozen=True):
    """A boost on an element for whoever satisfies its condition (`token.bribe`)."""

    seat: SeatId
    """Who placed it, and judges."""
    element: ElementId
    condition: str


class PlayView(msgspec.Struct, frozen=True):
    """The story's part of a session, besides its network and its banks."""

    step: str
    phase: int | None
    """The phase of Load, 1 to 7."""
    turn: TurnView | None
    premises: tuple[Premise, ...]
    characters: dict[SeatId, NodeId]
    proposals: tuple[ProposalView, ...]
    declarations: tuple[DeclarationView, ...]
    scene: Scene | None
    bribes: tuple[BribeView, ...]


def view(state: State, seat: SeatId) -> PlayView:
    """The story's part as a seat may see it."""
    del seat  # nothing of Verge is hidden from a seat
    play = state.play
    load = play.step if isinstance(play.step, Load) else None
    return PlayView(
        step_name(state),
        load.phase if load else None,
        _turn(state, load),
        play.premises,
        dict(in_order(play.network.characters.items())),
        _proposals(state),
        tuple(_declaration(state, id, item) for id, item in in_order(play.declarations.items())),
        play.scene,
        tuple(
            BribeView(id, bribe.element, bribe.condition)
            for id, bribe in in_order(play.bribes.items())
        ),
    )


def _turn(state: State, load: Load | None) -> TurnView | None:
    if load is None or load.turn is None:
        return None
    return TurnView(load.turn.seat, due(state), next_step(state))


def _proposals(state: State) -> tuple[ProposalView, ...]:
    found = in_order(state.play.proposals.open.items())
    return tuple(
        ProposalView(id, item.by, item.subject, item.agreement.asked, item.agreement.waiting)
        for id, item in found
    )


def _declaration(state: State, id: DeclarationId, item: Declaration) -> DeclarationView:
    return DeclarationView(
        id,
        item.mover,
        item.overview,
        item.actions,
        item.current,
        item.agreement.asked,
        item.agreement.waiting,
        item.blanket,
        item.objections,
        held(state.play.ledger, escrow(id)),
    )
