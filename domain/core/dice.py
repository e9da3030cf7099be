"""Dice from a committed seed: drawn once, recorded in the event, and verifiable later by anyone.

Die n of a session is HMAC-SHA-256(seed, session ‖ n ‖ nonces). Rejection sampling over the bytes of
the digest makes every face equally likely (RFC 2104; Lumbroso 2013 on unbiased sampling). Dice can
lie face down. Then the event contains only the digest of their values, which come from the same
seed.
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
    """Dice that are thrown together.

    `first` is the number of the first of these dice in the session.

    The values of face-down dice are 0.
    """

    first: int
    """The number of the first of these dice. The dice of a session are numbered from 1."""
    faces: int
    """The number of sides of each die."""
    values: tuple[int, ...]
    """The thrown values. Values of face-down dice are 0."""
    eyes: tuple[SeatId, ...] = ()
    """The seats that see face-down values. The first of them can reveal the values."""
    sealed: Sign = ""
    """The digest of the sealed part that holds the values of face-down dice."""

    @property
    def is_face_down(self) -> bool:
        """Whether only some seats can see the values."""
        return bool(self.eyes or self.sealed)


class Revealed(msgspec.Struct, frozen=True):
    """A seed that is no longer used, in hex, and the commitment to its successor."""

    seed: Sign
    """The seed, in hex."""
    commitment: Sign
    """SHA-256 of the next seed, in hex."""


class ClosedEpoch(msgspec.Struct, frozen=True):
    """A range of dice whose seed is revealed: its versions and the numbers of its dice."""

    since: int
    until: int
    commitment: str
    seed: str
    first: int
    last: int


class Dice(Protocol):
    """The source of dice for a decision: a seed, or the recorded rolls for a repeated judgement."""

    rolls: list[Roll]
    """The rolls of this decision so far. The event records them."""
    revealed: Revealed | None
    """The revealed seed, if any. The event records it."""
    sealed: list[SealedPart]
    """The sealed values of face-down dice. The service stores these values outside the event's
    data."""

    def roll(self, count: int, faces: int, eyes: tuple[SeatId, ...] = ()) -> Roll:
        """Throw `count` dice with `faces` faces. Each value is 1 to `faces`.

        With `eyes`, only these seats can see the values. The decision cannot see them.
        """
        ...

    def reveal(self) -> Revealed:
        """Reveal the seed. Later dice come from another seed."""
        ...


def commitment(seed: bytes) -> str:
    """Return the commitment to a seed: its SHA-256 in hex.

    The log contains it before the first roll.
    """
    return hashlib.sha256(seed).hexdigest()


def face(seed: bytes, session: SessionId, number: int, nonces: Iterable[str], faces: int) -> int:
    """Return the value of die `number` of a session, 1 to `faces`. Every face is equally likely."""
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
    """Return the salt that prevents guessing the values of face-down dice from their digest.

    It is derived from the seed. So the revealed seed is enough to check the dice.
    """
    return hmac.digest(seed, "\0".join((session, "salt", str(first))).encode(), "sha256")


def face_down(roll: Roll, eyes: tuple[SeatId, ...], salt: bytes) -> tuple[Roll, SealedPart]:
    """Return a roll with hidden values, and the sealed part with its values."""
    part = SealedPart(ROLL, eyes, salt.hex(), msgspec.json.encode(roll.values).decode())
    return replace(roll, values=(0,) * len(roll.values), eyes=eyes, sealed=part.digest), part


class SeededDice:
    """Draws new dice from a seed, and keeps them for the event."""

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
        """Throw new dice. `faces` must be 2 to 256."""
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
        """Reveal the seed, and commit to the next one, which the service has drawn."""
        assert self._coming is not None, (
            "the server draws a new seed for each move that reveals a seed"
        )
        self.revealed = Revealed(self._seed.hex(), commitment(self._coming))
        return self.revealed


class NewDiceNeededError(Exception):
    """A repeated judgement needs dice that the event did not record."""

    def __init__(self, count: int, faces: int) -> None:
        super().__init__(count, faces)
        self.count = count
        self.faces = faces


class NewSeedNeededError(Exception):
    """A repeated judgement needs a seed that the event did not reveal."""


class RecordedDice:
    """Returns the rolls of an event in order, and never draws new dice."""

    def __init__(self, rolls: Sequence[Roll], revealed: Revealed | None = None) -> None:
        self._remaining = list(rolls)
        self._recorded = revealed
        self.rolls: list[Roll] = []
        self.revealed: Revealed | None = None
        self.sealed: list[SealedPart] = []

    def roll(self, count: int, faces: int, eyes: tuple[SeatId, ...] = ()) -> Roll:
        """Return the next recorded roll, which must be the requested one.

        The eyes of a face-down roll must be the recorded ones, because its digest covers them.
        """
        request = (count, faces, bool(eyes))
        if not self._remaining or _kind(self._remaining[0]) != request:
            raise NewDiceNeededError(count, faces)
        roll = self._remaining.pop(0)
        self.rolls.append(roll)
        return roll

    def reveal(self) -> Revealed:
        """Return the seed that the event revealed, and the commitment to the next."""
        if self._recorded is None:
            raise NewSeedNeededError
        self.revealed = self._recorded
        return self.revealed


def _kind(roll: Roll) -> tuple[int, int, bool]:
    return len(roll.values), roll.faces, roll.is_face_down
