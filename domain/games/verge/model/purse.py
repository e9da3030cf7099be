"""Verge's tokens: their kinds, a purse of them, and the supply of boosts."""

from collections.abc import Sequence
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
"""The supply of boosts. A negative balance shows how many are at the table."""


class Purse(tokens.Purse, frozen=True, omit_defaults=True):
    """Numbers of tokens by kind."""

    story: int = 0
    development: int = 0
    boost: int = 0

    def __str__(self) -> str:
        """Describe the tokens for players: `2 story, 3 boosts`."""
        parts = [
            counted(amount, token, "boosts" if token == Token.BOOST else token)
            for token, amount in self.items()
        ]
        return ", ".join(parts) or "nothing"


Ledger = Map[Account, Purse]

NOTHING = Purse()


def sum_of(purses: Sequence[Purse]) -> Purse:
    """Return the tokens of several purses together."""
    kinds = Purse.__struct_fields__
    return Purse(**{kind: sum(purse.of(kind) for purse in purses) for kind in kinds})


def held(ledger: Ledger, account: Account) -> Purse:
    """Return the purse of an account; an empty purse if it has none."""
    return tokens.held(ledger, account, NOTHING)
