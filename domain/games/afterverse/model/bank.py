"""Banks: a character's own points, and hits for later (`bank.hits`)."""

from enum import StrEnum
from typing import Literal, NewType, assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core import ledger
from verger.domain.core.identifier import Account
from verger.domain.core.tagged import TaggedEffect
from verger.domain.table.sheet import CharacterId

BankId = NewType("BankId", str)
"""A bank of hits: `b1`, `b2` … No id is used twice."""


class Kind(StrEnum):
    """The kinds of points."""

    CHUTZPAH = "chutzpah"
    AWARENESS = "awareness"
    INITIATIVE = "initiative"
    STUN = "stun"
    HITS = "hits"


class Purse(ledger.Purse, frozen=True, omit_defaults=True):
    """Points of each kind. Banks of hits have their own accounts."""

    chutzpah: int = 0
    awareness: int = 0
    initiative: int = 0
    stun: int = 0
    hits: int = 0


NOTHING = Purse()
Points = ledger.TokensMoved[Kind]
Ledger = Map[Account, Purse]


def hits_account(bank: str) -> Account:
    """Return the account for the hits in a bank."""
    return Account(f"hits:{bank}")


class Bank(msgspec.Struct, frozen=True):
    """A bank of hits: its purpose, its owner, and its cap."""

    name: str
    character: CharacterId
    cap: int | Literal["none", "first_pool"]
    """`first_pool` until a test adds hits to the bank. After that, the number of dice in the pool
    of this test."""


Banks = Map[BankId, Bank]


class _Effect(TaggedEffect, frozen=True):
    bank: BankId


class BankOpened(_Effect, frozen=True, tag="bank_opened"):
    """A bank for the hits of coming tests was opened."""

    opened: Bank


class BankCapped(_Effect, frozen=True, tag="bank_capped"):
    """The pool of the first test became the cap of a bank."""

    cap: int


class BankClosed(_Effect, frozen=True, tag="bank_closed"):
    """A bank was closed."""


BankEffect = BankOpened | BankCapped | BankClosed


def evolve(banks: Banks, effect: BankEffect) -> Banks:
    """Return the banks after an effect."""
    match effect:
        case BankOpened(bank=id, opened=opened):
            return banks.set(id, opened)
        case BankCapped(bank=id, cap=cap):
            return banks.set(id, replace(banks[id], cap=cap))
        case BankClosed(bank=id):
            return banks.delete(id)
        case _:
            assert_never(effect)
