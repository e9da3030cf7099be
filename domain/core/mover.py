"""Movers: a seat that makes a move, or a mover without a seat."""

from enum import StrEnum

from verger.domain.core.identifier import SeatId

NO_SEAT = SeatId("")
"""The seat id for a reader without a seat. No table has a seat with this id, so it has no rights."""


class Unseated(StrEnum):
    """The movers without a seat. Their events name no seat.

    Only the server's code chooses one of them. A token without a seat does not allow a client to
    act as one of them.
    """

    SERVER = "server"
    """The server itself, when time has passed or when another event has consequences."""
    OPERATOR = "operator"
    """The person who operates the server and uses its command line."""
    APP = "app"
    """An app that starts or ends a session with its key."""


Mover = SeatId | Unseated
