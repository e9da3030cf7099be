"""The hash chain: what makes a session's log tamper-evident.

hash = SHA-256(previous hash ‖ session ‖ version ‖ digest), with the session's UUID as 16 bytes and
the version as 8, big-endian. Before the first event the previous hash is 32 zero bytes.

digest = SHA-256(request ‖ facts). The facts are the event's JSON with `#` and the digest of the text,
in hex, in place of each free text with its quotation marks. The digest of a text is SHA-256(its salt ‖
the text with its quotation marks). So a text can be taken out later, and leaves its digest, while
everything else stays bound as it was.

The salt of the text with the number n (from 0) is the first 16 bytes of SHA-256(the event's salt ‖ n as
4 bytes, big-endian). A redacted event has lost its salt, as the removed text could be guessed by it; it keeps the salts of the other texts one by one.

The request is empty for an event that came without an Idempotency-Key; with one, it is
SHA-256(SHA-256(request key) ‖ SHA-256(request print)), so that these columns are chained too.
"""

from binascii import hexlify
from hashlib import sha256
from uuid import UUID

BEFORE_FIRST = bytes(32)
SALT_BYTES, DIGEST_BYTES = 16, 32


def request_digest(key: bytes, print_digest: bytes) -> bytes:
    """The digest of a request's key and print, which the chain covers; a redaction leaves the print's digest."""
    return sha256(sha256(key).digest() + print_digest).digest()


def text_salt(salt: bytes, number: int) -> bytes:
    """The salt of one of an event's texts."""
    return sha256(salt + number.to_bytes(4, "big")).digest()[:SALT_BYTES]


def text_digest(salt: bytes, text: bytes) -> bytes:
    """The digest of a text, given with its quotation marks as it stands in JSON."""
    return sha256(salt + text).digest()


def text_digests(salt: bytes, texts: list[bytes]) -> list[bytes]:
    """The digests of the texts of an event with this salt."""
    digests = []
    for number, text in enumerate(texts):
        # As above, without the calls: every event that is written or read comes here.
        own = sha256(salt + number.to_bytes(4, "big")).digest()[:SALT_BYTES]
        digests.append(sha256(own + text).digest())
    return digests


def facts(parts: list[bytes], digests: list[bytes]) -> bytes:
    """An event's JSON with the digests of its texts in place of these, from its parts around the texts."""
    return woven(parts, [b"#" + hexlify(digest) for digest in digests])


def woven(parts: list[bytes], between: list[bytes]) -> bytes:
    """The parts of an event's JSON with something between each two of them. Raises ValueError if the numbers do not fit."""
    woven = [b""] * (2 * len(parts) - 1)
    woven[::2], woven[1::2] = parts, between
    return b"".join(woven)


def digest(request: bytes, facts: bytes) -> bytes:
    """The digest that stands for an event in the chain."""
    return sha256(request + facts).digest()


def link(previous: bytes, session: UUID, version: int, digest: bytes) -> bytes:
    """The hash of an event, given the hash of the one before it."""
    return sha256(previous + session.bytes + version.to_bytes(8, "big") + digest).digest()
