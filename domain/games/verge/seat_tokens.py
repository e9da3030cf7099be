"""The tokens of a seat of Verge: there is exactly one boost per seat (`token.kinds`)."""

from typing import Any

from verger.domain.core.decider import Draft
from verger.domain.core.identifier import Account, RuleId, SeatId
from verger.domain.core.ledger import BANK, TokensMoved, seat_account, transfer
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.seat import Seat, SeatKind
from verger.domain.games.verge.model.purse import SUPPLY, Token, held
from verger.domain.games.verge.reason import Code as Own

RULE = "token.kinds"


def placed(draft: Draft[Any], seat: SeatId, kind: SeatKind) -> None:
    """Add one boost for a new seat that takes part in play."""
    if kind is not SeatKind.OBSERVER:
        _move_boosts(draft, 1, SUPPLY, BANK, "a seat joins")


def give_back(draft: Draft[Any], seat: Seat) -> Refused | None:
    """Give a seat's tokens to the bank.

    After this, the bank must have a boost, because the seat's boost is removed.
    """
    own = seat_account(seat.id)
    draft.emit(*transfer(held(draft.play.ledger, own), own, BANK, "a seat goes", RULE))
    if not seat.plays or held(draft.play.ledger, BANK).boost:
        return None
    return refuse(Own.BOOSTS_OUT, RULE, seat=seat.id, seat_name=seat.name)


def removed(draft: Draft[Any], seat: Seat) -> None:
    """Remove the boost of a removed seat that took part in play."""
    if seat.plays:
        _move_boosts(draft, 1, BANK, SUPPLY, "a seat goes")


def realign(draft: Draft[Any]) -> None:
    """After a rewind, empty the accounts of removed seats, and restore one boost per seat."""
    ledger, accounts = draft.play.ledger, {seat_account(seat.id) for seat in draft.table.seats}
    gone = [
        account for account in ledger if account.startswith("seat:") and account not in accounts
    ]
    for account in sorted(gone):
        draft.emit(*transfer(held(ledger, account), account, BANK, "a seat goes", RULE))
    surplus = -held(draft.play.ledger, SUPPLY).boost - len(draft.table.players)
    if surplus < 0:
        _move_boosts(draft, -surplus, SUPPLY, BANK, "a seat joins")
    # Boosts are removed from the bank first, then from the seat that has most. There are enough,
    # because every seat has at most one boost in a bribe.
    ledger = draft.play.ledger
    seats = [seat_account(seat.id) for seat in draft.table.seats]
    for account in (BANK, *sorted(seats, key=lambda own: (-held(ledger, own).boost, own))):
        amount = min(surplus, held(ledger, account).boost)
        if amount > 0:
            _move_boosts(draft, amount, account, SUPPLY, "a seat goes")
            surplus -= amount


def _move_boosts(
    draft: Draft[Any], amount: int, source: Account, target: Account, why: str
) -> None:
    draft.emit(
        TokensMoved(
            token=Token.BOOST,
            amount=amount,
            source=source,
            target=target,
            reason=why,
            rule=RuleId(RULE),
        )
    )
