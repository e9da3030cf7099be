"""A move as it was asked for, how it is judged, and the row that records it."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from msgspec.structs import replace

from verger.domain.core.decider import Event, Facts, State
from verger.domain.core.dice import Dice, Revealed, Roll
from verger.domain.core.divergence import Divergence
from verger.domain.core.identifier import SeatId
from verger.domain.core.mover import NO_SEAT, Mover, Unseated
from verger.domain.core.note import SealedPart
from verger.domain.core.past import NO_PAST, Past
from verger.domain.core.ruling import Allowed, Refused
from verger.domain.judging.judge import judge
from verger.domain.secrets.epoch import RevealDice
from verger.domain.table.safety import Signal
from verger.service.identity.grant import FULL, Grant, MissingScope, missing
from verger.service.log.entry import blind_print, row_of, salted_print
from verger.service.log.row import Row
from verger.service.log.sealed import encoded, new_seed, parts_of
from verger.service.play.session import Session


class Seen(NamedTuple):
    """A version that a client has seen, and the first hex digits of its hash where it named them."""

    version: int
    digits: str = ""


class MoveRequest(msgspec.Struct, frozen=True):
    """A move as it was asked for."""

    session: UUID
    mover: Mover
    move: Any
    key: str | None = None
    """The request's Idempotency-Key, where it has one."""
    print: bytes = b""
    """SHA-256 of the request's body: the same key with another body is another request."""
    expected: tuple[Seen, ...] = ()
    """The versions that the move was made for, newest first, where the client insists on any."""
    sealed: str | None = None
    sealed_digests: tuple[str, ...] = ()
    outside: Callable[[Session], Awaitable[Any]] | None = None
    """Builds the move at the head of the log, where it says what only the edge can know."""
    kept: Any = None
    """Kept in a refusal in place of a move that holds what not everybody may see."""
    by: Grant = FULL
    """The grant of the token that asks."""
    check: Callable[[Session], Awaitable[None]] | None = None
    """Refuses a token that has lost the seat since the request arrived."""
    lacks_text: bool = False
    """Whether the move lacks a text of the request that was removed. No print of that text may be stored."""

    @property
    def seat(self) -> SeatId:
        """The seat of the mover, or NO_SEAT if the mover has none."""
        return NO_SEAT if isinstance(self.mover, Unseated) else self.mover

    def is_at(self, session: Session) -> bool:
        """Whether the newest event in memory is one that the request names in `If-Match`."""
        held = session.hash.hex()
        return any(
            seen.version == session.version and held.startswith(seen.digits)
            for seen in self.expected
        )

    async def lacking(self, session: Session) -> MissingScope | None:
        """Check the token again, then return the scopes that it lacks for its seat at the table as it is now."""
        if self.check is not None:
            await self.check(session)
        return missing("gm" if self.seat == session.state.table.gm else "play", self.by.scopes)


class Judged(msgspec.Struct, frozen=True):
    """An accepted move, with the outside facts that judging it took."""

    ruling: Allowed
    effects: tuple[Any, ...]
    after: State[Any]
    at: datetime
    rolls: tuple[Roll, ...]
    revealed: Revealed | None = None
    sealed: tuple[SealedPart, ...] = ()
    """The sealed parts that keep the dice."""
    missed: tuple[Divergence, ...] = ()
    """The later moves that cannot be made again where this leaves one out."""


class Head(NamedTuple):
    """The point in a log that an event follows: the state, version, hash and time before it."""

    state: State[Any]
    version: int
    hash: bytes
    at: datetime


def with_new_seed(asked: MoveRequest) -> tuple[MoveRequest, bytes | None]:
    """A move that reveals the seed brings the next one, sealed: another at each attempt."""
    if not isinstance(asked.move, RevealDice):
        return asked, None
    new = new_seed()
    return replace(asked, sealed=new.sealed, sealed_digests=new.digests), new.seed


def judged_at(
    ruleset: Any, head: Head, asked: MoveRequest, now: datetime, dice: Dice, past: Past = NO_PAST
) -> Judged | Refused:
    """Judge a move at a point of its log."""
    # Clocks of several processes differ a little; in a log time never goes back.
    at = max(now, head.at)
    facts = Facts(mover=asked.mover, at=at, dice=dice, version=head.version + 1, past=past)
    judged = judge(ruleset, head.state, asked.move, facts)
    if isinstance(judged, Refused):
        return judged
    rolls, sealed = tuple(dice.rolls), tuple(dice.sealed)
    return Judged(
        ruling=judged.ruling,
        effects=judged.effects,
        after=judged.after,
        at=at,
        rolls=rolls,
        revealed=dice.revealed,
        sealed=sealed,
    )


def on_record(asked: MoveRequest) -> SeatId | None:
    """The seat that the log names: None for an anonymous signal (`compile.signal`) or a mover without a seat."""
    return None if is_anonymous(asked.move) or isinstance(asked.mover, Unseated) else asked.mover


def is_anonymous(move: Any) -> bool:
    """Whether the log says nothing of who makes a move."""
    return isinstance(move, Signal) and move.anonymous


def row_asked(
    asked: MoveRequest, judged: Judged, head: Head, key: bytes | None, newest: int
) -> Row:
    """The row of an accepted move, after the head that it was judged at.

    `newest` is the newest format that is written.
    """
    seat = on_record(asked)
    event = Event(
        at=judged.at,
        seat=seat,
        move=asked.move,
        ruling=judged.ruling,
        effects=judged.effects,
        dice=judged.rolls,
        sealed=(*asked.sealed_digests, *[part.digest for part in judged.sealed]),
        missed=judged.missed,
        revealed=judged.revealed,
        # A program may be one person's own, and would give away who made an anonymous move.
        via=None if is_anonymous(asked.move) else asked.by.via,
    )
    print = blind_print() if asked.lacks_text else salted_print(asked.print)
    sealed = asked.sealed
    if judged.sealed:
        sealed = encoded((*parts_of(sealed), *judged.sealed))
    kept = key, print if key else None, sealed
    return row_of(asked.session, event, head.hash, head.version + 1, kept, newest)
