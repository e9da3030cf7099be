"""Web Push: texts that only one browser can read (RFC 8291), in requests that this server signs (RFC 8292)."""

import base64
import secrets
import struct
from datetime import datetime, timedelta
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Meta

RECORD_BYTES = 4_096
"""The size that every push service accepts (RFC 8030, 7.2). A message is one record."""
KEPT_SECONDS = 3 * 86_400
"""How long a push service keeps a message for a browser that is off: as long as a delivery is tried."""
SIGNED_FOR = timedelta(hours=12)
"""How long a signature is valid: half of the time that the standard allows."""

_CURVE = ec.SECP256R1()
_SALT_BYTES, _POINT_BYTES, _NUMBER_BYTES = 16, 65, 32
_LAST = b"\2"
"""The end of the last record (RFC 8188, 2)."""


class Subscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a browser's subscription, from its `PushSubscription`."""

    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{87}=?$")]
    """The public key of the browser, in base64url."""
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}(==)?$")]
    """The authentication secret of the browser, in base64url."""

    def __post_init__(self) -> None:
        """Refuse a key that is not a point of the curve."""
        _point(_decoded(self.p256dh))


class Signer(NamedTuple):
    """The key that signs requests, and the address of this server, which can be empty."""

    private: bytes
    home: str


def encrypted(
    text: bytes,
    to: Subscription,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Encrypt a text for a browser. The key pair and the salt are new for each text."""
    own, salt = own or ec.generate_private_key(_CURVE), salt or secrets.token_bytes(_SALT_BYTES)
    theirs, ours = _decoded(to.p256dh), _public(own)
    shared = own.exchange(ec.ECDH(), _point(theirs))
    # RFC 8291, 3.4
    secret = _derived(shared, _decoded(to.auth), b"WebPush: info\0" + theirs + ours, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!IB", RECORD_BYTES, _POINT_BYTES) + ours
    record = AESGCM(key).encrypt(nonce, text + _LAST, None)
    assert len(head) + len(record) <= RECORD_BYTES, "a notice fits one record"
    return head + record


def headers(url: str, signer: Signer, at: datetime, topic: str) -> dict[str, str]:
    """Return the headers of an attempt. A push service keeps only the newest message of a topic."""
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEPT_SECONDS),
        "Topic": topic,
        "Authorization": _authorization(url, signer, at),
    }


def _authorization(url: str, signer: Signer, at: datetime) -> str:
    key = ec.derive_private_key(int.from_bytes(signer.private), _CURVE)
    to, until = urlsplit(url), int((at + SIGNED_FOR).timestamp())
    claims: dict[str, Any] = {"aud": f"{to.scheme}://{to.netloc}", "exp": until}
    # The subject must be such an address (RFC 8292, 2.1).
    claims |= {"sub": signer.home} if signer.home.startswith("https:") else {}
    signed = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    numbers = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = b"".join(number.to_bytes(_NUMBER_BYTES) for number in numbers)
    return f"vapid t={signed}.{_encoded(signature)}, k={_encoded(_public(key))}"


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _point(encoded: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, encoded)


def _public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _json(part: dict[str, Any]) -> str:
    return _encoded(msgspec.json.encode(part))


def _encoded(part: bytes) -> str:
    return base64.urlsafe_b64encode(part).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
