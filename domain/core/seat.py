"""Seats: the places at a table."""

from enum import StrEnum

import msgspec

from verger.domain.core.identifier import SeatId


class SeatKind(StrEnum):
    """What a seat is there for."""

    GM = "gm"
    PLAYER = "player"
    OBSERVER = "observer"


class Seat(msgspec.Struct, frozen=True):
    """One place; `taken` once somebody has claimed it."""

    id: SeatId
    kind: SeatKind
    name: str
    taken: bool = False

    @property
    def plays(self) -> bool:
        """Whether the seat has a say in play: everyone but observers."""
        return self.kind is not SeatKind.OBSERVER
