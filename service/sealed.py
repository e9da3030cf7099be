"""Sealed parts: what an event keeps for some eyes only, committed to by a digest in its data."""

import hashlib
import secrets
from typing import NamedTuple

import msgspec

from domain.identifier import SeatId


class SealedPart(msgspec.Struct, frozen=True):
    """Digest = SHA-256(salt ‖ text) stands in the event; `eyes` are the seats that may read it."""

    name: str
    eyes: tuple[SeatId, ...]
    salt: str
    text: str


SEED = "dice_seed"
"""The seed of a session's dice: for nobody's eyes until its epoch is closed."""

_decoder = msgspec.json.Decoder(tuple[SealedPart, ...])


def parts_of(sealed: str | None) -> tuple[SealedPart, ...]:
    """The sealed parts of a row."""
    return _decoder.decode(sealed) if sealed else ()


class Seed(NamedTuple):
    """A new dice seed: itself, the sealed parts that keep it, and their digests."""

    seed: bytes
    sealed: str
    digests: tuple[str, ...]


def seed_of(sealed: str | None) -> bytes | None:
    """The dice seed that the event which began an epoch sealed; none in a copy of the log."""
    found = (bytes.fromhex(part.text) for part in parts_of(sealed) if part.name == SEED)
    return next(found, None)


def new_seed() -> Seed:
    """Draw a dice seed."""
    seed, salt = secrets.token_bytes(32), secrets.token_bytes(16)
    part = SealedPart(SEED, (), salt.hex(), seed.hex())
    digest = hashlib.sha256(salt + part.text.encode()).hexdigest()
    return Seed(seed, msgspec.json.encode((part,)).decode(), (digest,))
