"""Checkpoints: the signed hash of a version, so that an auditor can prove that it existed.

The signed text (Ed25519, RFC 8032) is `verger-checkpoint-1`, session, version and hash in hex, each
followed by a line feed.
"""

import hashlib
from typing import Annotated
from uuid import UUID

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Meta

Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Hex64 = Annotated[str, Meta(pattern="^[0-9a-f]{128}$")]
KeyId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class Checkpoint(msgspec.Struct, frozen=True):
    """The server's signed statement that a log had an event with this version and hash."""

    session: UUID
    """The id of the session."""
    version: int
    """The version of the event."""
    hash: Hex32
    """The hash of the event, in hex."""
    key: KeyId
    """The id of the key that signed it; see `GET /v1/keys`."""
    signature: Hex64
    """The Ed25519 signature, in hex. It signs a text of four lines: `verger-checkpoint-1`, session,
    version and hash."""


def key_id(public_key: bytes) -> str:
    """Return a key's id: the first 16 hex digits of the SHA-256 of its public half."""
    return hashlib.sha256(public_key).hexdigest()[:16]


def new_key() -> tuple[bytes, bytes]:
    """Return a new pair of keys: the private half and the public half."""
    private = Ed25519PrivateKey.generate()
    return private.private_bytes_raw(), private.public_key().public_bytes_raw()


def public_half(private_key: bytes) -> bytes:
    """Return the public half of a key."""
    return Ed25519PrivateKey.from_private_bytes(private_key).public_key().public_bytes_raw()


def signed(private_key: bytes, session: UUID, version: int, held: bytes) -> Checkpoint:
    """Return a signed checkpoint of a version."""
    private = Ed25519PrivateKey.from_private_bytes(private_key)
    id = key_id(public_half(private_key))
    signature = private.sign(_text(session, version, held.hex()))
    return Checkpoint(
        session=session, version=version, hash=held.hex(), key=id, signature=signature.hex()
    )


def is_signed(checkpoint: Checkpoint, public_key: bytes) -> bool:
    """Return whether a checkpoint was signed with a key."""
    text = _text(checkpoint.session, checkpoint.version, checkpoint.hash)
    is_good = is_signature(checkpoint.signature, text, public_key)
    return is_good and key_id(public_key) == checkpoint.key


def is_signature(signature: str, text: bytes, public_key: bytes) -> bool:
    """Return whether a signature, in hex, is the signature of a text by a key."""
    try:
        key = Ed25519PublicKey.from_public_bytes(public_key)
        key.verify(bytes.fromhex(signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True


def _text(session: UUID, version: int, held: str) -> bytes:
    return f"verger-checkpoint-1\n{session}\n{version}\n{held}\n".encode()
