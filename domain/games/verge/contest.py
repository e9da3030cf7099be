"""Overriding objections: prices and their recipients, raises, matches, giving up."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.ledger import seat_account, transfer
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import house_rule
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose, listed, narrated
from verger.domain.core.unicode import trimmed
from verger.domain.games.verge import change, proceeding, token
from verger.domain.games.verge.control import controllers
from verger.domain.games.verge.house_rules import HOUSE_RULES
from verger.domain.games.verge.model.action import (
    Action,
    Connect,
    Create,
    DeclarationId,
    Payment,
    Repair,
    Strengthen,
    Weaken,
)
from verger.domain.games.verge.model.declaration import Declaration
from verger.domain.games.verge.model.network import ElementId
from verger.domain.games.verge.model.override import (
    Override,
    OverrideBegun,
    OverrideRaised,
    RaisePassed,
    RaisesMatched,
    Share,
)
from verger.domain.games.verge.model.purse import Purse
from verger.domain.games.verge.model.words import counted
from verger.domain.games.verge.pool import power
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, Play, State
from verger.domain.judging.chapters import Judges

ALLOWED, COST, PAYEE = "override.allowed", "override.cost", "override.payee"
RAISE, MATCH = "override.raise", "override.match"

RAISE_PRICE = 2
"""The number of tokens that raise the price by one."""
RAISE_LIMIT = 1_000


class OverrideObjections(TaggedMove, frozen=True, tag="override"):
    """Pay against the objections to your open action (`override.allowed`)."""

    declaration: DeclarationId
    payment: Payment | None = None


class RaiseOverride(TaggedMove, frozen=True, tag="raise_override"):
    """Raise the price of an override with a complication.

    Every two tokens raise the price by one.
    """

    declaration: DeclarationId
    by: Annotated[int, Meta(ge=1, le=RAISE_LIMIT)]
    complication: Prose
    payment: Payment | None = None


class MatchRaise(TaggedMove, frozen=True, tag="match_raise"):
    """Pay all raises, and describe how the complications are solved."""

    declaration: DeclarationId
    solution: Prose
    payment: Payment | None = None


class PassRaise(TaggedMove, frozen=True, tag="pass_raise"):
    """Accept the current price of an override."""

    declaration: DeclarationId


class GiveUp(TaggedMove, frozen=True, tag="give_up"):
    """Give up the action that you override. Its price is spent."""

    declaration: DeclarationId


OverrideMove = OverrideObjections | RaiseOverride | MatchRaise | PassRaise | GiveUp


def override(draft: Draft, move: OverrideObjections, facts: Facts) -> Judgement:
    """Judge paying the controllers' price against the objections (`override.allowed`)."""
    id, state = move.declaration, draft.state
    declaration = overridable(state, id, facts.seat)
    if isinstance(declaration, Refused):
        return declaration
    shares = shares_of(state, declaration)
    price = sum(share.power for share in shares)
    paying = token.any_payment(
        state, facts.seat, price, move.payment, by=_RULES[type(declaration.action)]
    )
    if isinstance(paying, Refused):
        return paying
    action = declaration.action
    draft.cite(ALLOWED, action_number=declaration.current)
    draft.cite(
        _RULES[type(action)],
        element_powers=tuple(f"{share.element}: {share.power}" for share in shares),
    )
    draft.cite(COST, tokens_due=price)
    payees = [(share, _payees(state, facts.seat, share.element)) for share in shares]
    proceeding.contest(draft, id)
    _pay(draft, facts.seat, paying, payees)
    others = draft.table.others(facts.seat)
    draft.emit(OverrideBegun(id, declaration.current, shares, others))
    sentence = f"{draft.table.name(facts.seat)} overrides for {counted(price, 'token')}"
    sentence += f"{_of(draft.state, shares)}."
    return draft.accept(sentence + settle(draft, id))


def overridable(state: State, id: DeclarationId, seat: SeatId) -> Declaration | Refused:
    """Return the seat's declaration, if it can override the objections now (`override.allowed`)."""
    declaration = proceeding.own_declaration(state, id, seat, ALLOWED)
    if isinstance(declaration, Refused):
        return declaration
    if not declaration.is_asking:
        return refuse(Own.CONTESTED, ALLOWED, declaration=id, action_number=declaration.current)
    if not declaration.is_contested:
        return refuse(Own.NOT_CONTESTED, ALLOWED, declaration=id, seat_name=state.table.name(seat))
    if refusal := change.unfit(state, seat, proceeding.open_action(declaration)):
        return refusal
    return _settled_otherwise(state, id, declaration) or declaration


def _settled_otherwise(state: State, id: DeclarationId, declaration: Declaration) -> Refused | None:
    """Return why tokens cannot settle the objections, or None.

    They cannot if an objection is in the fiction, or if the action is a claim.
    """
    number, opposed = declaration.current, declaration.in_the_fiction
    if type(declaration.action) not in _RULES:
        hindrance, why = "claim", "a claim needs everyone's consent"
    elif opposed:
        names = listed([state.table.name(seat) for seat in opposed])
        hindrance = "objection_in_fiction"
        why = f"{names} {'objects' if len(opposed) == 1 else 'object'} within the fiction"
    else:
        return None
    return refuse(
        Own.NOT_OVERRIDABLE,
        ALLOWED,
        declaration=id,
        action_number=number,
        hindrance=hindrance,
        hindrance_in_words=why,
    )


_RULES: dict[type[Action], str] = {
    Create: "override.create",
    Connect: "override.connect",
    Strengthen: "override.change",
    Weaken: "override.change",
    Repair: "override.change",
}


def shares_of(state: State, declaration: Declaration) -> tuple[Share, ...]:
    """Return the powers that make up the price.

    A negative power costs nothing (`override.cost`).
    """
    network = state.play.network
    return tuple(Share(id, max(0, power(network, id))) for id in _priced(state, declaration))


def _priced(state: State, declaration: Declaration) -> list[ElementId]:
    mover, action = declaration.mover, proceeding.open_action(declaration)
    match action:
        case Create():
            return [action.other]
        case Connect():
            ends = (action.source, action.target)
            return [end for end in ends if not _is_free(state, declaration, end)]
        case Strengthen() | Weaken() | Repair():
            return [] if mover in controllers(state, action.element) else [action.element]
        case _:
            return []


def _is_free(state: State, declaration: Declaration, node: ElementId) -> bool:
    """Return whether the mover controls a node or has its controller's consent.

    Such a node is free (`override.connect`).
    """
    in_control = controllers(state, node)
    # A seat that consented to the whole declaration is not asked about its later actions.
    agreed = (*declaration.agreement.agreed, *declaration.blanket)
    objecting = [objection.seat for objection in declaration.objections]
    consented = any(seat in agreed for seat in in_control)
    return declaration.mover in in_control or (
        consented and not any(seat in objecting for seat in in_control)
    )


def _payees(state: State, mover: SeatId, element: ElementId) -> tuple[SeatId, ...]:
    """Return the seats that are paid for an element (`override.payee`).

    These are its other controllers, or by house rule nobody.
    """
    if house_rule(state.table, HOUSE_RULES, "override_payee") == "bank":
        return ()
    others = [seat for seat in controllers(state, element) if seat != mover]
    # Controllers by grant are last in the order of control, but odd tokens are paid in seat order.
    return tuple(sorted(others, key=lambda seat: int(seat[1:])))


def _pay(
    draft: Draft,
    mover: SeatId,
    paying: Purse,
    payees: Sequence[tuple[Share, tuple[SeatId, ...]]],
) -> None:
    """Pay each share to its controllers evenly, with odd tokens by seat order."""
    token.draw(draft, mover, paying)
    for share, seats in payees:
        if not seats:
            part, paying = _split(paying, share.power)
            draft.cite(PAYEE, element=share.element, receiver="bank", tokens_paid=share.power)
            token.spend(draft, mover, seat_account(mover), part, "an override")
        for place, seat in enumerate(seats):
            odd = place < share.power % len(seats)
            part, paying = _split(paying, share.power // len(seats) + odd)
            draft.cite(PAYEE, element=share.element, receiver=seat, tokens_paid=part.total)
            _pay_seat(draft, mover, seat, part)


def _split(purse: Purse, amount: int) -> tuple[Purse, Purse]:
    """Return a number of tokens from a purse, and the remaining purse."""
    part = token.share(purse, amount)
    rest = {kind: purse.of(kind) - part.of(kind) for kind in Purse.__struct_fields__}
    return part, Purse(**rest)


def _pay_seat(draft: Draft, mover: SeatId, seat: SeatId, part: Purse) -> None:
    """Pay a seat. Boosts follow `token.boost`, and the bank pays the seat instead."""
    source, target, why = seat_account(mover), seat_account(seat), "an override"
    plain, boosts = Purse(part.story, part.development), Purse(boost=part.boost)
    draft.emit(*transfer(plain, source, target, why, PAYEE))
    if not part.boost:
        return
    token.spend(draft, mover, source, boosts, why)
    # A player's boosts go to the GM anyway. So a GM who is paid with boosts has them already.
    if seat != draft.table.gm:
        token.earn(draft, seat, part.boost, why, PAYEE)


def raise_price(draft: Draft, move: RaiseOverride, facts: Facts) -> Judgement:
    """Judge a raise: two tokens of any kind raise the price by one (`override.raise`)."""
    id, seat = move.declaration, facts.seat
    overriding = _override_to_answer(draft.state, id, seat, RAISE)
    if isinstance(overriding, Refused):
        return overriding
    paying = token.any_payment(draft.state, seat, RAISE_PRICE * move.by, move.payment, by=RAISE)
    if isinstance(paying, Refused):
        return paying
    draft.cite(RAISE, tokens_raised=move.by, tokens_paid=paying.total)
    token.pay(draft, seat, paying, "raising an override")
    draft.emit(OverrideRaised(id, seat, move.by, trimmed(move.complication)))
    raised = f"{draft.table.name(seat)} raises the price of the override by {move.by}"
    return draft.accept(f"{raised}{narrated(move.complication)}")


def match(draft: Draft, move: MatchRaise, facts: Facts) -> Judgement:
    """Judge matching all raises. Then everyone can raise again (`override.match`)."""
    id = move.declaration
    overriding = _own(draft.state, id, facts.seat)
    if isinstance(overriding, Refused):
        return overriding
    if not overriding.unmatched:
        return refuse(Own.NOTHING_RAISED, MATCH, declaration=id)
    paying = token.any_payment(draft.state, facts.seat, overriding.owed, move.payment, by=MATCH)
    if isinstance(paying, Refused):
        return paying
    draft.cite(MATCH, tokens_due=overriding.owed, raises_made=len(overriding.unmatched))
    token.pay(draft, facts.seat, paying, "matching a raise")
    draft.emit(RaisesMatched(id, overriding.owed, trimmed(move.solution)))
    paid = counted(overriding.owed, "token")
    sentence = (
        f"{draft.table.name(facts.seat)} matches the raise with {paid}{narrated(move.solution)}"
    )
    return draft.accept(sentence + settle(draft, id))


def pass_raise(draft: Draft, move: PassRaise, facts: Facts) -> Judgement:
    """Judge accepting the price. The last acceptance settles it (`override.match`)."""
    id = move.declaration
    overriding = _override_to_answer(draft.state, id, facts.seat, MATCH)
    if isinstance(overriding, Refused):
        return overriding
    name = draft.table.name(facts.seat)
    if facts.seat in overriding.agreement.agreed:
        return refuse(Code.ALREADY_ANSWERED, MATCH, seat_name=name)
    draft.emit(RaisePassed(id, facts.seat))
    after = draft.play.declarations[id].override
    draft.cite(MATCH, waiting_seats=after.agreement.waiting if after else ())
    return draft.accept(f"{name} lets the price stand.{settle(draft, id)}")


def give_up(draft: Draft, move: GiveUp, facts: Facts) -> Judgement:
    """Judge giving up the action after a raise (`override.match`)."""
    overriding = _own(draft.state, move.declaration, facts.seat)
    if isinstance(overriding, Refused):
        return overriding
    draft.cite(MATCH, is_given_up=True)
    sentence = f"{draft.table.name(facts.seat)} gives up."
    return draft.accept(sentence + proceeding.lose(draft, move.declaration))


def settle(draft: Draft, id: DeclarationId) -> str:
    """Record the action if its price is paid and every other seat accepts the price."""
    overriding = draft.play.declarations[id].override
    if overriding is None or overriding.unmatched or not overriding.agreement.is_settled:
        return ""
    raised = len(overriding.raises)
    draft.cite(MATCH, tokens_due=overriding.total, raises_made=raised)
    times = {0: "", 1: ", raised once", 2: ", raised twice"}
    more = times.get(raised, f", raised {raised} times")
    parts = _of(draft.state, overriding.shares)
    total = counted(overriding.total, "token")
    return f" Overridden for {total}{parts}{more}.{proceeding.record_contested(draft, id)}"


def _of(state: State, shares: Sequence[Share]) -> str:
    """Describe the parts of a price: ": power 2 of “Gil Bates”"."""
    network = state.play.network
    parts = [
        f"power {share.power} of “{element.label}”"
        for share in shares
        if (element := network.element(share.element))
    ]
    return f": {listed(parts)}" if parts else ""


def _own(state: State, id: DeclarationId, seat: SeatId) -> Override | Refused:
    """Return the override of a seat."""
    declaration = proceeding.own_declaration(state, id, seat, MATCH)
    if isinstance(declaration, Refused):
        return declaration
    name = state.table.name(seat)
    return declaration.override or refuse(Own.NOT_OVERRIDDEN, MATCH, declaration=id, seat_name=name)


def _override_to_answer(
    state: State, id: DeclarationId, seat: SeatId, rule: str
) -> Override | Refused:
    """Return the override that a seat can raise or accept."""
    declaration = state.play.declarations.get(id)
    if declaration is None:
        return refuse(Own.UNKNOWN_DECLARATION, rule, declaration=id)
    if declaration.override is None:
        name = state.table.name(declaration.mover)
        return refuse(Own.NOT_OVERRIDDEN, rule, declaration=id, seat_name=name)
    if seat not in declaration.override.agreement.asked:
        return refuse(Code.NOT_ASKED, rule, seat_name=state.table.name(seat))
    return declaration.override


CHAPTER: Judges[Play] = {
    OverrideObjections: override,
    RaiseOverride: raise_price,
    MatchRaise: match,
    PassRaise: pass_raise,
    GiveUp: give_up,
}
