"""Bribes: boosts on elements with a condition, and the effects that change them."""

from typing import assert_never

import msgspec
from immutables import Map

from verger.domain.core.identifier import Account, SeatId
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.verge.model.network import ElementId


class Bribe(msgspec.Struct, frozen=True):
    """A boost on an element for the seat that satisfies its condition (`token.bribe`)."""

    element: ElementId
    condition: str


Bribes = Map[SeatId, Bribe]
"""The active bribes, keyed by the seat that placed each. A seat has at most one."""


def bribe_account(seat: SeatId) -> Account:
    """Return the account that holds the boost of a seat's bribe."""
    return Account(f"bribe:{seat}")


class BribePlaced(TaggedEffect, frozen=True, tag="bribe_placed"):
    """A seat placed a boost on an element, with a condition."""

    seat: SeatId
    element: ElementId
    condition: str


class BribeAwarded(TaggedEffect, frozen=True, tag="bribe_awarded"):
    """The seat that placed a bribe decided that another seat satisfied its condition."""

    seat: SeatId
    winner: SeatId


class BribeTakenBack(TaggedEffect, frozen=True, tag="bribe_taken_back"):
    """A seat took back its bribe."""

    seat: SeatId


BribeEffect = BribePlaced | BribeAwarded | BribeTakenBack


def evolve(bribes: Bribes, effect: BribeEffect) -> Bribes:
    """Return the active bribes after an effect."""
    match effect:
        case BribePlaced(seat, element, condition):
            return bribes.set(seat, Bribe(element, condition))
        case BribeAwarded(seat) | BribeTakenBack(seat):
            return bribes.delete(seat)
        case _:
            assert_never(effect)
