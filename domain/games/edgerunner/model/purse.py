"""Fate points, free invokes and spin: what is in the accounts of Edgerunner."""

from enum import StrEnum
from typing import Any

from domain.core import ledger
from domain.core.decider import State, Tokens
from domain.core.identifier import Account, in_order
from domain.core.ledger import BANK, character_account
from domain.games.edgerunner.model.target import AspectId


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
    """The free invokes that lie on an aspect."""
    return Account(f"aspect:{aspect}")


def _accounts(state: State[Any]) -> dict[Account, str]:
    """The bank and everybody who has fate points, also where there are none just now."""
    known = in_order(state.play.characters.known.items())
    return {BANK: "the bank"} | {character_account(id): one.name for id, one in known}


TOKENS = Tokens(NOTHING, _accounts)
