"""Verge's tokens: its kinds, what a purse of them holds, and the box that boosts come from."""

from enum import StrEnum

from immutables import Map

from verger.domain.core import ledger as tokens
from verger.domain.core.identifier import Account
from verger.domain.core.text import counted


class Token(StrEnum):
    """The kinds of tokens (`token.kinds`)."""

    STORY = "story"
    DEVELOPMENT = "development"
    BOOST = "boost"


SUPPLY = Account("supply")
"""The box that boosts come from and go back to; below zero it shows how many are at the table."""


class Purse(tokens.Purse, frozen=True, omit_defaults=True):
    """Numbers of tokens by kind."""

    story: int = 0
    development: int = 0
    boost: int = 0

    def __str__(self) -> str:
        """In a player's words: `2 story, 3 boosts`."""
        said = [
            counted(amount, token, "boosts" if token == Token.BOOST else token)
            for token, amount in self.items()
        ]
        return ", ".join(said) or "nothing"


Ledger = Map[Account, Purse]

NOTHING = Purse()


def held(ledger: Ledger, account: Account) -> Purse:
    """An account's purse; an empty one where nothing ever reached the account."""
    return tokens.held(ledger, account, NOTHING)
