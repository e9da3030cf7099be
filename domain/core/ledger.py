"""Tokens by double entry: every movement goes from one account to another, with its reason.

A game's purse has a field for each of its kinds of tokens, and its ledger the purses of all accounts.
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
"""The source of tokens, and their end. Below zero it shows how many are out."""


def seat_account(seat: SeatId) -> Account:
    """The tokens in front of a seat."""
    return Account(f"seat:{seat}")


def character_account(character: str) -> Account:
    """The tokens of a character."""
    return Account(f"character:{character}")


class Purse(msgspec.Struct, frozen=True, omit_defaults=True):
    """Numbers of tokens by kind: a whole number, 0 at first, for each that a game has."""

    def of(self, token: str) -> int:
        """The tokens of one kind."""
        amount: int = getattr(self, token)
        return amount

    def plus(self, token: str, amount: int) -> Self:
        """The purse with more (or, negative, fewer) tokens of a kind."""
        return replace(self, **{token: getattr(self, token) + amount})

    def covers(self, other: Self) -> bool:
        """Whether it has enough of each kind."""
        return all(self.of(token) >= other.of(token) for token in self.__struct_fields__)

    @property
    def total(self) -> int:
        """All tokens together."""
        return sum(self.of(token) for token in self.__struct_fields__)

    def items(self) -> list[tuple[str, int]]:
        """The kinds that are there, with their numbers."""
        found = [(token, self.of(token)) for token in self.__struct_fields__]
        return [(token, amount) for token, amount in found if amount]

    def as_price(self) -> dict[str, int]:
        """The purse as options list it."""
        return dict(self.items())

    def __str__(self) -> str:
        """In a player's words: `2 story, 1 boost`."""
        return ", ".join([f"{amount} {token}" for token, amount in self.items()]) or "nothing"


class TokensMoved(TaggedEffect, Generic[Kind], frozen=True, tag="tokens_moved"):
    """Tokens of one kind went from an account to another."""

    token: Kind
    amount: int
    source: Account
    target: Account
    reason: str
    rule: RuleId


def moved(ledger: Map[Account, P], effect: TokensMoved[Any], nothing: P) -> Map[Account, P]:
    """The ledger after a movement; both sides change by the same amount."""
    source = ledger.get(effect.source, nothing).plus(effect.token, -effect.amount)
    ledger = _with(ledger, effect.source, source, nothing)
    target = ledger.get(effect.target, nothing).plus(effect.token, effect.amount)
    return _with(ledger, effect.target, target, nothing)


def _with(ledger: Map[Account, P], account: Account, purse: P, nothing: P) -> Map[Account, P]:
    """An account that holds nothing is not kept: escrows come and go."""
    if purse == nothing:
        return ledger.delete(account) if account in ledger else ledger
    return ledger.set(account, purse)


def transfer(
    purse: Purse, source: Account, target: Account, reason: str, rule: str
) -> list[TokensMoved[Any]]:
    """The movements that bring a whole purse from one account to another."""
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
    """An account's purse; an empty one if nothing ever reached the account."""
    return ledger.get(account, nothing)
