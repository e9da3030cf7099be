"""Moves that the server makes by itself, because time has passed."""

import msgspec

from domain.core.identifier import SeatId

NOBODY = SeatId("")
"""The mover of the server's own moves: their events hold no seat."""

RULE = "table.time"


class TimePasses(msgspec.Struct, frozen=True, tag_field="move", tag="time_passes"):
    """What was due at a time happens; the server makes this move and nobody else can."""
