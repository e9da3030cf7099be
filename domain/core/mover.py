"""Movers: the seat that makes a move, or one of those that act without a seat."""

from enum import StrEnum

from domain.core.identifier import SeatId

NO_SEAT = SeatId("")
"""The seat of a reader who has none: no table has a seat with this id, so it owns and may do nothing."""


class Unseated(StrEnum):
    """The movers that sit in no seat, whose events name no seat.

    Only the server's own code names one. A request that brings a token without a seat never becomes one of these.
    """

    SERVER = "server"
    """The server itself: time passes, and what follows from another event."""
    OPERATOR = "operator"
    """The person who runs the server, by the command line."""
    APP = "app"
    """An app that starts a session, by its key."""


Mover = SeatId | Unseated
