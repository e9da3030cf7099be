"""Dice from a committed seed: drawn once, recorded in the event, checkable by anyone later.

Die n of a session is HMAC-SHA-256(seed, session ‖ n ‖ nonces), made a fair face by rejection
sampling over the digest's bytes (RFC 2104; Lumbroso 2013 on unbiased sampling). Dice may lie face
down: then the event holds what commits to their values, which come from the seed like all others.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from verger.domain.core.identifier import SeatId, SessionId, Sign
from verger.domain.core.note import ROLL, SealedPart


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice thrown together: the number of the first one in the session, faces, values.

    The values of dice that lie face down are 0.
    """

    first: int
    faces: int
    values: tuple[int, ...]
    eyes: tuple[SeatId, ...] = ()
    """The seats that see what lies face down, first the one that may reveal it."""
    sealed: Sign = ""
    """What commits to the values of dice that lie face down: the digest of their sealed part."""

    @property
    def is_face_down(self) -> bool:
        """Whether its values are for some eyes only."""
        return bool(self.eyes or self.sealed)


class Revealed(msgspec.Struct, frozen=True):
    """A seed that is no longer used, in hex, and what commits to the one in its place."""

    seed: Sign
    commitment: Sign


class Dice(Protocol):
    """A decision's source of dice: a seed at first, the recorded rolls when it is judged again."""

    rolls: list[Roll]
    """The rolls so far, for the event."""
    revealed: Revealed | None
    """The seed that was revealed, for the event."""
    sealed: list[SealedPart]
    """The sealed values of face-down dice, for the edge to keep beside the event."""

    def roll(self, count: int, faces: int, eyes: tuple[SeatId, ...] = ()) -> Roll:
        """Throw `count` dice of `faces` faces, each valued 1 to `faces`.

        With `eyes` they lie face down for all but these seats, and so for the decision too.
        """
        ...

    def reveal(self) -> Revealed:
        """Show the seed; later dice come from another one."""
        ...


def commitment(seed: bytes) -> str:
    """The commitment to a seed, in the log before its first roll: its SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()


def face(seed: bytes, session: SessionId, number: int, nonces: Iterable[str], faces: int) -> int:
    """The value of die `number` of a session, 1 to `faces`; every face equally likely."""
    limit = 256 - 256 % faces
    stream = _bytes(seed, _message(session, number, nonces))
    return next(byte for byte in stream if byte < limit) % faces + 1


def _message(session: SessionId, number: int, nonces: Iterable[str]) -> bytes:
    return "\0".join((session, str(number), *nonces)).encode()


def _bytes(seed: bytes, message: bytes) -> Iterator[int]:
    block = hmac.digest(seed, message, "sha256")
    while True:
        yield from block
        block = hmac.digest(seed, block, "sha256")


def salt(seed: bytes, session: SessionId, first: int) -> bytes:
    """The salt that keeps the values of face-down dice from being guessed by their digest.

    It is derived from the seed, so a revealed seed is all it takes to check them.
    """
    return hmac.digest(seed, "\0".join((session, "salt", str(first))).encode(), "sha256")


def face_down(roll: Roll, eyes: tuple[SeatId, ...], salt: bytes) -> tuple[Roll, SealedPart]:
    """A roll as it lies face down, and its values as they are sealed."""
    part = SealedPart(ROLL, eyes, salt.hex(), msgspec.json.encode(roll.values).decode())
    return replace(roll, values=(0,) * len(roll.values), eyes=eyes, sealed=part.digest), part


class SeededDice:
    """Draws new dice from a seed and keeps them for the event."""

    def __init__(
        self,
        seed: bytes,
        session: SessionId,
        rolled: int,
        nonces: Sequence[str] = (),
        coming: bytes | None = None,
    ) -> None:
        self._seed = seed
        self._session = session
        self._next = rolled + 1
        self._nonces = nonces
        self._coming = coming
        self.rolls: list[Roll] = []
        self.revealed: Revealed | None = None
        self.sealed: list[SealedPart] = []

    def roll(self, count: int, faces: int, eyes: tuple[SeatId, ...] = ()) -> Roll:
        """Throw new dice; `faces` is 2 to 256."""
        numbers = range(self._next, self._next + count)
        values = tuple(face(self._seed, self._session, n, self._nonces, faces) for n in numbers)
        roll = Roll(self._next, faces, values)
        if eyes:
            roll, part = face_down(roll, eyes, salt(self._seed, self._session, self._next))
            self.sealed.append(part)
        self._next += count
        self.rolls.append(roll)
        return roll

    def reveal(self) -> Revealed:
        """Show the seed, and commit to the one that the edge has drawn for later dice."""
        assert self._coming is not None, "the edge draws a seed for a move that reveals one"
        self.revealed = Revealed(self._seed.hex(), commitment(self._coming))
        return self.revealed


class NewDiceNeededError(Exception):
    """A recorded judgement asked for dice that its record does not hold."""

    def __init__(self, count: int, faces: int) -> None:
        super().__init__(count, faces)
        self.count = count
        self.faces = faces


class NewSeedNeededError(Exception):
    """A recorded judgement asked for a seed that its record does not reveal."""


class RecordedDice:
    """Replays an event's rolls in order; dice that are not on record are never invented."""

    def __init__(self, rolls: Sequence[Roll], revealed: Revealed | None = None) -> None:
        self._left = list(rolls)
        self._recorded = revealed
        self.rolls: list[Roll] = []
        self.revealed: Revealed | None = None
        self.sealed: list[SealedPart] = []

    def roll(self, count: int, faces: int, eyes: tuple[SeatId, ...] = ()) -> Roll:
        """The next recorded roll, which has to be the one that is asked for.

        The record also holds whose eyes a face-down roll is for: its digest covers them.
        """
        asked = (count, faces, bool(eyes))
        if not self._left or _kind(self._left[0]) != asked:
            raise NewDiceNeededError(count, faces)
        roll = self._left.pop(0)
        self.rolls.append(roll)
        return roll

    def reveal(self) -> Revealed:
        """The seed that the event revealed, and the commitment to the next."""
        if self._recorded is None:
            raise NewSeedNeededError
        self.revealed = self._recorded
        return self.revealed


def _kind(roll: Roll) -> tuple[int, int, bool]:
    return len(roll.values), roll.faces, roll.is_face_down
