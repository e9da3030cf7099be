"""Declarations: announced changes, answers and overrides, and the effects that change them."""

from enum import StrEnum
from typing import Literal, assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.agreement import Agreement
from verger.domain.core.identifier import RuleId, SeatId, Sign
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.verge.model import override
from verger.domain.games.verge.model.action import Action, ConflictId, DeclarationId, Made
from verger.domain.games.verge.model.override import (
    Override,
    OverrideBegun,
    OverrideEffect,
    OverrideRaised,
    RaisePassed,
    RaisesMatched,
)


class Ground(StrEnum):
    """The reason for an objection (`consent.objection`)."""

    FICTION = "fiction"
    AUTHORSHIP = "authorship"
    BOGUS = "bogus"


class Objection(msgspec.Struct, frozen=True):
    """A seat's objection to the open action."""

    seat: SeatId
    ground: Ground
    reason: str


class Declaration(msgspec.Struct, frozen=True):
    """A declared series of actions. `current` counts from 1."""

    mover: SeatId
    overview: str
    actions: tuple[Action, ...]
    current: int = 1
    times_asked: int = 0
    """How often the seats were asked about an action of the declaration, or about a new wording."""
    agreement: Agreement = Agreement(())
    blanket: tuple[SeatId, ...] = ()
    """The seats that have consented to all remaining actions."""
    objections: tuple[Objection, ...] = ()
    budget: int = 0
    """The part of the escrow that came from the GM's budget (`fnol.budget`)."""
    override: Override | None = None
    conflict: ConflictId | None = None
    """The conflict that decides about the open action, if there is one."""
    made: tuple[Made, ...] = ()

    @property
    def action(self) -> Action:
        """The open action as it was worded."""
        return self.actions[self.current - 1]

    @property
    def goes_on(self) -> bool:
        """Whether more actions follow the open one."""
        return self.current < len(self.actions)

    @property
    def is_contested(self) -> bool:
        """Whether an objection stops the open action.

        An objection on the ground `bogus` does not.
        """
        return any(objection.ground is not Ground.BOGUS for objection in self.objections)

    def ground_of(self, seat: SeatId) -> Ground | None:
        """Return the ground of a seat's objection to the open action, or None."""
        return next(
            (objection.ground for objection in self.objections if objection.seat == seat), None
        )

    @property
    def is_asking(self) -> bool:
        """Whether seats can still consent and object, because neither tokens nor dice decide yet."""
        return self.override is None and self.conflict is None

    @property
    def in_the_fiction(self) -> tuple[SeatId, ...]:
        """The seats against the open action within the fiction, so that dice can decide.

        Before an override, these are the seats that object in the fiction. During an override, they
        are the seats that raised its price (`override.raise`).
        """
        if self.override is not None:
            return tuple(dict.fromkeys(step.seat for step in self.override.unmatched))
        return tuple(
            objection.seat for objection in self.objections if objection.ground is Ground.FICTION
        )


Declarations = Map[DeclarationId, Declaration]


class _Effect(TaggedEffect, frozen=True):
    declaration: DeclarationId


class ChangeDeclared(_Effect, frozen=True, tag="change_declared"):
    """A seat declared changes."""

    mover: SeatId
    overview: str
    actions: tuple[Action, ...]


class ActionOpened(_Effect, frozen=True, tag="action_opened", omit_defaults=True):
    """The next declared action was opened. Its price is in escrow, and these seats can answer.

    `budget` is the part of the price that comes from the GM's budget.
    """

    action: int
    asked: tuple[SeatId, ...]
    budget: int = 0


class Consented(_Effect, frozen=True, tag="consented"):
    """A seat consented to the open action, or to all remaining actions.

    This withdraws its objection.
    """

    seat: SeatId
    all: bool


class Objected(_Effect, frozen=True, tag="objected"):
    """A seat objected to the open action."""

    seat: SeatId
    ground: Ground
    reason: str


class Excused(_Effect, frozen=True, tag="excused"):
    """A seat left the table and is no longer asked."""

    seat: SeatId


class ActionReworded(_Effect, frozen=True, tag="action_reworded"):
    """The mover replaced the open action with another wording."""

    action: int
    wording: Action


class TakenToDice(_Effect, frozen=True, tag="taken_to_dice"):
    """A conflict now decides about the open action."""

    action: int
    conflict: ConflictId


class ActionRecorded(_Effect, frozen=True, tag="action_recorded"):
    """An action was paid and recorded in the network."""

    action: int
    made: Made


class ActionWithdrawn(_Effect, frozen=True, tag="action_withdrawn"):
    """The mover withdrew an action."""

    action: int


class ActionLost(_Effect, frozen=True, tag="action_lost"):
    """A contested action was given up, or dice decided against it. Its price is spent."""

    action: int


class ActionFailed(_Effect, frozen=True, tag="action_failed"):
    """The next action could not be opened, because it was no longer possible."""

    action: int
    code: Sign
    rule: RuleId


class DeclarationClosed(_Effect, frozen=True, tag="declaration_closed"):
    """The declaration was closed."""

    outcome: Literal["done", "withdrawn", "failed"]


_Answered = Consented | Objected | Excused
_Past = ActionRecorded | ActionWithdrawn | ActionLost | ActionFailed

DeclarationEffect = (
    ChangeDeclared
    | ActionOpened
    | Consented
    | Objected
    | Excused
    | ActionReworded
    | OverrideBegun
    | OverrideEffect
    | TakenToDice
    | ActionRecorded
    | ActionWithdrawn
    | ActionLost
    | ActionFailed
    | DeclarationClosed
)


def evolve(declarations: Declarations, effect: DeclarationEffect) -> Declarations:
    """Return the open declarations after an effect."""
    match effect:
        case ChangeDeclared(id, mover, overview, actions):
            return declarations.set(id, Declaration(mover, overview, actions))
        case DeclarationClosed(id):
            return declarations.delete(id)
        case _:
            id = effect.declaration
            return declarations.set(id, _evolve_one(declarations[id], effect))


def _evolve_one(
    declaration: Declaration,
    effect: ActionOpened
    | ActionReworded
    | _Answered
    | OverrideBegun
    | OverrideEffect
    | TakenToDice
    | _Past,
) -> Declaration:
    match effect:
        case ActionOpened():
            agreement = Agreement(effect.asked)
            opened = _asking(declaration, agreement, effect.budget)
            return replace(opened, objections=()) if opened.objections else opened
        case ActionReworded(_, number, wording):
            actions = declaration.actions
            reworded = (*actions[: number - 1], wording, *actions[number:])
            # consent.negotiate: all seats must answer again, even those that consented to all
            # actions.
            return replace(declaration, actions=reworded, blanket=())
        case ActionRecorded():
            return _past(declaration, effect.made)
        case ActionWithdrawn() | ActionLost() | ActionFailed():
            return _past(declaration, Made())
        case Consented() | Objected() | Excused():
            return _evolve_answers(declaration, effect)
        case OverrideBegun(_, _, shares, seats):
            return replace(declaration, override=Override(shares, Agreement(seats)))
        case OverrideRaised() | RaisesMatched() | RaisePassed():
            assert declaration.override is not None
            raised = override.evolve(declaration.override, effect)
            return replace(declaration, override=raised)
        case TakenToDice():
            return replace(declaration, override=None, conflict=effect.conflict)
        case _:
            assert_never(effect)


def _asking(declaration: Declaration, agreement: Agreement, budget: int) -> Declaration:
    times = declaration.times_asked + 1
    return replace(declaration, agreement=agreement, times_asked=times, budget=budget)


def _evolve_answers(declaration: Declaration, effect: _Answered) -> Declaration:
    match effect:
        case Consented():
            return _consented(declaration, effect)
        case Objected(_, seat, ground, reason):
            return _objected(declaration, Objection(seat, ground, reason))
        case Excused(_, seat):
            return _excused(_without_objection(declaration, seat), seat)
        case _:
            assert_never(effect)


def _consented(declaration: Declaration, effect: Consented) -> Declaration:
    blanket = declaration.blanket
    if effect.all and effect.seat not in blanket:
        blanket = (*blanket, effect.seat)
    agreement = declaration.agreement.with_yes(effect.seat)
    without = (
        _without_objection(declaration, effect.seat) if declaration.objections else declaration
    )
    return replace(without, agreement=agreement, blanket=blanket)


def _without_objection(declaration: Declaration, seat: SeatId) -> Declaration:
    objections = tuple(other for other in declaration.objections if other.seat != seat)
    return replace(declaration, objections=objections)


def _excused(declaration: Declaration, seat: SeatId) -> Declaration:
    overridden = declaration.override
    if overridden is not None:
        overridden = replace(overridden, agreement=overridden.agreement.excusing(seat))
    # The next holder of the seat has not consented to anything.
    blanket = tuple(other for other in declaration.blanket if other != seat)
    agreement = declaration.agreement.excusing(seat)
    return replace(declaration, agreement=agreement, blanket=blanket, override=overridden)


def _objected(declaration: Declaration, objection: Objection) -> Declaration:
    others = tuple(other for other in declaration.objections if other.seat != objection.seat)
    # consent.objection: an objection on the ground `bogus` is an answer, but does not stop the
    # action.
    bogus = objection.ground is Ground.BOGUS
    agreement = declaration.agreement
    return replace(
        declaration,
        agreement=(agreement.with_yes if bogus else agreement.without)(objection.seat),
        blanket=tuple(seat for seat in declaration.blanket if seat != objection.seat),
        objections=(*others, objection),
    )


def _past(declaration: Declaration, made: Made) -> Declaration:
    return replace(
        declaration,
        current=declaration.current + 1,
        agreement=Agreement(()),
        objections=(),
        budget=0,
        override=None,
        conflict=None,
        made=(*declaration.made, made),
    )
