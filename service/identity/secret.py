"""Secrets that a client sees only once: tokens, claim codes and stream tickets.

Only their hashes are stored, except for the signing keys of webhooks, which are encrypted.

A request with an Idempotency-Key gets secrets that are derived from its key and a stored salt. So a
repeated request gets the original answer, although the secrets themselves are not stored.
"""

import base64
import hashlib
import hmac
import re
import secrets
from uuid import UUID

from verger.domain.core.unicode import normalized
from verger.service.identity.cell import begun, id_of

TOKEN_PREFIX = "vg_"  # noqa: S105, a prefix that secret scanners can look for
TICKET_PREFIX = "vt_"
CODE_GROUPS = 4
_CODE_LETTERS = 4 * CODE_GROUPS
_BETWEEN = re.compile("[^0-9A-Z]")
_MISREAD = str.maketrans("018", "OIB")
SALT_BYTES = 32


class Secrets:
    """The secrets of one answer. Each contains the cell that issues it."""

    def __init__(self, key: str | None, salt: bytes | None = None, *, cell: int = 0) -> None:
        self._cell = cell
        self.salt = salt or secrets.token_bytes(SALT_BYTES)
        self._key = key.encode() if key else secrets.token_bytes(SALT_BYTES)

    def _derive(self, purpose: str) -> bytes:
        return hmac.digest(self._key, self.salt + purpose.encode(), "sha256")

    def token(self) -> str:
        """Return a bearer token: 256 bits."""
        return TOKEN_PREFIX + begun(self._cell, ".") + self._letters("token")

    def ticket(self) -> str:
        """Return a stream ticket: 256 bits."""
        return TICKET_PREFIX + begun(self._cell, ".") + self._letters("stream ticket")

    def _letters(self, purpose: str) -> str:
        return base64.urlsafe_b64encode(self._derive(purpose)).decode().rstrip("=")

    def code(self, seat: str) -> str:
        """Return a seat's claim code: 80 bits, in a form for reading aloud."""
        letters = base64.b32encode(self._derive(f"claim {seat}")).decode()
        groups = (letters[4 * place : 4 * place + 4] for place in range(CODE_GROUPS))
        return begun(self._cell, "-") + "-".join(groups)

    def signing(self) -> bytes:
        """Return a webhook's signing key: 256 bits.

        Of these secrets, only this one is stored itself, and encrypted.
        """
        return self._derive("webhook")

    def id(self, purpose: str) -> UUID:
        """Return a new id, or the same id again for a repeated request."""
        return id_of(self._cell, self._derive(purpose)[:16])

    def print(self, body: bytes) -> bytes:
        """Return the digest of a request's body to store. Without the key, nobody can test a guess of the body."""
        return self._derive(f"print {hashlib.sha256(body).hexdigest()}")


def hashed(secret: str) -> bytes:
    """Return the hash of a secret, as it is stored. A claim code can be typed in different ways."""
    is_exact = secret.startswith((TOKEN_PREFIX, TICKET_PREFIX))
    plain = secret if is_exact else typed(secret)
    return hashlib.sha256(plain.encode()).digest()


def typed(code: str) -> str:
    """Return the letters and digits of a claim code in the form that is hashed.

    Case, spaces, dashes, quotation marks and full-width letters make no difference. No code has the digits
    0, 1 and 8 (RFC 4648, section 6) except in its cell, so they stand for the letters that look like them.
    """
    plain = _BETWEEN.sub("", normalized("NFKD", code).upper())
    return plain[:-_CODE_LETTERS] + plain[-_CODE_LETTERS:].translate(_MISREAD)
