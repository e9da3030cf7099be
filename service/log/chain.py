"""The hash chain, which makes a session's log tamper-evident.

hash = SHA-256(previous hash ‖ session ‖ version ‖ digest), with the session's UUID as 16 bytes and
the version as 8, big-endian. Before the first event the previous hash is 32 zero bytes.

digest = SHA-256(request ‖ facts). The facts are the event's JSON, but `#` and a digest in hex replace
each free text with its quotation marks. The digest of a text is SHA-256(its salt ‖ the text with its
quotation marks). So a text can be removed later: its digest stays, and the chain still covers
everything else.

The salt of text number n (from 0) is the first 16 bytes of SHA-256(the event's salt ‖ n as 4 bytes,
big-endian). A redacted event has no salt, because with it somebody could test guesses of the removed
text. It keeps a salt for each text that stays.

`request` is empty if the move had no Idempotency-Key. If it had one, `request` is SHA-256(
SHA-256(request key) ‖ SHA-256(request print)), so the chain also covers these two columns.
"""

from binascii import hexlify
from hashlib import sha256
from uuid import UUID

BEFORE_FIRST = bytes(32)
SALT_BYTES, DIGEST_BYTES = 16, 32


def request_digest(key: bytes, print_digest: bytes) -> bytes:
    """Return the digest of a request, for the chain. A redacted event has `print_digest` in place of the print."""
    return sha256(sha256(key).digest() + print_digest).digest()


def text_salt(salt: bytes, number: int) -> bytes:
    """Return the salt of one of an event's texts."""
    return sha256(salt + number.to_bytes(4, "big")).digest()[:SALT_BYTES]


def text_digest(salt: bytes, text: bytes) -> bytes:
    """Return the digest of a text, given with its quotation marks as in JSON."""
    return sha256(salt + text).digest()


def text_digests(salt: bytes, texts: list[bytes]) -> list[bytes]:
    """Return the digests of the texts of an event with this salt."""
    digests = []
    for number, text in enumerate(texts):
        # The same as `text_digest`, but without its calls, because this runs for every event.
        own = sha256(salt + number.to_bytes(4, "big")).digest()[:SALT_BYTES]
        digests.append(sha256(own + text).digest())
    return digests


def facts(parts: list[bytes], digests: list[bytes]) -> bytes:
    """Return an event's JSON with the digest of each text in its place, from the parts around the texts."""
    return woven(parts, [b"#" + hexlify(digest) for digest in digests])


def woven(parts: list[bytes], between: list[bytes]) -> bytes:
    """Join the parts of an event's JSON, with one value between each two.

    Raises ValueError if there are too few or too many values.
    """
    woven = [b""] * (2 * len(parts) - 1)
    woven[::2], woven[1::2] = parts, between
    return b"".join(woven)


def digest(request: bytes, facts: bytes) -> bytes:
    """Return the digest that represents an event in the chain."""
    return sha256(request + facts).digest()


def link(previous: bytes, session: UUID, version: int, digest: bytes) -> bytes:
    """Return the hash of an event, from the hash of the event before it."""
    return sha256(previous + session.bytes + version.to_bytes(8, "big") + digest).digest()
