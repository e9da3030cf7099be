"""Statements: the signed heads of all sessions at a time.

The signed text (Ed25519, RFC 8032) consists of `verger-statement-1`, number, size, root, time, the
SHA-256 of the previous statement's text, and the key that signs the next statement. Each ends with a line feed.
"""

from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Literal, NamedTuple
from uuid import UUID

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Meta

from verger.service.annexes.statements.merkle import leaf_hash
from verger.service.archive.checkpoint import Hex32, Hex64, KeyId, is_signature, key_id, public_half

BEFORE_FIRST = bytes(32)
"""The first statement has this in place of the digest of a previous one."""

Standing = Literal["here", "archived", "deleted"]


class StatedHead(msgspec.Struct, frozen=True):
    """The newest version of a session in a statement."""

    session: UUID
    version: int
    hash: Hex32
    standing: Standing

    @property
    def leaf(self) -> bytes:
        """The hash of its leaf."""
        lines = ("verger-head-1", self.session, self.version, self.hash, self.standing)
        return leaf_hash("".join(f"{line}\n" for line in lines).encode())


class Statement(msgspec.Struct, frozen=True):
    """The server's signed statement of the heads of all sessions at a time."""

    number: Annotated[int, Meta(ge=1, le=2**53)]
    """The number of the statement: 1, 2, 3 and so on, without a gap."""
    size: Annotated[int, Meta(ge=0, le=2**53)]
    """The number of leaves in the tree."""
    root: Hex32
    """The root of the Merkle tree, in hex (RFC 9162)."""
    at: datetime
    """The time of the statement."""
    previous: Hex32
    """SHA-256 of the signed text of the previous statement, in hex. 64 zeros in the first one."""
    next_key: Hex32
    """The public key that signs the next statement, in hex."""
    key: KeyId
    """The id of the key that signed it; see `GET /v1/keys`."""
    signature: Hex64
    """The Ed25519 signature, in hex."""

    @property
    def text(self) -> bytes:
        """Return the text to sign."""
        at = f"{self.at:%Y-%m-%dT%H:%M:%SZ}"
        told = (self.number, self.size, self.root, at, self.previous, self.next_key)
        return "".join(f"{line}\n" for line in ("verger-statement-1", *told)).encode()

    @property
    def digest(self) -> bytes:
        """Return the digest that the next statement has in `previous`."""
        return sha256(self.text).digest()


def signed(private_key: bytes, told: Statement) -> Statement:
    """Return a statement with its signature."""
    signature = Ed25519PrivateKey.from_private_bytes(private_key).sign(told.text).hex()
    return msgspec.structs.replace(told, key=key_id(public_half(private_key)), signature=signature)


class Doubt(NamedTuple):
    """The reason to reject a statement, or two statements that contradict each other."""

    what: str
    is_wrong: bool
    """Whether it proves that the server contradicted itself. If not, it proves nothing."""


def doubt(kept: Iterable[Statement], keys: Iterable[bytes]) -> Doubt | None:
    """Return the first fault of kept statements, which are in the order of their numbers.

    Each must be signed with one of the keys, or with a key that an earlier kept statement names.
    """
    trusted, before = {key_id(key): key for key in keys}, None
    for told in kept:
        key = trusted.get(told.key)
        if key is None or not is_signature(told.signature, told.text, key):
            return Doubt(f"statement {told.number} was not signed with this key", is_wrong=False)
        following = bytes.fromhex(told.next_key)
        trusted[key_id(following)] = following
        if before and (fault := _apart(before, told)):
            return Doubt(fault, is_wrong=True)
        before = told
    return None


def _apart(before: Statement, told: Statement) -> str | None:
    """Return the reason why no honest server can have made the first statement and then the second, or None."""
    is_other = before.number == told.number and before.text != told.text
    is_next = before.number + 1 == told.number
    if is_other or (is_next and told.previous != before.digest.hex()):
        return f"two different histories were signed: see statement {told.number}"
    if is_next and told.key != key_id(bytes.fromhex(before.next_key)):
        return f"statement {told.number} was signed with another key than the one before it names"
    if told.size < before.size:
        return f"statement {told.number} is of fewer heads than one before it"
    return None
