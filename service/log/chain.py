"""The hash chain: what makes a session's log tamper-evident.

digest = SHA-256(prefix ‖ data); hash = SHA-256(previous hash ‖ session ‖ version ‖ digest), with
the session's UUID as 16 bytes and the version as 8, big-endian. Before the first event the
previous hash is 32 zero bytes. The prefix is the salt of an event that came without an
Idempotency-Key; with one, salt ‖ SHA-256(request key ‖ request print), so that these columns are
chained too. The salt lets an event's data be rewritten later without breaking the chain and
without leaving a digest from which a short text could be guessed: then the digest itself is kept,
and the salt is gone.
"""

from hashlib import sha256
from uuid import UUID

BEFORE_FIRST = bytes(32)


def prefix(salt: bytes, request_key: bytes | None, request_print: bytes | None) -> bytes:
    """The bytes before an event's data in its digest, which clients see as its salt."""
    if request_key is None and request_print is None:
        return salt
    return salt + sha256((request_key or b"") + (request_print or b"")).digest()


def digest(prefix: bytes, data: bytes) -> bytes:
    """The digest by which the chain covers an event's data."""
    return sha256(prefix + data).digest()


def link(previous: bytes, session: UUID, version: int, digest: bytes) -> bytes:
    """The hash of an event, given the hash of the one before it."""
    return sha256(previous + session.bytes + version.to_bytes(8, "big") + digest).digest()
