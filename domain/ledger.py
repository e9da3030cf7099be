"""Tokens by double entry: every movement goes from one account to another, with its reason."""

from enum import StrEnum
from typing import Any

import msgspec
from immutables import Map

from domain.identifier import Account, RuleId, SeatId


class Token(StrEnum):
    """The kinds of tokens (`token.kinds`)."""

    STORY = "story"
    DEVELOPMENT = "development"
    BOOST = "boost"


BANK = Account("bank")
"""Pays story and development tokens without limit: below zero it shows how many are out."""

SUPPLY = Account("supply")
"""The box that boosts come from and go back to; below zero it shows how many are at the table."""


def seat_account(seat: SeatId) -> Account:
    """The tokens in front of a seat."""
    return Account(f"seat:{seat}")


class Purse(msgspec.Struct, frozen=True, omit_defaults=True):
    """Numbers of tokens by kind."""

    story: int = 0
    development: int = 0
    boost: int = 0

    def plus(self, token: Token, amount: int) -> "Purse":
        """The purse with more (or, negative, fewer) tokens of a kind."""
        match token:
            case Token.STORY:
                return Purse(self.story + amount, self.development, self.boost)
            case Token.DEVELOPMENT:
                return Purse(self.story, self.development + amount, self.boost)
            case Token.BOOST:
                return Purse(self.story, self.development, self.boost + amount)

    def covers(self, other: "Purse") -> bool:
        """Whether each kind suffices by itself."""
        return (
            self.story >= other.story
            and self.development >= other.development
            and self.boost >= other.boost
        )

    @property
    def total(self) -> int:
        """All tokens together."""
        return self.story + self.development + self.boost

    def items(self) -> list[tuple[Token, int]]:
        """The kinds that are there, with their numbers."""
        found: list[tuple[Token, int]] = []
        if self.story:
            found.append((Token.STORY, self.story))
        if self.development:
            found.append((Token.DEVELOPMENT, self.development))
        if self.boost:
            found.append((Token.BOOST, self.boost))
        return found

    def __str__(self) -> str:
        """In a player's words: `2 story, 1 boost`."""
        return ", ".join([f"{amount} {token}" for token, amount in self.items()]) or "nothing"


class TokensMoved(msgspec.Struct, frozen=True, tag_field="effect", tag="tokens_moved"):
    """Tokens of one kind went from an account to another."""

    token: Token
    amount: int
    source: Account
    target: Account
    reason: str
    rule: RuleId


Ledger = Map[Account, Purse]

EMPTY: Ledger = Map()
NOTHING = Purse()


def moved(ledger: Ledger, effect: TokensMoved) -> Ledger:
    """The ledger after a movement; both sides change by the same amount."""
    source = ledger.get(effect.source, NOTHING).plus(effect.token, -effect.amount)
    ledger = _with(ledger, effect.source, source)
    target = ledger.get(effect.target, NOTHING).plus(effect.token, effect.amount)
    return _with(ledger, effect.target, target)


def _with(ledger: Ledger, account: Account, purse: Purse) -> Ledger:
    """An account that holds nothing is not kept: escrows come and go with every declaration."""
    if purse == NOTHING:
        return ledger.delete(account) if account in ledger else ledger
    return ledger.set(account, purse)


def transfer(
    purse: Purse, source: Account, target: Account, reason: str, rule: str
) -> list[TokensMoved]:
    """The movements that bring a whole purse from one account to another."""
    return [
        TokensMoved(token, amount, source, target, reason, RuleId(rule))
        for token, amount in purse.items()
    ]


def held(ledger: Map[Account, Any], account: Account) -> Purse:
    """What an account holds; an account that nothing ever reached holds nothing."""
    purse: Purse = ledger.get(account, NOTHING)
    return purse
