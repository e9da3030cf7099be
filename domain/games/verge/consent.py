"""Declaring changes, and the answers: consent, objection, rewording, withdrawal."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose, narrated
from verger.domain.core.unicode import trimmed
from verger.domain.games.verge import change, loss, proceeding, token
from verger.domain.games.verge.model.action import Action, DeclarationId, Nature, Strike
from verger.domain.games.verge.model.declaration import (
    ActionReworded,
    ActionWithdrawn,
    ChangeDeclared,
    Consented,
    Declaration,
    DeclarationClosed,
    Ground,
    Objected,
)
from verger.domain.games.verge.model.words import counted
from verger.domain.games.verge.proceeding import ONE_AT_A_TIME, SPENT
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, Play, State, in_run
from verger.domain.judging.chapters import Judges

DECLARE, OBJECTION, NEGOTIATE = "consent.declare", "consent.objection", "consent.negotiate"

ACTION_LIMIT = 20

Number = Annotated[int, Meta(ge=1, le=ACTION_LIMIT)]
BACKSTORY = Nature.BACKSTORY


class Declare(TaggedMove, frozen=True, kw_only=True, tag="declare"):
    """Declare changes: give an overview, and one or more actions in order (`consent.declare`)."""

    overview: Prose | None = None
    """Your goal. Default: the narration of the first action."""
    actions: Annotated[tuple[Action, ...], Meta(min_length=1, max_length=ACTION_LIMIT)]


class Consent(TaggedMove, frozen=True, tag="consent"):
    """Consent to the open action, or to all remaining actions. This withdraws your objection."""

    declaration: DeclarationId
    all: bool = False
    action: Number | UnsetType = UNSET
    """The number of the intended action, from 1. The move is refused if another action is open."""


class Object(TaggedMove, frozen=True, tag="object"):
    """Object to the open action, or change the ground of your objection (`consent.objection`)."""

    declaration: DeclarationId
    ground: Ground
    reason: Prose
    action: Number | UnsetType = UNSET
    """The number of the intended action, from 1. The move is refused if another action is open."""


class Reword(TaggedMove, frozen=True, tag="reword"):
    """Replace your open action with another wording (`consent.negotiate`)."""

    declaration: DeclarationId
    wording: Action


class Withdraw(TaggedMove, frozen=True, tag="withdraw"):
    """Withdraw your open action, or with `rest` also all later actions (`consent.negotiate`)."""

    declaration: DeclarationId
    rest: bool = False


ChangeMove = Declare | Consent | Object | Reword | Withdraw


def declare(draft: Draft, move: Declare, facts: Facts) -> Judgement:
    """Judge a declaration, and bring up its first action (`consent.declare`)."""
    state, seat = draft.state, facts.seat
    if refusal := cannot_declare(state, seat):
        return refusal
    if refusal := _within_conflict(state, move.actions):
        return refusal
    if refusal := change.off_camera(state, move.actions):
        return refusal
    if len(move.actions) > 1:
        rehearsed = proceeding.rehearse(draft.scratch(), seat, move.actions)
        if isinstance(rehearsed, Refused):
            return rehearsed
    id = DeclarationId(f"d{state.play.declarations_ever + 1}")
    draft.cite(DECLARE, declaration=id, actions_declared=len(move.actions))
    first, more = move.actions[0], counted(len(move.actions) - 1, "more change")
    announced = (
        f"{draft.table.name(seat)} wants {change.words(state, first)}{narrated(first.narration)}"
    )
    if len(move.actions) > 1:
        announced += f" After that {'comes' if len(move.actions) == 2 else 'come'} {more}."
    change.advise(draft, move.actions)
    overview = trimmed(move.overview or first.narration)
    draft.emit(ChangeDeclared(id, seat, overview, move.actions))
    sentence = proceeding.bring_up(draft, id)
    return sentence if isinstance(sentence, Refused) else draft.accept(f"{announced}{sentence}")


def cannot_declare(state: State, seat: SeatId) -> Refused | None:
    """Return the refusal if a seat cannot declare anything: it has an open declaration."""
    if refusal := in_run(state, DECLARE) or loss.first(state):
        return refusal
    for id, open in state.play.declarations.items():
        if open.mover == seat:
            name = state.table.name(seat)
            return refuse(Own.DECLARATION_OPEN, DECLARE, declaration=id, seat_name=name)
    return None


def _within_conflict(state: State, actions: Sequence[Action]) -> Refused | None:
    """Return the refusal if an action cannot be made during a conflict (`conflict.one`).

    During a conflict, only strikes and backstory can change the network.
    """
    conflict = state.play.conflict
    if conflict is None:
        return None
    if all(isinstance(action, Strike) or action.nature is BACKSTORY for action in actions):
        return None
    return refuse(Own.CONFLICT_OPEN, "conflict.one", conflict=conflict.id)


def consent(draft: Draft, move: Consent, facts: Facts) -> Judgement:
    """Judge a consent. The last consent records the action (`consent.one_at_a_time`)."""
    declaration = _asked_for(draft.state, move, facts.seat)
    if isinstance(declaration, Refused):
        return declaration
    name = draft.table.name(facts.seat)
    news = move.all and declaration.goes_on and facts.seat not in declaration.blanket
    if facts.seat in declaration.agreement.agreed and not news:
        return refuse(Code.ALREADY_ANSWERED, ONE_AT_A_TIME, seat_name=name)
    if refusal := _another_action(declaration, move):
        return refusal
    draft.emit(Consented(move.declaration, facts.seat, move.all))
    waiting = draft.play.declarations[move.declaration].agreement.waiting
    draft.cite(ONE_AT_A_TIME, action_number=declaration.current, waiting_seats=waiting)
    whose = proceeding.wish(draft.state, declaration)
    what = f"all that {draft.table.name(declaration.mover)} still wants" if move.all else whose
    return draft.accept(f"{name} consents to {what}.{proceeding.settle(draft, move.declaration)}")


def object_to(draft: Draft, move: Object, facts: Facts) -> Judgement:
    """Judge an objection or its new ground.

    An objection on the ground `bogus` stops nothing (`consent.objection`).
    """
    declaration = _asked_for(draft.state, move, facts.seat)
    if isinstance(declaration, Refused):
        return declaration
    name = draft.table.name(facts.seat)
    if declaration.ground_of(facts.seat) is move.ground:
        return refuse(Code.ALREADY_ANSWERED, OBJECTION, seat_name=name)
    if refusal := _another_action(declaration, move):
        return refusal
    draft.cite(OBJECTION, objection_ground=move.ground, action_number=declaration.current)
    whose = proceeding.wish(draft.state, declaration)
    draft.emit(Objected(move.declaration, facts.seat, move.ground, trimmed(move.reason)))
    if move.ground is Ground.BOGUS:
        draft.cite("change.strike", replaced_answer="objecting")
        sentence = f"{name} finds {whose} bogus{narrated(move.reason)} The action goes on, and anybody may answer it with a strike."
        return draft.accept(sentence + proceeding.settle(draft, move.declaration))
    how = "within the fiction" if move.ground is Ground.FICTION else "as an author"
    return draft.accept(
        f"{name} objects, {how}, to {whose}{narrated(move.reason)} The action waits."
    )


def reword(draft: Draft, move: Reword, facts: Facts) -> Judgement:
    """Judge a rewording. All seats must answer the new wording (`consent.negotiate`)."""
    declaration = _own(draft.state, move.declaration, facts.seat)
    if isinstance(declaration, Refused):
        return declaration
    if refusal := _within_conflict(draft.state, (move.wording,)):
        return refusal
    # change.create: the camera has already shown this action, and only its wording changes.
    was_seen = change.is_on_camera(declaration.action)
    if not was_seen and (refusal := change.off_camera(draft.state, (move.wording,))):
        return refusal
    draft.cite(NEGOTIATE, declaration=move.declaration, action_number=declaration.current)
    change.advise(draft, (move.wording,))
    token.give_back(draft, facts.seat, move.declaration)
    draft.emit(ActionReworded(move.declaration, declaration.current, move.wording))
    sentence = proceeding.bring_up(draft, move.declaration)
    if isinstance(sentence, Refused):
        return sentence
    wanted = change.words(draft.state, move.wording, declaration.actions)
    name = draft.table.name(facts.seat)
    return draft.accept(
        f"{name} now wants {wanted} instead{narrated(move.wording.narration)}{sentence}"
    )


def withdraw(draft: Draft, move: Withdraw, facts: Facts) -> Judgement:
    """Judge a withdrawal. The price of the open action goes back (`consent.negotiate`)."""
    id = move.declaration
    declaration = _own(draft.state, id, facts.seat)
    if isinstance(declaration, Refused):
        return declaration
    draft.cite(NEGOTIATE, declaration=id, action_number=declaration.current)
    token.give_back(draft, facts.seat, id)
    draft.emit(ActionWithdrawn(id, declaration.current))
    sentence = f"{proceeding.wish(draft.state, declaration)} is withdrawn."
    if move.rest or not declaration.goes_on:
        draft.emit(DeclarationClosed(id, "withdrawn"))
        return draft.accept(sentence)
    return draft.accept(sentence + proceeding.go_on(draft, id))


def _asked_for(state: State, move: Consent | Object, seat: SeatId) -> Declaration | Refused:
    """Return the open declaration that a seat must answer."""
    id = move.declaration
    declaration = state.play.declarations.get(id)
    if declaration is None:
        return refuse(Own.UNKNOWN_DECLARATION, ONE_AT_A_TIME, declaration=id)
    if not declaration.is_asking:
        return refuse(Own.CONTESTED, SPENT, declaration=id, action_number=declaration.current)
    if seat not in declaration.agreement.asked:
        return refuse(Code.NOT_ASKED, ONE_AT_A_TIME, seat_name=state.table.name(seat))
    return declaration


def _another_action(declaration: Declaration, move: Consent | Object) -> Refused | None:
    """Return the refusal of an answer to an action that is not the open one."""
    current = declaration.current
    if move.action is UNSET or move.action == current:
        return None
    return refuse(
        Own.ACTION_PAST,
        ONE_AT_A_TIME,
        declaration=move.declaration,
        action_number=move.action,
        open_action_number=current,
    )


def _own(state: State, id: DeclarationId, seat: SeatId) -> Declaration | Refused:
    """Return the seat's own open declaration, if neither tokens nor dice decide about it yet."""
    declaration = proceeding.own_declaration(state, id, seat, NEGOTIATE)
    if isinstance(declaration, Refused) or declaration.is_asking:
        return declaration
    return refuse(Own.CONTESTED, SPENT, declaration=id, action_number=declaration.current)


CHAPTER: Judges[Play] = {
    Declare: declare,
    Consent: consent,
    Object: object_to,
    Reword: reword,
    Withdraw: withdraw,
}
