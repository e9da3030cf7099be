"""Banks: points of a character's own, and hits kept for later (`bank.hits`)."""

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
"""A bank of hits: `b1`, `b2` …, never used twice."""


class Kind(StrEnum):
    """What points there are."""

    CHUTZPAH = "chutzpah"
    AWARENESS = "awareness"
    INITIATIVE = "initiative"
    STUN = "stun"
    HITS = "hits"


class Purse(ledger.Purse, frozen=True, omit_defaults=True):
    """Points of each kind; hits lie in banks of their own."""

    chutzpah: int = 0
    awareness: int = 0
    initiative: int = 0
    stun: int = 0
    hits: int = 0


NOTHING = Purse()
Points = ledger.TokensMoved[Kind]
Ledger = Map[Account, Purse]


def hits_account(bank: str) -> Account:
    """The hits in a bank."""
    return Account(f"hits:{bank}")


class Bank(msgspec.Struct, frozen=True):
    """A bank of hits: what they are for, whose it is, and how many it takes at most."""

    name: str
    character: CharacterId
    cap: int | Literal["none", "first_pool"]
    """`first_pool` until a test has gone into it, whose pool is the cap from then on."""


Banks = Map[BankId, Bank]


class _Effect(TaggedEffect, frozen=True):
    bank: BankId


class BankOpened(_Effect, frozen=True, tag="bank_opened"):
    """There is a bank for the hits of tests to come."""

    opened: Bank


class BankCapped(_Effect, frozen=True, tag="bank_capped"):
    """The first test went into a bank, and its pool is what the bank takes at most."""

    cap: int


class BankClosed(_Effect, frozen=True, tag="bank_closed"):
    """A bank is no longer needed."""


BankEffect = BankOpened | BankCapped | BankClosed


def evolve(banks: Banks, effect: BankEffect) -> Banks:
    """The banks after an effect."""
    match effect:
        case BankOpened(bank=id, opened=opened):
            return banks.set(id, opened)
        case BankCapped(bank=id, cap=cap):
            return banks.set(id, replace(banks[id], cap=cap))
        case BankClosed(bank=id):
            return banks.delete(id)
        case _:
            assert_never(effect)
