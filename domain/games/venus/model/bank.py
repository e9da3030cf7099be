"""Lots and Ego: a player's tokens that influence the dice (`lots.cap`, `ego.earn`)."""

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
        """Describe the tokens for players: `2 Lots and Ego`."""
        lots = [counted(self.lots, "a Lot")] if self.lots else []
        return " and ".join([*lots, *["Ego"] * bool(self.ego)]) or "nothing"


NOTHING = Purse()
