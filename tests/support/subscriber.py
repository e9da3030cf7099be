"""A browser that subscribed to pushes. It has the private keys, and decrypts by the steps of the standards."""

import base64
import hmac
import json
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.support.client import Json
from tests.support.receiver import Received


def encoded(part: bytes) -> str:
    """Bytes as base64url without padding."""
    return base64.urlsafe_b64encode(part).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """The bytes of a base64url text."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def hkdf(salt: bytes, secret: bytes, told: bytes, length: int) -> bytes:
    """HKDF of one step (RFC 5869), by hand."""
    extracted = hmac.digest(salt, secret, sha256)
    return hmac.digest(extracted, told + b"\1", sha256)[:length]


class Subscriber:
    """A browser's keys: a pair on P-256, and a secret of 16 bytes."""

    def __init__(self, private: int = 2**200 + 7, auth: bytes = bytes(range(16))) -> None:
        self._private = ec.derive_private_key(private, ec.SECP256R1())
        self._auth = auth
        public = self._private.public_key()
        self._public = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def keys(self) -> Json:
        """The keys as a `PushSubscription` has them."""
        return {"p256dh": encoded(self._public), "auth": encoded(self._auth)}

    def reads(self, body: bytes) -> bytes:
        """Decrypt a message (RFC 8188, 2; RFC 8291, 3.4)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        theirs, record = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= size, "there is one record"
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._private.exchange(ec.ECDH(), key)
        secret = hkdf(self._auth, shared, b"WebPush: info\0" + self._public + theirs, 32)
        cipher = AESGCM(hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16))
        text = cipher.decrypt(hkdf(salt, secret, b"Content-Encoding: nonce\0", 12), record, None)
        assert text.endswith(b"\2"), "it is the last record"
        return text[:-1]

    def shown(self, received: Received) -> Json:
        """The notification that the browser shows for a received push."""
        assert received.headers["content-encoding"] == "aes128gcm"
        said = json.loads(self.reads(received.body))
        assert said["web_push"] == 8030
        found: Json = said["notification"]
        return found


def signed_by(received: Received, public: str) -> Any:
    """Return the claims of the sender. Fail if this key did not sign them (RFC 8292; RFC 7515, 3.1)."""
    scheme, _, parts = received.headers["authorization"].partition(" ")
    given = dict(part.strip().split("=", 1) for part in parts.split(","))
    assert (scheme, given["k"]) == ("vapid", public)
    signed, _, signature = given["t"].rpartition(".")
    r, s = decoded(signature)[:32], decoded(signature)[32:]
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public))
    made = encode_dss_signature(int.from_bytes(r), int.from_bytes(s))
    key.verify(made, signed.encode(), ec.ECDSA(SHA256()))
    head, claims = (json.loads(decoded(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return claims
