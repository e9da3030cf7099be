"""Seats: the places at a table."""

from enum import StrEnum

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.core.tagged import TaggedEffect


class SeatKind(StrEnum):
    """The role of a seat."""

    GM = "gm"
    PLAYER = "player"
    OBSERVER = "observer"


class Seat(msgspec.Struct, frozen=True):
    """One place. `taken` becomes true when somebody claims it."""

    id: SeatId
    kind: SeatKind
    name: str
    taken: bool = False

    @property
    def plays(self) -> bool:
        """Whether the seat takes part in play. All seats except observers take part."""
        return self.kind is not SeatKind.OBSERVER


class SeatRenamed(TaggedEffect, frozen=True, tag="seat_renamed"):
    """A seat took another name. Earlier events keep the name that it had."""

    seat: SeatId
    name: str
