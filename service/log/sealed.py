"""Sealed parts: texts of an event that only some seats may see. The event's data contains their digests."""

import secrets
from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

import msgspec

from verger.domain.core.identifier import SeatId
from verger.domain.core.note import PART, SealedPart
from verger.service.log.row import Row

SEED = "dice_seed"
"""The name of the sealed part with a session's dice seed. Nobody may see the seed until a move reveals it."""

_decoder = msgspec.json.Decoder(tuple[SealedPart, ...])


def parts_of(sealed: str | None) -> tuple[SealedPart, ...]:
    """Return the sealed parts of a row."""
    return _decoder.decode(sealed) if sealed else ()


def seen_by(row: Row, session: UUID, seats: Iterable[SeatId]) -> tuple[SealedPart, ...]:
    """Return the sealed parts of a row that one of these seats of a session may read.

    The seats of a fork belong to other people, so parts that were sealed before the fork stay
    sealed.
    """
    readers = set(seats) if row.session == session else set()
    return tuple(part for part in parts_of(row.sealed) if readers.intersection(part.eyes))


def note_in(sealed: str | None) -> SealedPart | None:
    """Return the note that a row seals, unless it was removed. A dice seed is no note."""
    return next((part for part in parts_of(sealed) if part.name == PART), None)


def without_notes(sealed: str | None) -> str | None:
    """Return a row's sealed parts without its note. Dice seeds are never removed."""
    left = tuple(part for part in parts_of(sealed) if part.name != PART)
    return encoded(left) if left else None


def encoded(parts: tuple[SealedPart, ...]) -> str:
    """Return sealed parts as they are stored."""
    return msgspec.json.encode(parts).decode()


class Seed(NamedTuple):
    """A new dice seed, the sealed parts that contain it, and their digests."""

    seed: bytes
    sealed: str
    digests: tuple[str, ...]


def seed_of(sealed: str | None) -> bytes | None:
    """Return the dice seed in the sealed parts of an event. A copy of a log, such as an import, has none."""
    found = (bytes.fromhex(part.text) for part in parts_of(sealed) if part.name == SEED)
    return next(found, None)


def new_part(name: str, eyes: tuple[SeatId, ...], text: str) -> SealedPart:
    """Make a part to seal, with a new salt."""
    return SealedPart(name, eyes, secrets.token_bytes(16).hex(), text)


def new_seed() -> Seed:
    """Draw a dice seed."""
    seed = secrets.token_bytes(32)
    part = new_part(SEED, (), seed.hex())
    return Seed(seed, encoded((part,)), (part.digest,))
