"""A seat's moves about a contested action: override, raise, match, accept, give up."""

from collections.abc import Iterator

from msgspec.structs import replace

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import (
    AnyTokens,
    Awaited,
    Number,
    Option,
    TextField,
    move_option,
    question_id,
)
from verger.domain.core.ruling import Refused
from verger.domain.core.text import PROSE_LIMIT, narrated
from verger.domain.games.verge import proceeding
from verger.domain.games.verge.calling import cannot_call
from verger.domain.games.verge.contest import (
    ALLOWED,
    COST,
    MATCH,
    RAISE,
    RAISE_LIMIT,
    RAISE_PRICE,
    overridable,
    shares_of,
)
from verger.domain.games.verge.model.action import DeclarationId
from verger.domain.games.verge.model.declaration import Declaration
from verger.domain.games.verge.model.override import Override
from verger.domain.games.verge.model.purse import held
from verger.domain.games.verge.model.words import counted
from verger.domain.games.verge.state import State
from verger.domain.games.verge.token import escrow, funds


def contest_options(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield the moves about contested actions that a seat can make now."""
    for id, declaration in in_order(state.play.declarations.items()):
        override = declaration.override
        if declaration.mover == seat:
            yield from _mover(state, seat, id, override)
        elif override and seat in override.agreement.asked:
            yield from _raising(state, seat, id, override)


def _mover(
    state: State, seat: SeatId, id: DeclarationId, override: Override | None
) -> Iterator[Option]:
    purse = funds(state, seat)
    declaration = overridable(state, id, seat)
    if not isinstance(declaration, Refused):
        price = sum(share.power for share in shares_of(state, declaration))
        if price <= purse.total:
            paying = AnyTokens("payment", price, purse.as_price(), label="Pay with")
            yield move_option("override", (paying,), ALLOWED, COST, tokens=price, declaration=id)
    if override is None:
        return
    if override.unmatched and override.owed <= purse.total:
        fields = (
            TextField("solution", PROSE_LIMIT),
            AnyTokens("payment", override.owed, purse.as_price(), label="Pay with"),
        )
        yield move_option(
            "match_raise",
            fields,
            MATCH,
            tokens=override.owed,
            declaration=id,
            label="Match the raise",
        )
    yield move_option("give_up", (), MATCH, declaration=id)


def _raising(state: State, seat: SeatId, id: DeclarationId, override: Override) -> Iterator[Option]:
    purse = funds(state, seat)
    most = min(RAISE_LIMIT, purse.total // RAISE_PRICE)
    if most:
        fields = (
            Number("by", 1, most, label="By how much"),
            TextField("complication", PROSE_LIMIT),
            AnyTokens("payment", RAISE_PRICE, purse.as_price(), times="by", label="Pay with"),
        )
        yield move_option(
            "raise_override",
            fields,
            RAISE,
            tokens=RAISE_PRICE,
            declaration=id,
            label="Raise the price",
        )
    if seat in override.agreement.waiting:
        yield move_option("pass_raise", (), MATCH, declaration=id, label="Let the price stand")


def awaited(state: State, id: DeclarationId, declaration: Declaration) -> Iterator[Awaited]:
    """Yield the pending actions: answers, the mover's choice, or raises of the price."""
    override, wish = declaration.override, proceeding.in_words(state, declaration)
    priced = (len(override.raises), override.matched) if override else ()
    for wait in _awaited(state, id, declaration, wish):
        moment = question_id(wait.what, id, declaration.times_asked, *priced)
        yield replace(wait, about=id, object=wish, id=moment)


def _awaited(
    state: State, id: DeclarationId, declaration: Declaration, wish: str
) -> Iterator[Awaited]:
    override, mover = declaration.override, (declaration.mover,)
    if override is None and declaration.is_contested and declaration.is_asking:
        sentence = " ".join(_objections(state, declaration))
        sentence += f" {_ways_on(state, id, declaration)}"
        yield Awaited("negotiate", mover, "consent.negotiate", sentence)
    elif declaration.is_asking:
        waiting, sentence = declaration.agreement.waiting, _question(state, id, declaration, wish)
        yield Awaited("consent", waiting, "consent.one_at_a_time", sentence)
    if override is None:
        return
    if override.unmatched:
        raised = override.unmatched[-1]
        sentence = (
            f"{state.table.name(raised.seat)} raises the price{narrated(raised.complication)}"
        )
        price = counted(override.owed, "token")
        is_payable = override.owed <= funds(state, declaration.mover).total
        ways = f"Match it for {price}, or give up" if is_payable else "Give up: it is too dear"
        yield Awaited("match_raise", mover, MATCH, f"{sentence} {ways}.")
    else:
        wish = proceeding.wish(state, declaration)
        sentence = f"The objections to {wish} are overridden for"
        waiting = override.agreement.waiting
        can_raise = all(funds(state, seat).total >= RAISE_PRICE for seat in waiting)
        ways = "Let the price stand, or raise it" if can_raise else "Let the price stand"
        sentence += f" {counted(override.total, 'token')}. {ways}."
        yield Awaited("pass_raise", waiting, MATCH, sentence)


def _ways_on(state: State, id: DeclarationId, declaration: Declaration) -> str:
    """Describe what a mover can do about objections now."""
    mover = _mover(state, declaration.mover, id, declaration.override)
    if any(option.fixed["move"] == "override" for option in mover):
        return "Reword your change, withdraw it, or override the objection."
    if declaration.in_the_fiction and not cannot_call(state):
        return "Reword your change, withdraw it, or call a conflict about it."
    return "Reword your change, or withdraw it."


def _question(state: State, id: DeclarationId, declaration: Declaration, wish: str) -> str:
    """Describe the mover's wish, its price and its narration."""
    paid, mover = held(state.play.ledger, escrow(id)), state.table.name(declaration.mover)
    sentence = f"{mover} wants {wish}, for {paid}{narrated(declaration.action.narration)}"
    return " ".join([sentence, *_objections(state, declaration)])


def _objections(state: State, declaration: Declaration) -> list[str]:
    """Describe the objections to the open action."""
    name = state.table.name
    return [
        f"{name(objection.seat)} objects{narrated(objection.reason)}"
        for objection in declaration.objections
    ]
