"""Bribes: boosts laid on elements with a condition; and how effects change them."""

from typing import assert_never

import msgspec
from immutables import Map

from verger.domain.core.identifier import Account, SeatId
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.verge.model.network import ElementId


class Bribe(msgspec.Struct, frozen=True):
    """A boost that waits on an element for somebody to satisfy its condition (`token.bribe`)."""

    element: ElementId
    condition: str


Bribes = Map[SeatId, Bribe]
"""By who placed them: a seat has one active bribe at most."""


def bribe_account(seat: SeatId) -> Account:
    """Where the boost of a seat's bribe lies."""
    return Account(f"bribe:{seat}")


class BribePlaced(TaggedEffect, frozen=True, tag="bribe_placed"):
    """A seat laid a boost on an element, with a condition."""

    seat: SeatId
    element: ElementId
    condition: str


class BribeAwarded(TaggedEffect, frozen=True, tag="bribe_awarded"):
    """Who placed a bribe found its condition satisfied, and by whom."""

    seat: SeatId
    winner: SeatId


class BribeTakenBack(TaggedEffect, frozen=True, tag="bribe_taken_back"):
    """A seat's bribe is no longer on offer."""

    seat: SeatId


BribeEffect = BribePlaced | BribeAwarded | BribeTakenBack


def evolve(bribes: Bribes, effect: BribeEffect) -> Bribes:
    """The active bribes after an effect."""
    match effect:
        case BribePlaced(seat, element, condition):
            return bribes.set(seat, Bribe(element, condition))
        case BribeAwarded(seat) | BribeTakenBack(seat):
            return bribes.delete(seat)
        case _:
            assert_never(effect)
