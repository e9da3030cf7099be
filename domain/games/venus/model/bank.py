"""Lots and Ego: what a player holds to sway the dice (`lots.cap`, `ego.earn`)."""

from enum import StrEnum

from domain.core import ledger


class Token(StrEnum):
    """The two kinds of tokens."""

    LOTS = "lots"
    EGO = "ego"


class Purse(ledger.Purse, frozen=True, omit_defaults=True):
    """Numbers of tokens by kind."""

    lots: int = 0
    ego: int = 0


NOTHING = Purse()
