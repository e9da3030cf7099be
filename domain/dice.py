"""Dice from a committed seed: drawn once, recorded in the event, checkable by anyone later.

Die n of a session is HMAC-SHA-256(seed, session ‖ n ‖ nonces), made a fair face by rejection
sampling over the digest's bytes (RFC 2104; Lumbroso 2013 on unbiased sampling).
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from domain.identifier import SessionId, Sign


class Roll(msgspec.Struct, frozen=True):
    """Dice thrown together: the number of the first one in the session, faces, values."""

    first: int
    faces: int
    values: tuple[int, ...]


class Revealed(msgspec.Struct, frozen=True):
    """A seed that is no longer used, in hex, and what commits to the one in its place."""

    seed: Sign
    commitment: Sign


class Dice(Protocol):
    """Where a decision draws from: a seed the first time, the record ever after."""

    rolls: list[Roll]
    """What was drawn so far, for the event."""
    revealed: Revealed | None
    """What was revealed, for the event."""

    def roll(self, count: int, faces: int) -> Roll:
        """Throw `count` dice of `faces` faces, each valued 1 to `faces`."""
        ...

    def reveal(self) -> Revealed:
        """Show the seed; later dice come from another one."""
        ...


def commitment(seed: bytes) -> str:
    """What the log shows of a seed before its first roll: its SHA-256 in hex."""
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


class SeededDice:
    """Draws new dice from a seed and keeps what it drew, for the event."""

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

    def roll(self, count: int, faces: int) -> Roll:
        """Throw new dice; `faces` is 2 to 256."""
        numbers = range(self._next, self._next + count)
        values = tuple(face(self._seed, self._session, n, self._nonces, faces) for n in numbers)
        roll = Roll(self._next, faces, values)
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
    """Gives back what an event holds, rolls in order; what is not on record is never made up."""

    def __init__(self, rolls: Sequence[Roll], revealed: Revealed | None = None) -> None:
        self._left = list(rolls)
        self._recorded = revealed
        self.rolls: list[Roll] = []
        self.revealed: Revealed | None = None

    def roll(self, count: int, faces: int) -> Roll:
        """The next recorded roll, which has to be the one that is asked for."""
        if not self._left or (len(self._left[0].values), self._left[0].faces) != (count, faces):
            raise NewDiceNeededError(count, faces)
        roll = self._left.pop(0)
        self.rolls.append(roll)
        return roll

    def reveal(self) -> Revealed:
        """What the event revealed."""
        if self._recorded is None:
            raise NewSeedNeededError
        self.revealed = self._recorded
        return self.revealed
