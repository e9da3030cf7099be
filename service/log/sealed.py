"""Sealed parts: text of an event that only some may see, committed to by a digest in its data."""

import secrets
from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.core.note import PART, SealedPart
from verger.service.log.row import Row

SEED = "dice_seed"
"""The seed of a session's dice: nobody may see it until its epoch is closed."""

_decoder = msgspec.json.Decoder(tuple[SealedPart, ...])


def parts_of(sealed: str | None) -> tuple[SealedPart, ...]:
    """The sealed parts of a row."""
    return _decoder.decode(sealed) if sealed else ()


def seen_by(row: Row, session: UUID, seats: Iterable[SeatId]) -> tuple[SealedPart, ...]:
    """The sealed parts of a row that one of these seats of a session may read.

    In a fork the seats are other people's: what was sealed before it stays sealed there.
    """
    readers = set(seats) if row.session == session else set()
    return tuple(part for part in parts_of(row.sealed) if readers.intersection(part.eyes))


def note_in(sealed: str | None) -> SealedPart | None:
    """The note that a row seals, unless it was taken out; a dice seed is none."""
    return next((part for part in parts_of(sealed) if part.name == PART), None)


def without_notes(sealed: str | None) -> str | None:
    """A row's sealed parts without its note; dice seeds are never taken out."""
    left = tuple(part for part in parts_of(sealed) if part.name != PART)
    return encoded(left) if left else None


def encoded(parts: tuple[SealedPart, ...]) -> str:
    """Sealed parts as they are stored."""
    return msgspec.json.encode(parts).decode()


class Seed(NamedTuple):
    """A new dice seed: itself, the sealed parts that keep it, and their digests."""

    seed: bytes
    sealed: str
    digests: tuple[str, ...]


def seed_of(sealed: str | None) -> bytes | None:
    """The dice seed that the event which began an epoch sealed; none in a copy of the log."""
    found = (bytes.fromhex(part.text) for part in parts_of(sealed) if part.name == SEED)
    return next(found, None)


def new_part(name: str, eyes: tuple[SeatId, ...], text: str) -> SealedPart:
    """A part to seal, with a salt of its own."""
    return SealedPart(name, eyes, secrets.token_bytes(16).hex(), text)


def new_seed() -> Seed:
    """Draw a dice seed."""
    seed = secrets.token_bytes(32)
    part = new_part(SEED, (), seed.hex())
    return Seed(seed, encoded((part,)), (part.digest,))
