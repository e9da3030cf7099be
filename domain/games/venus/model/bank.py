"""Lots and Ego: what a player holds to sway the dice (`lots.cap`, `ego.earn`)."""

from enum import StrEnum

from verger.domain.core import ledger
from verger.domain.games.venus.model.words import counted


class Token(StrEnum):
    """The two kinds of tokens."""

    LOTS = "lots"
    EGO = "ego"


class Purse(ledger.Purse, frozen=True, omit_defaults=True):
    """Numbers of tokens by kind."""

    lots: int = 0
    ego: int = 0

    def __str__(self) -> str:
        """In a player's words: `2 Lots and Ego`."""
        lots = [counted(self.lots, "a Lot")] if self.lots else []
        return " and ".join([*lots, *["Ego"] * bool(self.ego)]) or "nothing"


NOTHING = Purse()
