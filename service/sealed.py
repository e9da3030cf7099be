"""Sealed parts: what an event keeps for some eyes only, committed to by a digest in its data."""

import hashlib
import secrets
from collections.abc import Collection

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


def part_digest(part: SealedPart) -> str:
    """The digest by which an event commits to a sealed part."""
    return hashlib.sha256(bytes.fromhex(part.salt) + part.text.encode()).hexdigest()


def parts_seen(sealed: str | None, seats: Collection[SeatId]) -> str | None:
    """Those of a row's sealed parts that one of these seats may read, as JSON; none as None."""
    seen = tuple(part for part in parts_of(sealed) if set(part.eyes) & set(seats))
    return msgspec.json.encode(seen).decode() if seen else None


def seed_of(sealed: str | None) -> bytes:
    """The dice seed that a session's first event sealed."""
    return bytes.fromhex(next(part.text for part in parts_of(sealed) if part.name == SEED))


def new_seed() -> tuple[bytes, str, tuple[str, ...]]:
    """A new dice seed: itself, the sealed part that keeps it, and the part's digest."""
    seed, salt = secrets.token_bytes(32), secrets.token_bytes(16)
    part = SealedPart(SEED, (), salt.hex(), seed.hex())
    return seed, msgspec.json.encode((part,)).decode(), (part_digest(part),)
