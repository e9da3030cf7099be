"""Declaring changes, and the table's consent to them, action by action."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.core.decider import Facts, Judgement
from domain.core.identifier import SeatId
from domain.core.ledger import seat_account
from domain.core.reason import Code
from domain.core.ruling import Refused, refuse
from domain.core.table import Table, house_rule
from domain.core.text import Prose
from domain.games.verge import change, token
from domain.games.verge.control import is_protected
from domain.games.verge.model.action import Action, DeclarationId, Made, Nature, Strike
from domain.games.verge.model.declaration import (
    ActionFailed,
    ActionLost,
    ActionOpened,
    ActionRecorded,
    ActionReworded,
    ActionWithdrawn,
    ChangeDeclared,
    Consented,
    Declaration,
    DeclarationClosed,
    Ground,
    Objected,
)
from domain.games.verge.model.purse import Purse, held
from domain.games.verge.reason import Code as Own
from domain.games.verge.rules import HOUSE_RULES
from domain.games.verge.state import Draft, State, in_run

DECLARE, ONE_AT_A_TIME = "consent.declare", "consent.one_at_a_time"
OBJECTION, NEGOTIATE = "consent.objection", "consent.negotiate"
SPENT = "consent.spent"

ACTION_LIMIT = 20

Number = Annotated[int, Meta(ge=1, le=ACTION_LIMIT)]
BACKSTORY = Nature.BACKSTORY


class _Move(msgspec.Struct, frozen=True, tag_field="move", forbid_unknown_fields=True):
    pass


class Declare(_Move, frozen=True, tag="declare"):
    """Announce changes: an overview, and one or more actions in order (`consent.declare`)."""

    overview: Prose
    actions: Annotated[tuple[Action, ...], Meta(min_length=1, max_length=ACTION_LIMIT)]


class Consent(_Move, frozen=True, tag="consent"):
    """Consent to the open action, or to all that is left; takes one's objection back."""

    declaration: DeclarationId
    all: bool = False
    action: Number | UnsetType = UNSET
    """The action that is meant, counted from 1: if it is no longer the open one, it is refused."""


class Object(_Move, frozen=True, tag="object"):
    """Object to the open action (`consent.objection`)."""

    declaration: DeclarationId
    ground: Ground
    reason: Prose
    action: Number | UnsetType = UNSET
    """The action that is meant, counted from 1: if it is no longer the open one, it is refused."""


class Reword(_Move, frozen=True, tag="reword"):
    """Put another wording in the place of one's open action (`consent.negotiate`)."""

    declaration: DeclarationId
    wording: Action


class Withdraw(_Move, frozen=True, tag="withdraw"):
    """Let one's open action go, with `rest` all that is left (`consent.negotiate`)."""

    declaration: DeclarationId
    rest: bool = False


def declare(draft: Draft, move: Declare, facts: Facts) -> Judgement:
    """Announce changes and bring up the first action (`consent.declare`)."""
    state, seat = draft.state, facts.seat
    if refusal := cannot_declare(state, seat):
        return refusal
    if refusal := _within_conflict(state, move.actions):
        return refusal
    if len(move.actions) > 1:
        rehearsed = rehearse(draft.scratch(), seat, move.actions)
        if isinstance(rehearsed, Refused):
            return rehearsed
    id = DeclarationId(f"d{state.play.declarations_ever + 1}")
    draft.cite(DECLARE, declaration=id, actions=len(move.actions))
    announced = f"{draft.table.name(seat)} wants {change.words(state, move.actions[0])}"
    more = f" and {len(move.actions) - 1} more" if len(move.actions) > 1 else ""
    draft.emit(ChangeDeclared(id, seat, move.overview.strip(), move.actions))
    said = _bring_up(draft, id)
    return said if isinstance(said, Refused) else draft.accept(f"{announced}{more}.{said}")


def cannot_declare(state: State, seat: SeatId) -> Refused | None:
    """Why a seat can declare nothing now, if so: one declaration of a seat is open at a time."""
    if refusal := in_run(state, DECLARE):
        return refusal
    for id, open in state.play.declarations.items():
        if open.mover == seat:
            name = state.table.name(seat)
            return refuse(Own.DECLARATION_OPEN, DECLARE, declaration=id, name=name)
    return None


def _within_conflict(state: State, actions: Sequence[Action]) -> Refused | None:
    """`conflict.one`: while dice are out only strikes and backstory change the network."""
    conflict = state.play.conflict
    if conflict is None:
        return None
    if all(isinstance(action, Strike) or action.nature is BACKSTORY for action in actions):
        return None
    return refuse(Own.CONFLICT_OPEN, "conflict.one", conflict=conflict.id)


def rehearse(
    scratch: Draft, seat: SeatId, actions: Sequence[Action]
) -> tuple[Purse, ...] | Refused:
    """What each action would be paid with if all went well: each after those before it."""
    made: list[Made] = []
    payments: list[Purse] = []
    for action in actions:
        ready = _ready(scratch.state, seat, action, made)
        if isinstance(ready, Refused):
            return ready
        resolved, paying = ready
        token.draw(scratch, seat, paying)
        token.spend(scratch, seat, seat_account(seat), paying, "rehearsal")
        made.append(change.record(scratch, seat, resolved))
        payments.append(paying)
    return tuple(payments)


def _ready(
    state: State, seat: SeatId, action: Action, made: Sequence[Made]
) -> tuple[Action, Purse] | Refused:
    """An action with its references resolved, and the tokens that pay for it."""
    resolved = change.resolved(action, made)
    if isinstance(resolved, Refused):
        return resolved
    if refusal := change.unfit(state, seat, resolved):
        return refusal
    offered = resolved.payment.purse if resolved.payment else None
    paying = token.payment(state, seat, change.price(state, seat, resolved), offered)
    return paying if isinstance(paying, Refused) else (resolved, paying)


def _bring_up(draft: Draft, id: DeclarationId) -> str | Refused:
    """Bring up the current action and those after it, until somebody has to be asked.

    What nobody may object to is paid and recorded at once; otherwise the price goes to escrow and
    the table is asked. Gives what to add to the sentence.
    """
    declaration = draft.play.declarations[id]
    seat, number = declaration.mover, declaration.current
    ready = _ready(draft.state, seat, declaration.actions[number - 1], declaration.made)
    if isinstance(ready, Refused):
        return ready
    action, paying = ready
    asked = _asked(draft, declaration, action)
    draft.cite(ONE_AT_A_TIME, action=number, asked=asked)
    drawn = token.draw(draft, seat, paying)
    if asked:
        token.hold(draft, seat, id, paying)
        draft.emit(ActionOpened(id, number, asked, window(draft), drawn))
        return ""
    token.spend(draft, seat, seat_account(seat), paying, change.RULES[type(action)])
    return record(draft, id, action)


def _asked(draft: Draft, declaration: Declaration, action: Action) -> tuple[SeatId, ...]:
    """Who may object: every other seat that has not consented to all, unless nobody may."""
    mover = declaration.mover
    if isinstance(action, Strike):
        return ()
    if is_protected(draft.state, mover, action):
        draft.cite("control.protected", mover=mover)
        return ()
    return tuple([seat for seat in draft.table.others(mover) if seat not in declaration.blanket])


def record(draft: Draft, id: DeclarationId, action: Action) -> str:
    """Record an action by itself, now that it is paid, and bring up the next."""
    declaration = draft.play.declarations[id]
    made = change.record(draft, declaration.mover, action)
    draft.emit(ActionRecorded(id, declaration.current, made))
    return f" It is recorded.{go_on(draft, id)}"


def record_contested(draft: Draft, id: DeclarationId) -> str:
    """Record an action that tokens or dice have decided for, if it is still possible."""
    declaration = draft.play.declarations[id]
    action = open_action(declaration)
    if refusal := change.unfit(draft.state, declaration.mover, action):
        return _fail(draft, id, refusal)
    return record(draft, id, action)


def lose(draft: Draft, id: DeclarationId) -> str:
    """An action was given up or beaten: what it cost is spent (`consent.spent`)."""
    number = draft.play.declarations[id].current
    draft.cite(SPENT, declaration=id, action=number)
    draft.emit(ActionLost(id, number))
    return f" Action {number} comes to nothing.{go_on(draft, id)}"


def contest(draft: Draft, id: DeclarationId) -> None:
    """Tokens or dice will decide: what the action costs is spent either way (`consent.spent`)."""
    draft.cite(SPENT, declaration=id, action=draft.play.declarations[id].current)
    _spend_escrow(draft, id)


def _spend_escrow(draft: Draft, id: DeclarationId) -> None:
    declaration = draft.play.declarations[id]
    paid = held(draft.play.ledger, token.escrow(id))
    rule = change.RULES[type(declaration.action)]
    token.spend(draft, declaration.mover, token.escrow(id), paid, rule)


def open_action(declaration: Declaration) -> Action:
    """The open action with its references resolved."""
    action = change.resolved(declaration.action, declaration.made)
    assert not isinstance(action, Refused)  # it was resolved when it was brought up
    return action


def go_on(draft: Draft, id: DeclarationId) -> str:
    """Bring up the next action; a declaration without one is done."""
    declaration = draft.play.declarations[id]
    if declaration.current > len(declaration.actions):
        draft.emit(DeclarationClosed(id, "done"))
        return ""
    said = _bring_up(draft, id)
    return _fail(draft, id, said) if isinstance(said, Refused) else said


def settle(draft: Draft, id: DeclarationId) -> str:
    """Record the open action once everyone asked has consented, if it is still possible."""
    declaration = draft.play.declarations[id]
    if not declaration.agreement.is_settled or declaration.is_contested:
        return ""
    action = open_action(declaration)
    if refusal := change.unfit(draft.state, declaration.mover, action):
        return _fail(draft, id, refusal)
    _spend_escrow(draft, id)
    return record(draft, id, action)


def _fail(draft: Draft, id: DeclarationId, refusal: Refused) -> str:
    """An action became impossible: its price goes back, what was recorded stays."""
    declaration = draft.play.declarations[id]
    token.give_back(draft, declaration.mover, id)
    draft.emit(
        ActionFailed(id, declaration.current, refusal.code, refusal.rule),
        DeclarationClosed(id, "failed"),
    )
    return f" {refusal.sentence} Action {declaration.current} and the rest lapse."


def consent(draft: Draft, move: Consent, facts: Facts) -> Judgement:
    """Consent; the last consent records the action (`consent.one_at_a_time`)."""
    declaration = _asked_for(draft.state, move, facts.seat)
    if isinstance(declaration, Refused):
        return declaration
    name = draft.table.name(facts.seat)
    news = move.all and facts.seat not in declaration.blanket
    if facts.seat in declaration.agreement.agreed and not news:
        return refuse(Code.ALREADY_ANSWERED, ONE_AT_A_TIME, name=name)
    draft.emit(Consented(move.declaration, facts.seat, move.all))
    waiting = draft.play.declarations[move.declaration].agreement.waiting
    draft.cite(ONE_AT_A_TIME, action=declaration.current, waiting=waiting)
    return draft.accept(f"{name} consents.{settle(draft, move.declaration)}")


def window(draft: Draft) -> datetime | None:
    """When silence becomes consent, where the table plays so (`consent.one_at_a_time`)."""
    if not silence_counts(draft.table):
        return None
    seconds = int(house_rule(draft.table, HOUSE_RULES, "consent_seconds"))
    return draft.facts.at + timedelta(seconds=seconds)


def silence_counts(table: Table) -> bool:
    """Whether the table takes silence for consent (house rule `consent`)."""
    return house_rule(table, HOUSE_RULES, "consent") == "window"


def object_to(draft: Draft, move: Object, facts: Facts) -> Judgement:
    """Object, which stops the action; one held bogus goes on (`consent.objection`)."""
    declaration = _asked_for(draft.state, move, facts.seat)
    if isinstance(declaration, Refused):
        return declaration
    name = draft.table.name(facts.seat)
    if any(objection.seat == facts.seat for objection in declaration.objections):
        return refuse(Code.ALREADY_ANSWERED, OBJECTION, name=name)
    draft.cite(OBJECTION, ground=move.ground, action=declaration.current)
    draft.emit(Objected(move.declaration, facts.seat, move.ground, move.reason.strip()))
    if move.ground is Ground.BOGUS:
        draft.cite("change.strike", instead_of="objecting")
        said = f"{name} finds it bogus: the means against that is to strike it. It goes on."
        return draft.accept(said + settle(draft, move.declaration))
    return draft.accept(f"{name} objects ({move.ground}); the action waits.")


def reword(draft: Draft, move: Reword, facts: Facts) -> Judgement:
    """Put another wording in place; it is open to everyone again (`consent.negotiate`)."""
    declaration = _own(draft.state, move.declaration, facts.seat)
    if isinstance(declaration, Refused):
        return declaration
    if refusal := _within_conflict(draft.state, (move.wording,)):
        return refusal
    draft.cite(NEGOTIATE, declaration=move.declaration, action=declaration.current)
    token.give_back(draft, facts.seat, move.declaration)
    draft.emit(ActionReworded(move.declaration, declaration.current, move.wording))
    said = _bring_up(draft, move.declaration)
    if isinstance(said, Refused):
        return said
    name = draft.table.name(facts.seat)
    return draft.accept(f"{name} rewords action {declaration.current}.{said}")


def withdraw(draft: Draft, move: Withdraw, facts: Facts) -> Judgement:
    """Let the open action go; its cost comes back (`consent.negotiate`)."""
    id = move.declaration
    declaration = _own(draft.state, id, facts.seat)
    if isinstance(declaration, Refused):
        return declaration
    draft.cite(NEGOTIATE, declaration=id, action=declaration.current)
    token.give_back(draft, facts.seat, id)
    draft.emit(ActionWithdrawn(id, declaration.current))
    said = f"{draft.table.name(facts.seat)} withdraws action {declaration.current}."
    if move.rest or declaration.current == len(declaration.actions):
        draft.emit(DeclarationClosed(id, "withdrawn"))
        return draft.accept(said)
    return draft.accept(said + go_on(draft, id))


def _asked_for(state: State, move: Consent | Object, seat: SeatId) -> Declaration | Refused:
    """The open declaration that a seat is asked about, and about the action that it means."""
    id = move.declaration
    declaration = state.play.declarations.get(id)
    if declaration is None:
        return refuse(Own.UNKNOWN_DECLARATION, ONE_AT_A_TIME, declaration=id)
    if not declaration.is_asking:
        return refuse(Own.CONTESTED, SPENT, declaration=id, action=declaration.current)
    if seat not in declaration.agreement.asked:
        return refuse(Code.NOT_ASKED, ONE_AT_A_TIME, name=state.table.name(seat))
    current = declaration.current
    if move.action is not UNSET and move.action != current:
        return refuse(
            Own.ACTION_PAST, ONE_AT_A_TIME, declaration=id, action=move.action, current=current
        )
    return declaration


def _own(state: State, id: DeclarationId, seat: SeatId) -> Declaration | Refused:
    """The open declaration that is a seat's own, while nothing decides about it yet."""
    declaration = own_declaration(state, id, seat, NEGOTIATE)
    if isinstance(declaration, Refused) or declaration.is_asking:
        return declaration
    return refuse(Own.CONTESTED, SPENT, declaration=id, action=declaration.current)


def own_declaration(
    state: State, id: DeclarationId, seat: SeatId, rule: str
) -> Declaration | Refused:
    """The open declaration that is a seat's own."""
    declaration = state.play.declarations.get(id)
    if declaration is None:
        return refuse(Own.UNKNOWN_DECLARATION, rule, declaration=id)
    if declaration.mover != seat:
        name = state.table.name(declaration.mover)
        return refuse(Own.NOT_THE_MOVER, rule, declaration=id, name=name)
    return declaration
