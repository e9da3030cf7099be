"""A requested move, before it is judged."""

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
    """A requested move, before it is judged."""

    session: UUID
    mover: Mover
    move: Any
    key: str | None = None
    """The request's Idempotency-Key, if it has one."""
    print: bytes = b""
    """SHA-256 of the request's body, to notice if a key is used again for another request."""
    expected: tuple[Seen, ...] = ()
    """The versions in If-Match, newest first. If there are any, one of them must be the newest version."""
    question: str | None = None
    """The id of the question that the move answers. The seat must still be able to answer it."""
    sealed: str | None = None
    sealed_digests: tuple[str, ...] = ()
    outside: Callable[[Session], Awaitable[Any]] | None = None
    """Builds the move just before it is judged. Only for a move with facts that the server must read first."""
    kept: Any = None
    """If the move is refused, this is recorded instead, because not everybody may see the move."""
    by: Grant = FULL
    """The grant of the request's token."""
    check: Callable[[Session], Awaitable[None]] | None = None
    """Raises a problem if the token has lost the seat since the request arrived."""
    lacks_text: bool = False
    """True if a text of the request was removed from the move (by a redaction). No print of the request may be stored."""

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
        """The seat that the log names. None for an anonymous signal, or for a mover without a seat."""
        is_hidden = self.is_anonymous or isinstance(self.mover, Unseated)
        return None if is_hidden else self.seat
