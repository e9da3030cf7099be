"""A seat's moves about a contested action: override it, raise, match, let stand, give up."""

from collections.abc import Iterator

from domain.core.identifier import SeatId, in_order
from domain.core.option import AnyTokens, Awaited, Number, Option, Text, move_option
from domain.core.ruling import Refused
from domain.core.text import PROSE_LIMIT
from domain.games.verge.contest import (
    ALLOWED,
    COST,
    MATCH,
    RAISE,
    RAISE_LIMIT,
    RAISE_PRICE,
    overridable,
    shares_of,
)
from domain.games.verge.model.action import DeclarationId
from domain.games.verge.model.declaration import Declaration
from domain.games.verge.model.override import Override
from domain.games.verge.state import State
from domain.games.verge.token import funds


def contest_options(state: State, seat: SeatId) -> Iterator[Option]:
    """The moves about contested actions open to a seat now."""
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
    found = overridable(state, id, seat)
    if not isinstance(found, Refused):
        price = sum(share.power for share in shares_of(state, found))
        if price <= purse.total:
            paying = AnyTokens("payment", price, purse.as_price())
            yield move_option("override", (paying,), ALLOWED, COST, tokens=price, declaration=id)
    if override is None:
        return
    if override.unmatched and override.owed <= purse.total:
        fields = (
            Text("solution", PROSE_LIMIT),
            AnyTokens("payment", override.owed, purse.as_price()),
        )
        yield move_option("match_raise", fields, MATCH, tokens=override.owed, declaration=id)
    yield move_option("give_up", (), MATCH, declaration=id)


def _raising(state: State, seat: SeatId, id: DeclarationId, override: Override) -> Iterator[Option]:
    purse = funds(state, seat)
    most = min(RAISE_LIMIT, purse.total // RAISE_PRICE)
    if most:
        fields = (
            Number("by", 1, most),
            Text("complication", PROSE_LIMIT),
            AnyTokens("payment", RAISE_PRICE, purse.as_price(), times="by"),
        )
        yield move_option("raise_override", fields, RAISE, tokens=RAISE_PRICE, declaration=id)
    if seat in override.agreement.waiting:
        yield move_option("pass_raise", (), MATCH, declaration=id)


def awaited(id: DeclarationId, declaration: Declaration) -> Iterator[Awaited]:
    """Whom an action waits for: who is asked, its mover, or who may raise its price."""
    override = declaration.override
    if override is None and declaration.is_contested and declaration.is_asking:
        yield Awaited("negotiate", (declaration.mover,), "consent.negotiate", id)
    elif declaration.is_asking:
        waiting, until = declaration.agreement.waiting, declaration.until
        yield Awaited("consent", waiting, "consent.one_at_a_time", id, until)
    if override is None:
        return
    if override.unmatched:
        yield Awaited("match_raise", (declaration.mover,), MATCH, id)
    else:
        yield Awaited("pass_raise", override.agreement.waiting, MATCH, id)
