"""The tokens of Edgerunner: fate points, free invokes and spin."""

from enum import StrEnum

from verger.domain.core import ledger
from verger.domain.core.identifier import Account
from verger.domain.games.edgerunner.model.target import AspectId


class Token(StrEnum):
    """The kinds of tokens: `action.compel`, `action.maneuver`, `action.spin`."""

    FATE = "fate"
    INVOKE = "invoke"
    SPIN = "spin"


class Purse(ledger.Purse, frozen=True, omit_defaults=True):
    """Numbers of tokens by kind: fate points and spin of characters, free invokes of aspects."""

    fate: int = 0
    invoke: int = 0
    spin: int = 0


NOTHING = Purse()


def aspect_account(aspect: AspectId) -> Account:
    """Return the account for the free invokes of an aspect."""
    return Account(f"aspect:{aspect}")
