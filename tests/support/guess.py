"""Guess texts offline: try them with every value in a copy of the database that could be a digest or its salt."""

import hmac
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256

_LEAST = 8
"""The length in bytes of the shortest digest that is stored."""


def guessed(dump: str, texts: Iterable[bytes]) -> list[bytes]:
    """Return the texts that a reader of a database can test, because a digest of them is stored there."""
    blobs = {
        bytes.fromhex(found)
        for found in re.findall(r"[0-9a-f]{16,}", dump.replace("-", ""))
        if len(found) % 2 == 0
    }
    digests = {
        blob[at : at + _LEAST] for blob in blobs for at in range(0, len(blob) - _LEAST + 1, 8)
    }
    salts = {blob[at : at + size] for blob in blobs for at in (0, 16, 32) for size in (16, 32)}
    salts |= {sha256(salt + bytes((0, 0, 0, n))).digest()[:16] for salt in salts for n in range(4)}
    return [text for text in texts if any(d[:_LEAST] in digests for d in _digests(text, salts))]


def _digests(text: bytes, salts: Iterable[bytes]) -> Iterator[bytes]:
    for said in (text, sha256(text).digest(), b'"' + text + b'"'):
        yield sha256(said).digest()
        for salt in salts:
            yield sha256(salt + said).digest()
            yield hmac.digest(salt, said, "sha256")
