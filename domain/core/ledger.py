"""Double-entry bookkeeping for tokens: every movement has two accounts and a reason.

The purse of a game has a field for each kind of token. Its ledger maps accounts to purses.
"""

from typing import Any, Generic, Self, TypeVar

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.identifier import Account, RuleId, SeatId
from verger.domain.core.tagged import TaggedEffect

Kind = TypeVar("Kind")
P = TypeVar("P", bound="Purse")

BANK = Account("bank")
"""The account that new tokens come from and spent tokens go to. If it is negative, it shows the number
of tokens in play."""


def seat_account(seat: SeatId) -> Account:
    """Return the account of a seat."""
    return Account(f"seat:{seat}")


def character_account(character: str) -> Account:
    """Return the account of a character."""
    return Account(f"character:{character}")


def account_character(account: str) -> str | None:
    """Return the id of the character that has an account, or None."""
    kind, _, id = account.partition(":")
    return id if kind == "character" else None


class Purse(msgspec.Struct, frozen=True, omit_defaults=True):
    """Numbers of tokens by kind. A subclass has a field for each kind, with the default 0."""

    def of(self, token: str) -> int:
        """Return the number of tokens of one kind."""
        amount: int = getattr(self, token)
        return amount

    def plus(self, token: str, amount: int) -> Self:
        """Return the purse with more tokens of a kind, or fewer if `amount` is negative."""
        return replace(self, **{token: getattr(self, token) + amount})

    def covers(self, other: Self) -> bool:
        """Return whether this purse has at least as many tokens of each kind as the other."""
        return all(self.of(token) >= other.of(token) for token in self.__struct_fields__)

    @property
    def total(self) -> int:
        """The number of all tokens."""
        return sum(self.of(token) for token in self.__struct_fields__)

    def items(self) -> list[tuple[str, int]]:
        """Return the number of tokens of each kind, without kinds that have none."""
        amounts = [(token, self.of(token)) for token in self.__struct_fields__]
        return [(token, amount) for token, amount in amounts if amount]

    def as_price(self) -> dict[str, int]:
        """Return the purse in the form of prices in options."""
        return dict(self.items())

    def __str__(self) -> str:
        """Describe the tokens for players: `2 story, 1 boost`."""
        return ", ".join([f"{amount} {token}" for token, amount in self.items()]) or "nothing"


class TokensMoved(TaggedEffect, Generic[Kind], frozen=True, tag="tokens_moved"):
    """Tokens of one kind moved from one account to another."""

    token: Kind
    amount: int
    source: Account
    target: Account
    reason: str
    rule: RuleId


def moved(ledger: Map[Account, P], effect: TokensMoved[Any], nothing: P) -> Map[Account, P]:
    """Return the ledger after a movement. Both accounts change by the same amount."""
    source = ledger.get(effect.source, nothing).plus(effect.token, -effect.amount)
    ledger = _with(ledger, effect.source, source, nothing)
    target = ledger.get(effect.target, nothing).plus(effect.token, effect.amount)
    return _with(ledger, effect.target, target, nothing)


def _with(ledger: Map[Account, P], account: Account, purse: P, nothing: P) -> Map[Account, P]:
    """Return the ledger with a new purse.

    Empty accounts are dropped, because escrows come and go.
    """
    if purse == nothing:
        return ledger.delete(account) if account in ledger else ledger
    return ledger.set(account, purse)


def transfer(
    purse: Purse, source: Account, target: Account, reason: str, rule: str
) -> list[TokensMoved[Any]]:
    """Return the movements that bring a whole purse from one account to another."""
    return [
        TokensMoved(
            token=token,
            amount=amount,
            source=source,
            target=target,
            reason=reason,
            rule=RuleId(rule),
        )
        for token, amount in purse.items()
    ]


def held(ledger: Map[Account, P], account: Account, nothing: P) -> P:
    """Return the purse of an account; `nothing` if it has none."""
    return ledger.get(account, nothing)
