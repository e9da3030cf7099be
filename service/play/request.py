"""A move as it was asked for."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.core.mover import NO_SEAT, Mover, Unseated
from verger.domain.table.safety import is_anonymous
from verger.service.identity.grant import FULL, Grant
from verger.service.play.session import Seen, Session


class MoveRequest(msgspec.Struct, frozen=True):
    """A move as it was asked for."""

    session: UUID
    mover: Mover
    move: Any
    key: str | None = None
    """The request's Idempotency-Key, if it has one."""
    print: bytes = b""
    """SHA-256 of the request's body: the same key with another body is another request."""
    expected: tuple[Seen, ...] = ()
    """The versions in If-Match, newest first. One of them must be the head of the log, if there are any."""
    question: str | None = None
    """The id of the question that the move answers. It must still be open to the seat."""
    sealed: str | None = None
    sealed_digests: tuple[str, ...] = ()
    outside: Callable[[Session], Awaitable[Any]] | None = None
    """Builds the move at the head of the log, if the move contains facts that only the server knows."""
    kept: Any = None
    """Recorded with a refusal instead of a move that not everybody may see."""
    by: Grant = FULL
    """The grant of the request's token."""
    check: Callable[[Session], Awaitable[None]] | None = None
    """Refuses a token that has lost the seat since the request arrived."""
    lacks_text: bool = False
    """True if the move lacks a text of the request that was removed. No print of that text may be stored."""

    @property
    def seat(self) -> SeatId:
        """The seat of the mover, or NO_SEAT if the mover has none."""
        return NO_SEAT if isinstance(self.mover, Unseated) else self.mover

    @property
    def is_anonymous(self) -> bool:
        """Whether the log must not name the seat that makes the move (`compile.signal`)."""
        return is_anonymous(self.move)

    @property
    def seat_on_record(self) -> SeatId | None:
        """The seat that the log names: None for an anonymous signal or a mover without a seat."""
        is_hidden = self.is_anonymous or isinstance(self.mover, Unseated)
        return None if is_hidden else self.seat
