"""Who holds which tokens, and every movement behind it."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import msgspec

from domain.identifier import Account, RuleId
from domain.ledger import BANK, SUPPLY, Ledger, Token, TokensMoved, held, seat_account
from domain.table import Table


class AccountView(msgspec.Struct, frozen=True):
    """What one account holds."""

    account: Account
    story: int
    development: int
    boost: int


class BanksView(msgspec.Struct, frozen=True):
    """All accounts at a version (`token.kinds`)."""

    version: int
    bank_boosts: int
    """Boosts that lie in the bank; its story and development tokens do not run out."""
    accounts: tuple[AccountView, ...]
    """Everybody else's: seats, and the escrow of open actions."""


class EntryView(msgspec.Struct, frozen=True):
    """One movement of tokens, and the event that moved them."""

    version: int
    at: datetime
    token: Token
    amount: int
    source: Account
    target: Account
    reason: str
    rule: RuleId


class LedgerView(msgspec.Struct, frozen=True):
    """Movements in the order of the log."""

    entries: tuple[EntryView, ...]
    next_after: int | None
    """Where the next page starts; nothing on the last one."""


def banks(table: Table, ledger: Ledger, version: int) -> BanksView:
    """The accounts at a version: every seat with a say, then whatever else holds tokens."""
    seats = [seat_account(seat.id) for seat in table.players]
    others = sorted(account for account in ledger if account not in (BANK, SUPPLY, *seats))
    accounts = tuple(_account(ledger, account) for account in (*seats, *others))
    return BanksView(version, held(ledger, BANK).boost, accounts)


def _account(ledger: Ledger, account: Account) -> AccountView:
    purse = held(ledger, account)
    return AccountView(account, purse.story, purse.development, purse.boost)


def entries(version: int, at: datetime, effects: Iterable[Any]) -> Iterator[EntryView]:
    """The movements of one event."""
    for effect in effects:
        if isinstance(effect, TokensMoved):
            yield EntryView(
                version,
                at,
                effect.token,
                effect.amount,
                effect.source,
                effect.target,
                effect.reason,
                effect.rule,
            )
