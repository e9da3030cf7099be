"""The course of a declaration: bring up its actions, ask, take payment, record."""

from collections.abc import Sequence

from verger.domain.core.identifier import SeatId
from verger.domain.core.ledger import seat_account
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.text import narrated
from verger.domain.games.verge import change, token
from verger.domain.games.verge.control import is_protected
from verger.domain.games.verge.model.action import Action, DeclarationId, Made, Strike
from verger.domain.games.verge.model.conflict import Goal
from verger.domain.games.verge.model.declaration import (
    ActionFailed,
    ActionLost,
    ActionOpened,
    ActionRecorded,
    Declaration,
    DeclarationClosed,
)
from verger.domain.games.verge.model.purse import Purse, held, sum_of
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, State

ONE_AT_A_TIME, SPENT = "consent.one_at_a_time", "consent.spent"


def bring_up(draft: Draft, id: DeclarationId) -> str | Refused:
    """Bring up the current action and later ones, until a seat must be asked.

    An action that nobody can object to is paid and recorded at once. The price of any other action
    goes to escrow, and the table is asked. Return the end of the sentence.
    """
    declaration = draft.play.declarations[id]
    seat, number = declaration.mover, declaration.current
    ready = _ready(draft.state, seat, declaration.actions[number - 1], declaration.made)
    if isinstance(ready, Refused):
        return ready
    action, paying = ready
    seats = _seats_to_ask(draft, declaration, action)
    draft.cite(ONE_AT_A_TIME, action_number=number, asked_seats=seats)
    drawn = token.draw(draft, seat, paying)
    if seats:
        token.hold(draft, seat, id, paying)
        draft.emit(ActionOpened(declaration=id, action=number, asked=seats, budget=drawn))
        return ""
    token.spend(draft, seat, seat_account(seat), paying, change.RULES[type(action)])
    return record(draft, id, action)


def _seats_to_ask(draft: Draft, declaration: Declaration, action: Action) -> tuple[SeatId, ...]:
    """Return the seats that can object: all others that have not consented to the whole declaration.

    Nobody can object to a protected action.
    """
    mover = declaration.mover
    if isinstance(action, Strike):
        return ()
    if is_protected(draft.state, mover, action):
        draft.cite("control.protected", mover=mover)
        return ()
    return tuple([seat for seat in draft.table.others(mover) if seat not in declaration.blanket])


def rehearse(
    scratch: Draft, seat: SeatId, actions: Sequence[Action], *, is_free: bool = False
) -> tuple[Purse, ...] | Refused:
    """Return the payment of each action, if all are recorded one after the other."""
    before = scratch.state
    made: list[Made] = []
    payments: list[Purse] = []
    for action in actions:
        ready = _ready(scratch.state, seat, action, made, is_free=is_free)
        if isinstance(ready, Refused):
            if ready.code == Code.NOT_ENOUGH_TOKENS:
                payments.append(_asked(scratch.state, seat, action, made))
                by = map(change.rule_of, actions[: len(payments)])
                return token.short(before, seat, str(sum_of(payments)), *by)
            return ready
        resolved, paying = ready
        token.pay(scratch, seat, paying, "rehearsal")
        made.append(change.record(scratch, seat, resolved))
        payments.append(paying)
    return tuple(payments)


def _asked(state: State, seat: SeatId, action: Action, made: Sequence[Made]) -> Purse:
    """Return the tokens that an action needs: the offered payment if it covers the price, or the price."""
    resolved = change.resolved(action, made)
    assert not isinstance(resolved, Refused)
    price, offered = change.price(state, seat, resolved), resolved.payment
    return offered.purse if offered and token.pays(offered.purse, price) else price


def _ready(
    state: State, seat: SeatId, action: Action, made: Sequence[Made], *, is_free: bool = False
) -> tuple[Action, Purse] | Refused:
    """Return an action with resolved references, and the tokens that pay for it."""
    resolved = change.resolved(action, made)
    if isinstance(resolved, Refused):
        return resolved
    if refusal := change.unfit(state, seat, resolved):
        return refusal
    price = Purse() if is_free else change.price(state, seat, resolved)
    paying = token.payment(state, seat, price, resolved.payment, by=change.rule_of(action))
    return paying if isinstance(paying, Refused) else (resolved, paying)


def record(draft: Draft, id: DeclarationId, action: Action) -> str:
    """Record a paid action, and bring up the next one."""
    declaration = draft.play.declarations[id]
    made = change.record(draft, declaration.mover, action)
    draft.emit(ActionRecorded(id, declaration.current, made))
    deed = change.deed(draft.state, declaration.mover, action)
    return f" It is recorded: {deed}.{go_on(draft, id)}"


def record_contested(draft: Draft, id: DeclarationId) -> str:
    """Record an action that tokens or dice have decided for, if it is still possible."""
    declaration = draft.play.declarations[id]
    action = open_action(declaration)
    if refusal := change.unfit(draft.state, declaration.mover, action):
        return _fail(draft, id, refusal)
    return record(draft, id, action)


def lose(draft: Draft, id: DeclarationId) -> str:
    """Close an action that was given up or that lost. Its price is spent (`consent.spent`)."""
    declaration = draft.play.declarations[id]
    number, whose = declaration.current, wish(draft.state, declaration)
    draft.cite(SPENT, declaration=id, action_number=number)
    draft.emit(ActionLost(id, number))
    return f" Nothing comes of {whose}.{go_on(draft, id)}"


def contest(draft: Draft, id: DeclarationId) -> None:
    """Let tokens or dice decide about the open action.

    Its price is spent in any case (`consent.spent`).
    """
    draft.cite(SPENT, declaration=id, action_number=draft.play.declarations[id].current)
    _spend_escrow(draft, id)


def _spend_escrow(draft: Draft, id: DeclarationId) -> None:
    declaration = draft.play.declarations[id]
    paid = held(draft.play.ledger, token.escrow(id))
    rule = change.RULES[type(declaration.action)]
    token.spend(draft, declaration.mover, token.escrow(id), paid, rule)


def wish(state: State, declaration: Declaration) -> str:
    """Describe the open action as a wish of its mover: `Bo's wish to strike “Gil Bates”`."""
    return f"{state.table.name(declaration.mover)}'s wish {in_words(state, declaration)}"


def in_words(state: State, declaration: Declaration) -> str:
    """Describe the open action as the end of a sentence: `to strike “Gil Bates”`."""
    action = change.resolved(declaration.action, declaration.made)
    worded = declaration.action if isinstance(action, Refused) else action
    return change.words(state, worded, declaration.actions)


def wanted(goal: Goal) -> str:
    """Describe a goal as the end of a sentence: the stated text, or the contested wish."""
    return f": {goal.statement}." if goal.declaration else narrated(goal.statement)


def open_action(declaration: Declaration) -> Action:
    """Return the open action with its references resolved."""
    action = change.resolved(declaration.action, declaration.made)
    # The references were resolved when the action was brought up.
    assert not isinstance(action, Refused)
    return action


def go_on(draft: Draft, id: DeclarationId) -> str:
    """Bring up the next action, or close a declaration without more actions."""
    declaration = draft.play.declarations[id]
    if declaration.current > len(declaration.actions):
        draft.emit(DeclarationClosed(id, "done"))
        return ""
    if declaration.mover not in (*draft.table.sitting, *draft.table.away):
        draft.emit(DeclarationClosed(id, "withdrawn"))
        return f" The remaining actions of {draft.table.name(declaration.mover)} are withdrawn."
    sentence = bring_up(draft, id)
    if isinstance(sentence, Refused):
        return _fail(draft, id, sentence)
    if sentence:
        return sentence
    action = open_action(declaration)
    wanted = f"{draft.table.name(declaration.mover)} wants {change.words(draft.state, action)}"
    return f" Next, {wanted}{narrated(action.narration)}"


def settle(draft: Draft, id: DeclarationId) -> str:
    """Record the open action if all asked seats have consented and it is still possible."""
    declaration = draft.play.declarations[id]
    if not declaration.agreement.is_settled or declaration.is_contested:
        return ""
    action = open_action(declaration)
    if refusal := change.unfit(draft.state, declaration.mover, action):
        return _fail(draft, id, refusal)
    _spend_escrow(draft, id)
    return record(draft, id, action)


def _fail(draft: Draft, id: DeclarationId, refusal: Refused) -> str:
    """Close an action that is no longer possible.

    Its price goes back, and actions recorded before stay.
    """
    declaration = draft.play.declarations[id]
    whose = wish(draft.state, declaration)
    rest = ", with all actions after it" if declaration.goes_on else ""
    token.give_back(draft, declaration.mover, id)
    draft.emit(
        ActionFailed(id, declaration.current, refusal.code, refusal.rule),
        DeclarationClosed(id, "failed"),
    )
    is_orphan = refusal.code == Own.UNKNOWN_RESULT
    why = "The action that it builds on was never recorded." if is_orphan else refusal.sentence
    return f" {why} So {whose} lapses{rest}."


def own_declaration(
    state: State, id: DeclarationId, seat: SeatId, rule: str
) -> Declaration | Refused:
    """Return the seat's own open declaration."""
    declaration = state.play.declarations.get(id)
    if declaration is None:
        return refuse(Own.UNKNOWN_DECLARATION, rule, declaration=id)
    if declaration.mover != seat:
        name = state.table.name(declaration.mover)
        return refuse(Own.NOT_THE_MOVER, rule, declaration=id, seat_name=name)
    return declaration
