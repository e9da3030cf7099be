"""Payments: the tokens that a price takes from a purse, and their destination."""

from verger.domain.core.identifier import Account, SeatId
from verger.domain.core.ledger import BANK, seat_account, transfer
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.games.verge.model.action import DeclarationId, Payment
from verger.domain.games.verge.model.purse import Purse, Token, held
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Draft, State


def escrow(declaration: DeclarationId) -> Account:
    """Return the account for the price of a declaration's open action."""
    return Account(f"escrow:{declaration}")


def budget(seat: SeatId) -> Account:
    """Return the account of the GM's budget for a seat's first notice of loss (`fnol.budget`)."""
    return Account(f"fnol:{seat}")


def funds(state: State, seat: SeatId) -> Purse:
    """Return all tokens that a seat can pay with: its own tokens, and for the GM the budget of the current notice."""
    own = held(state.play.ledger, seat_account(seat))
    notice = state.play.notices.current
    if notice is None or seat != state.table.gm:
        return own
    return own.plus(Token.STORY, held(state.play.ledger, budget(notice.seat)).story)


def draw(draft: Draft, seat: SeatId, paying: Purse) -> int:
    """Move the budget's part of a payment to the GM. Return its number of tokens."""
    notice = draft.play.notices.current
    if notice is None or seat != draft.table.gm:
        return 0
    source = budget(notice.seat)
    drawn = min(paying.story, held(draft.play.ledger, source).story)
    why, target = "the budget pays", seat_account(seat)
    draft.emit(*transfer(Purse(story=drawn), source, target, why, "fnol.budget"))
    return drawn


def payment(
    state: State, seat: SeatId, price: Purse, offered: Payment | None, *, by: str
) -> Purse | Refused:
    """Return the tokens that pay a price for a seat (`token.pay`, `token.boost`).

    `by` is the rule that sets the price.
    """
    usual = _by_default(funds(state, seat), price)
    paying = offered.purse if offered else usual
    return _paid(state, seat, usual, paying, str(price), fits=pays(paying, price), by=by)


def _paid(
    state: State, seat: SeatId, usual: Purse, paying: Purse, needed: str, *, fits: bool, by: str
) -> Purse | Refused:
    """Return the offered payment if it fits and the seat has it, or a refusal."""
    purse = funds(state, seat)
    if purse.covers(usual) and not fits:
        return refuse(
            Own.WRONG_PAYMENT,
            "token.pay",
            price_rules=(by,),
            tokens_needed=needed,
            tokens_offered=str(paying),
        )
    if fits and purse.covers(paying):
        return paying
    return short(state, seat, str(paying) if purse.covers(usual) else needed, by)


def short(state: State, seat: SeatId, needed: str, *by: str) -> Refused:
    """Return the refusal of a price that a seat cannot pay (`token.pay`).

    `by` are the rules that set the price.
    """
    return refuse(
        Code.NOT_ENOUGH_TOKENS,
        "token.pay",
        price_rules=tuple(dict.fromkeys(by)),
        tokens_needed=needed,
        tokens_held=str(funds(state, seat)),
        seat_name=state.table.name(seat),
    )


def _by_default(purse: Purse, price: Purse) -> Purse:
    """Return exactly the requested kinds, with boosts for missing tokens (`token.pay`)."""
    story = min(price.story, max(purse.story, 0))
    development = min(price.development, max(purse.development, 0))
    return Purse(story, development, price.total - story - development)


def any_payment(
    state: State, seat: SeatId, amount: int, offered: Payment | None, *, by: str
) -> Purse | Refused:
    """Return the tokens, of any kinds, that pay an amount for a seat (`token.pay`).

    `by` is the rule that sets the amount.
    """
    usual = share(funds(state, seat), amount)
    paying, needed = offered.purse if offered else usual, f"{amount} of any kind"
    return _paid(state, seat, usual, paying, needed, fits=paying.total == amount, by=by)


def share(purse: Purse, amount: int) -> Purse:
    """Return a part of a purse: story tokens first, then development tokens, then boosts."""
    story = min(amount, purse.story)
    development = min(amount - story, purse.development)
    return Purse(story, development, amount - story - development)


def pays(paying: Purse, price: Purse) -> bool:
    """Return whether a payment covers a price.

    A boost can replace one other token (`token.boost`).
    """
    return (
        paying.total == price.total
        and paying.story <= price.story
        and paying.development <= price.development
    )


def pay(draft: Draft, seat: SeatId, paying: Purse, reason: str) -> None:
    """Spend a seat's tokens. If the seat is the GM's, its budget pays first."""
    if not paying.total:
        return
    draw(draft, seat, paying)
    spend(draft, seat, seat_account(seat), paying, reason)


def hold(draft: Draft, seat: SeatId, declaration: DeclarationId, paying: Purse) -> None:
    """Put a price into escrow while its action is open."""
    source, target = seat_account(seat), escrow(declaration)
    draft.emit(*transfer(paying, source, target, "the price of an open action", "token.pay"))


def give_back(draft: Draft, seat: SeatId, declaration: DeclarationId) -> None:
    """Give an unspent price back (`consent.negotiate`). The budget's part returns to the budget."""
    source, why = escrow(declaration), "an action that was let go"
    purse = held(draft.play.ledger, source)
    # If the action is contested, its price and the budget's part of it are spent.
    drawn = min(draft.play.declarations[declaration].budget, purse.story)
    notice = draft.play.notices.current
    budgeted, own = Purse(story=drawn), Purse(purse.story - drawn, purse.development, purse.boost)
    target = budget(notice.seat) if notice else BANK
    draft.emit(*transfer(budgeted, source, target, why, "fnol.budget"))
    draft.emit(*transfer(own, source, seat_account(seat), why, "consent.negotiate"))


def spend(draft: Draft, seat: SeatId, source: Account, purse: Purse, reason: str) -> None:
    """Pay a price to the bank.

    A player's boosts go to the GM if the GM's seat is taken (`token.boost`).
    """
    draft.cite("token.pay", tokens_paid=str(purse))
    plain = Purse(purse.story, purse.development) if purse.boost else purse
    draft.emit(*transfer(plain, source, BANK, reason, "token.pay"))
    if purse.boost:
        gm = draft.table.gm
        to_gm = seat != gm and gm in draft.table.sitting
        boosts_to = seat_account(gm) if to_gm else BANK
        draft.cite("token.boost", boosts_paid=purse.boost, receiving_account=boosts_to)
        boosts = Purse(boost=purse.boost)
        draft.emit(*transfer(boosts, source, boosts_to, reason, "token.boost"))


def earn(draft: Draft, seat: SeatId, amount: int, reason: str, rule: str) -> None:
    """Pay a seat story tokens from the bank, unless it was left (`table.leave`)."""
    if seat in draft.table.sitting:
        draft.emit(*transfer(Purse(story=amount), BANK, seat_account(seat), reason, rule))
